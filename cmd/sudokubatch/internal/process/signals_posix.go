//go:build unix || windows

package process

import (
	"os"
	"os/signal"
	"syscall"
)

// exitSignals are the signals that end a run.
var exitSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }

// endedBy returns the exit code of a run that a signal ended.
func endedBy(s os.Signal) ExitCode {
	number, _ := s.(syscall.Signal)
	return 128 + ExitCode(number)
}
