package console

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

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Bar shows progress on standard error while a run goes on, and carries
// messages. The zero Bar shows nothing, but still carries messages.
type Bar struct {
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

// StartBar shows how far a run is, of so many bytes to read; -1 is unknown.
func StartBar(total int64, progress *pipeline.Progress) *Bar {
	b := &Bar{total: total, progress: progress, done: make(chan struct{}), started: time.Now()}
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
		progressbar.OptionUseANSICodes(IsTerminal(os.Stderr) && runtime.GOOS != "windows"),
	)
	b.ticker.Go(b.run)
	return b
}

// run keeps the bar up to date.
func (b *Bar) run() error {
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

// show draws the bar as it is now. What the bar itself cannot do is not a reason
// to end a run.
func (b *Bar) show() {
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
		count = PerSecond(float64(puzzles), 1)
	}
	rate := PerSecond(float64(puzzles), elapsed.Seconds()) + "/s"
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

// timeLeft estimates when all is read, or gives the time so far.
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

// Say writes a message above the bar.
func (b *Bar) Say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Clear()
	}
	Say(format, args...)
}

// Stop takes the bar away.
func (b *Bar) Stop() {
	if b.bar == nil {
		return
	}
	close(b.done)
	_ = b.ticker.Wait()
	_ = b.bar.Clear()
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
