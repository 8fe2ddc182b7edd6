package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A bar shows progress on standard error while a run goes on. A bar that was
// not asked for shows nothing, but still carries messages.
type bar struct {
	bar      *progressbar.ProgressBar // nil: none
	progress *pipeline.Progress
	mu       sync.Mutex // between the ticker and messages
	done     chan struct{}
	ticker   errgroup.Group
	started  time.Time
}

// tick is the time between two looks at the counters.
const tick = 100 * time.Millisecond

// startBar shows progress as the flags ask for it.
func (c *solveCmd) startBar(progress *pipeline.Progress) *bar {
	b := &bar{progress: progress, done: make(chan struct{}), started: time.Now()}
	wanted := c.Progress == "always" || c.Progress == "auto" && term.IsTerminal(int(os.Stderr.Fd()))
	if !wanted || c.Quiet {
		return b
	}
	total := c.totalBytes()
	if total == 0 {
		total = -1 // the bar takes 0 for a mistake
	}
	b.bar = progressbar.NewOptions64(
		total,
		// Wrapped, because the bar syncs an *os.File to disk at every look.
		progressbar.OptionSetWriter(struct{ io.Writer }{os.Stderr}),
		progressbar.OptionShowBytes(true),
		progressbar.OptionUseIECUnits(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowTotalBytes(true),
		progressbar.OptionUseANSICodes(false),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		progressbar.OptionSetWidth(20),
	)
	b.ticker.Go(b.run)
	return b
}

// run keeps the bar up to date.
func (b *bar) run() error {
	t := time.NewTicker(tick)
	defer t.Stop()
	for {
		select {
		case <-b.done:
			return nil
		case <-t.C:
			b.show()
		}
	}
}

// show draws the bar as it is now. What the bar itself cannot do is no reason
// to end a run.
func (b *bar) show() {
	b.mu.Lock()
	defer b.mu.Unlock()
	puzzles := b.progress.Puzzles.Load()
	rate := float64(puzzles) / time.Since(b.started).Seconds()
	b.bar.Describe(fmt.Sprintf("%s puzzles, %s/s", humanize.Comma(puzzles), humanize.SIWithDigits(rate, 1, "")))
	_ = b.bar.Set64(b.progress.BytesIn.Load())
}

// say writes a message above the bar.
func (b *bar) say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Clear()
	}
	say(format, args...)
}

// stop takes the bar away.
func (b *bar) stop() {
	if b.bar == nil {
		return
	}
	close(b.done)
	_ = b.ticker.Wait()
	_ = b.bar.Finish()
	_ = b.bar.Clear()
}
