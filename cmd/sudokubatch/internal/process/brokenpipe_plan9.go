package process

// IsBrokenPipe reports whether an error means that the reader of the output has gone. Plan 9 has no
// such error.
func IsBrokenPipe(error) bool { return false }
