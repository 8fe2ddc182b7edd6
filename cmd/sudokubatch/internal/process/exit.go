package process

import "fmt"

// An ExitCode is how the process ends. As an error it ends a verb with that
// code, after everything was said.
type ExitCode int

// The exit codes. An interrupted run exits with 128 and the signal's number.
const (
	ExitOK         ExitCode = 0
	ExitFailed     ExitCode = 1
	ExitUsage      ExitCode = 2
	ExitRecords    ExitCode = 3   // finished, but some records or inputs were bad
	ExitClosedPipe ExitCode = 141 // whoever read the output has gone: 128 + SIGPIPE
)

func (c ExitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }
