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

func (i interruption) Error() string { return fmt.Sprintf("stopped by a signal: %v", i.signal) }

// exitSignals end a run: the first one in order, a second one at once.
var exitSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

const (
	// patience is how long a run may take to end in order. An output that
	// nobody reads, or one monstrous puzzle of a reference engine, cannot be
	// called off.
	patience = 600 * time.Millisecond
	// lastWill is how long tidying up may take after that.
	lastWill = 200 * time.Millisecond
)

// withSignals returns a context that the first signal cancels. A second
// signal, or the end of patience, ends the process. What nohup and shells had
// ignored stays ignored. A closed pipe is an error of the write to it, and no
// longer a signal, so that the run ends in order.
func withSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	for _, s := range exitSignals {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	signal.Ignore(syscall.SIGPIPE)
	go func() { // lives as long as the process
		s, _ := (<-signals).(syscall.Signal)
		cancel(interruption{s})
		select {
		case <-signals:
		case <-time.After(patience):
		}
		tidied := make(chan struct{})
		go func() { // may hang in the write that made the run hang
			atExit.run()
			close(tidied)
		}()
		select {
		case <-tidied:
		case <-time.After(lastWill):
		}
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
