//go:build !linux

package process

// Confine is for Linux, where a process can give up what it does not need.
func Confine(Needs) {}

// GaveUp reports whether it is for Confine alone that a file cannot be read.
func GaveUp(string) bool { return false }
