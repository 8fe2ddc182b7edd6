// Package process is what the command is to the operating system: its exit
// codes, its signals and what is left to do when one of them ends it, its
// standard files and its memory.
package process
