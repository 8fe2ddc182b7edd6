// Package process deals with the operating system: exit codes, signals, and memory.
package process
