// Package process is what the command is to the operating system: its exit
// codes, its signals, what is left to do when one of them ends it, and its memory.
package process
