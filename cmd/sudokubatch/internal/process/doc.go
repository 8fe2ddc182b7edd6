// Package process deals with the operating system: exit codes, signals, tasks to run before a signal
// ends the process, and memory.
package process
