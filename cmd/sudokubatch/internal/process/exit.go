package process

import "fmt"

// An ExitCode is the exit code of the process. As the error of a verb it ends the process without a
// further message.
type ExitCode int

// The exit codes. An interrupted run exits with 128 and the signal's number.
const (
	ExitOK         ExitCode = 0
	ExitFailed     ExitCode = 1
	ExitUsage      ExitCode = 2
	ExitRecords    ExitCode = 3   // done, but some records or inputs were bad
	ExitClosedPipe ExitCode = 141 // the reader of the output has gone: 128 + SIGPIPE
)

func (c ExitCode) Error() string { return fmt.Sprintf("exit %d", int(c)) }
