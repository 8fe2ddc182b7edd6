package process

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"
)

// An interruption is the cause of a context that a signal ended.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string { return fmt.Sprintf("stopped by a signal: %v", i.signal) }

const (
	// Patience is how long a run may take to end in order. An output that
	// nobody reads, or one monstrous puzzle of the engine cdcl, cannot be
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
	ignoreBrokenPipes()
	go func() { // lives as long as the process
		s := <-signals
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
		os.Exit(int(endedBy(s)))
	}()
	return ctx, func() { signal.Stop(signals) }
}

// InterruptedCode returns the exit code of a run that a signal ended.
func InterruptedCode(ctx context.Context) ExitCode {
	if i, ok := context.Cause(ctx).(interruption); ok { //nolint:errorlint // made here, never wrapped
		return endedBy(i.signal)
	}
	return ExitFailed
}
