package process

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// An interruption is the cause of a context that a signal canceled.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string { return fmt.Sprintf("stopped by a signal: %v", i.signal) }

const (
	// Patience is how long a run may take to end after a signal. A write that nobody reads cannot be
	// interrupted.
	Patience = 600 * time.Millisecond
	// cleanupTime is how long owned.Clear may take after that.
	cleanupTime = 200 * time.Millisecond
)

// published says whether the outputs of the run have their names. It is locked while they get them.
var published struct {
	sync.Mutex
	run  bool
	code ExitCode
}

// Publish calls publish, which gives the outputs of a run their names. If they have got them, the run ends with the
// code, also after a signal.
func Publish(code ExitCode, publish func() error) error {
	published.Lock()
	defer published.Unlock()
	err := publish()
	published.run, published.code = err == nil, code
	return err
}

// WithSignals returns a context that the first signal cancels. A second signal, or the end of Patience, ends the
// process. Signals are caught until the process ends, because one that comes between the last output and the end
// is too late. Signals that nohup or a shell ignored stay ignored. A write to a closed pipe returns an error
// instead of raising a signal, so that the run can end in order.
func WithSignals(parent context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	for _, s := range exitSignals {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	ignoreBrokenPipes()
	go func() { // ends with the process
		s := <-signals
		cancel(interruption{s})
		select {
		case <-signals:
		case <-time.After(Patience):
		}
		code := make(chan ExitCode, 1)
		go func() { // may hang in the same write as the run
			published.Lock() // for good: no output gets its name from now on
			if !published.run {
				owned.Clear()
				published.code = endedBy(s)
			}
			code <- published.code
		}()
		select {
		case code := <-code:
			os.Exit(int(code))
		case <-time.After(cleanupTime):
			os.Exit(int(endedBy(s)))
		}
	}()
	return ctx
}

// InterruptedCode returns the exit code of a run that a signal ended.
func InterruptedCode(ctx context.Context) ExitCode {
	if i, ok := context.Cause(ctx).(interruption); ok { //nolint:errorlint // made here, never wrapped
		return endedBy(i.signal)
	}
	return ExitFailed
}
