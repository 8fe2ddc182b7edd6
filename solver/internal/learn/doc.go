// Package learn decides puzzles by clause learning.
package learn
