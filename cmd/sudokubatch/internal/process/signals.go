package process

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
	// Patience is how long a run may take to end in order. An output that
	// nobody reads, or one monstrous puzzle of a reference engine, cannot be
	// called off.
	Patience = 600 * time.Millisecond
	// cleanupTime is how long tidying up may take after that.
	cleanupTime = 200 * time.Millisecond
)

// WithSignals returns a context that the first signal cancels. A second
// signal, or the end of Patience, ends the process. What nohup and shells had
// ignored stays ignored. A closed pipe is an error of the write to it, and no
// longer a signal, so that the run ends in order.
func WithSignals(parent context.Context) (context.Context, func()) {
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
		case <-time.After(Patience):
		}
		tidied := make(chan struct{})
		go func() { // may hang in the write that made the run hang
			AtExit.Run()
			close(tidied)
		}()
		select {
		case <-tidied:
		case <-time.After(cleanupTime):
		}
		os.Exit(128 + int(s))
	}()
	return ctx, func() { signal.Stop(signals) }
}

// InterruptedCode returns the exit code of a run that a signal ended.
func InterruptedCode(ctx context.Context) ExitCode {
	if i, ok := context.Cause(ctx).(interruption); ok { //nolint:errorlint // made here, never wrapped
		return 128 + ExitCode(i.signal)
	}
	return ExitFailed
}
