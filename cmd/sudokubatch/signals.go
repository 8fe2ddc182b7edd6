package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// An interruption is the cause of a context that a signal ended.
type interruption struct{ signal syscall.Signal }

func (i interruption) Error() string { return fmt.Sprintf("interrupted: %v", i.signal) }

// exitSignals end a run: the first one in order, a second one at once.
var exitSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// patience is how long a run may take to end in order. A read from a terminal
// or a pipe that nobody writes to cannot be called off.
const patience = 700 * time.Millisecond

// withSignals returns a context that the first signal cancels. A second
// signal, or the end of patience, ends the process.
func withSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, exitSignals...)
	context.AfterFunc(parent, func() { signal.Stop(signals) })
	go func() { //nolint:forbidigo // lives as long as the process
		s, _ := (<-signals).(syscall.Signal)
		cancel(interruption{s})
		select {
		case <-signals:
		case <-time.After(patience):
		}
		atExit.run()
		os.Exit(128 + int(s))
	}()
	return ctx, func() { signal.Stop(signals) }
}

// interruptedCode returns the exit code of a run that a signal ended.
func interruptedCode(ctx context.Context) int {
	if i, ok := context.Cause(ctx).(interruption); ok { //nolint:errorlint // made here, never wrapped
		return 128 + int(i.signal)
	}
	return exitFailed
}
