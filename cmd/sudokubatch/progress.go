package main

import (
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A bar shows progress on standard error while a run goes on. A bar that was
// not asked for shows nothing, but still carries messages.
type bar struct {
	bar      *progressbar.ProgressBar // nil: none
	screen   screen                   // what the bar writes to
	total    int64                    // bytes to read; -1 unknown
	progress *pipeline.Progress
	mu       sync.Mutex // between the ticker and messages
	done     chan struct{}
	ticker   errgroup.Group
	started  time.Time
}

// A screen is where a bar is drawn. It is not the *os.File itself, because the
// bar syncs that to disk at every look.
type screen struct {
	w     io.Writer
	muted bool // drop what is written
}

func (s *screen) Write(p []byte) (int, error) {
	if s.muted {
		return len(p), nil
	}
	return s.w.Write(p)
}

const (
	// tick is the time between two looks at the counters.
	tick = 100 * time.Millisecond
	// barWidth is the bar alone; around it are the percentage and blanks.
	barWidth, barMargin = 10, 11
)

// startBar shows progress as the flags ask for it.
func (c *runFlags) startBar(progress *pipeline.Progress) *bar {
	b := &bar{progress: progress, done: make(chan struct{}), started: time.Now()}
	terminal := term.IsTerminal(int(os.Stderr.Fd()))
	// Answers that scroll by on the same terminal are progress enough.
	shared := c.Output == "-" && term.IsTerminal(int(os.Stdout.Fd()))
	wanted := c.Progress == "always" || c.Progress == "auto" && terminal && !shared
	if !wanted || c.Quiet {
		return b
	}
	b.total = c.totalBytes()
	if b.total == 0 {
		b.total = -1 // the bar takes 0 for a mistake
	}
	b.screen.w = os.Stderr
	b.bar = progressbar.NewOptions64(
		b.total,
		progressbar.OptionSetWriter(&b.screen),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionShowDescriptionAtLineEnd(),
		// The numbers are the description's: the bar's own rates start out wild.
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		// To clear a line by its code takes the echo of Ctrl-C along.
		progressbar.OptionUseANSICodes(terminal && runtime.GOOS != "windows"),
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
	columns, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil || columns <= 0 {
		columns = 1 << 10
	}
	bytesIn := b.progress.BytesIn.Load()
	at := bytesIn
	if b.total >= 0 {
		bytesIn = min(bytesIn, b.total) // a file may have grown
		at = min(at, b.total-1)         // at its end the bar would vanish, and puzzles may be left to solve
	}
	b.screen.muted = true // a Set64 draws now and then, always with the words of before
	_ = b.bar.Set64(at)
	b.screen.muted = false
	b.bar.Describe(describe(bytesIn, b.total, b.progress.Puzzles.Load(), time.Since(b.started), columns-barWidth-barMargin))
}

// describe says how far a run is, in no more columns than there are: what
// finds no room is left out. A total of -1 is unknown.
func describe(bytesIn, total, puzzles int64, elapsed time.Duration, columns int) string {
	count := humanize.Comma(puzzles)
	if puzzles >= 1e6 {
		count = perSecond(float64(puzzles), 1)
	}
	rate := perSecond(float64(puzzles), elapsed.Seconds()) + "/s"
	parts := []string{humanize.IBytes(uint64(bytesIn)), count + " puzzles", rate, timeLeft(bytesIn, total, elapsed)}
	if total >= 0 {
		parts[0] += " of " + humanize.IBytes(uint64(total))
	}
	for _, expendable := range []int{2, 1, 0} {
		if len(strings.Join(parts, ", ")) > columns {
			parts = slices.Delete(parts, expendable, expendable+1)
		}
	}
	if shown := strings.Join(parts, ", "); len(shown) <= columns {
		return shown
	}
	return ""
}

// timeLeft estimates when all is read, or tells the time so far.
func timeLeft(bytesIn, total int64, elapsed time.Duration) string {
	switch {
	case total < 0:
		return elapsed.Round(time.Second).String()
	case bytesIn == 0:
		return "? left"
	case bytesIn >= total:
		return "all read"
	}
	rest := float64(elapsed) * float64(total-bytesIn) / float64(bytesIn)
	return time.Duration(rest).Round(time.Second).String() + " left"
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
	_ = b.bar.Clear()
}

// totalBytes is the size of all inputs, or -1 where one does not tell.
func (c *runFlags) totalBytes() int64 {
	var total int64
	for _, name := range c.Inputs {
		size := inputSize(name)
		if size < 0 {
			return -1
		}
		total += size
	}
	return total
}

// inputSize is the size of an input, or -1 if it does not tell. What cannot be
// opened counts as empty: that is said when its turn comes.
func inputSize(name string) int64 {
	switch {
	case name == "-":
		info, err := os.Stdin.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		at, err := os.Stdin.Seek(0, io.SeekCurrent)
		if err != nil {
			at = 0
		}
		return max(0, info.Size()-at)
	case strings.HasPrefix(name, "@"):
		r, err := corpus.Open(name, corpus.Options{})
		if err != nil {
			return 0
		}
		defer r.Close() // nothing was read
		return r.Size()
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return 0
	case !info.Mode().IsRegular():
		return -1
	}
	return info.Size()
}
