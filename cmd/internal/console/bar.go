package console

import (
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/sync/errgroup"
	"golang.org/x/term"
)

// A Look is how far a run is.
type Look struct {
	Stage string // what is being done; another one begins anew
	// Done of Total are of any unit; a Total of 0 is unknown.
	Done, Total int64
	// Words say more, in the order in which they are shown. Where there is no room
	// for all, the last are left out first.
	Words []string
}

// A Bar shows progress on standard error while a run goes on, and carries
// messages. The zero Bar shows nothing, but still carries messages.
type Bar struct {
	look    func(elapsed time.Duration) Look // nil: nothing is shown
	bar     *progressbar.ProgressBar         // nil: none is drawn
	columns int                              // of the terminal that the bar was made for
	total   int64
	stage   string
	began   time.Time  // the stage
	mu      sync.Mutex // between the ticker and messages
	done    chan struct{}
	ticker  errgroup.Group
}

const (
	// tick is the time between two looks.
	tick = 100 * time.Millisecond
	// widestBar is the bar alone; around it are the percentage and blanks, barMargin.
	// On a terminal that is narrower than narrowest nothing is drawn.
	widestBar, barMargin, narrowest = 10, 11, 16
	// noTerminal is how wide the bar's line may be in a file or a pipe.
	noTerminal = 1 << 10
)

// StartBar shows how far a run is, as look has it; elapsed is since the stage
// began.
func StartBar(look func(elapsed time.Duration) Look) *Bar {
	b := &Bar{look: look, done: make(chan struct{}), began: time.Now()}
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
	at := b.look(time.Since(b.began))
	if at.Stage != b.stage {
		b.stage, b.began = at.Stage, time.Now()
		at = b.look(0)
	}
	b.fit(columns(), at.Total)
	if b.bar == nil {
		return
	}
	room := b.columns - barMargin - barWidth(b.columns)
	b.bar.Describe(at.describe(time.Since(b.began), room))
	if at.Total > 0 {
		// At its end the bar would be finished, while something may be left to do.
		at.Done = min(at.Done, at.Total-1)
	}
	_ = b.bar.Set64(at.Done)
}

// fit makes another bar where the terminal or the work is another one.
func (b *Bar) fit(columns int, total int64) {
	if columns == b.columns && total == b.total {
		return
	}
	b.clear()
	b.bar, b.columns, b.total = nil, columns, total
	if columns < narrowest {
		return
	}
	if total <= 0 {
		total = -1 // as the bar has it
	}
	b.bar = progressbar.NewOptions64(
		total,
		progressbar.OptionSetWriter(struct{ io.Writer }{os.Stderr}), // the bar syncs an *os.File to disk at every look
		progressbar.OptionSetWidth(barWidth(columns)),
		progressbar.OptionShowDescriptionAtLineEnd(),
		// The numbers are the description's: the bar's own rates start out wild.
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		// To clear a line by its code takes the echo of Ctrl-C along.
		progressbar.OptionUseANSICodes(IsTerminal(os.Stderr) && runtime.GOOS != "windows"),
	)
}

// columns is how wide the line is that the bar is drawn in.
func columns() int {
	n, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil || n <= 0 {
		return noTerminal
	}
	return n
}

// barWidth is how wide the bar alone is.
func barWidth(columns int) int { return min(max(columns/8, 2), widestBar) }

// describe says how far a run is, in no more columns than there are: what finds no
// room is left out. The time is the last to go.
func (l *Look) describe(elapsed time.Duration, columns int) string {
	left := l.timeLeft(elapsed)
	words := slices.Clone(l.Words)
	if l.Stage != "" && len(words) > 0 {
		words[0] = l.Stage + " " + words[0]
	}
	for n := len(words); n >= 0; n-- {
		if text := strings.Join(append(words[:n:n], left), ", "); len(text) <= columns {
			return text
		}
	}
	if short, _, _ := strings.Cut(left, " "); len(short) <= columns {
		return short
	}
	return ""
}

// timeLeft estimates when all is done, or gives the time so far.
func (l *Look) timeLeft(elapsed time.Duration) string {
	switch {
	case l.Total <= 0:
		return elapsed.Round(time.Second).String()
	case l.Done <= 0:
		return "? left"
	case l.Done >= l.Total:
		return "finishing"
	}
	rest := float64(elapsed) * float64(l.Total-l.Done) / float64(l.Done)
	return time.Duration(rest).Round(time.Second).String() + " left"
}

// Say writes a message above the bar.
func (b *Bar) Say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	Say(format, args...)
}

// Above returns an output for what the terminal shows above the bar, on lines of
// its own. It flushes as w does.
func (b *Bar) Above(w io.Writer) io.Writer { return above{b, w} }

type above struct {
	bar *Bar
	w   io.Writer
}

func (a above) Write(p []byte) (n int, err error) {
	a.bar.mu.Lock()
	defer a.bar.mu.Unlock()
	a.bar.clear()
	return a.w.Write(p)
}

// Flush writes what the output keeps, if it keeps something.
func (a above) Flush() error {
	a.bar.mu.Lock()
	defer a.bar.mu.Unlock()
	a.bar.clear()
	if f, ok := a.w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// clear empties the line of the bar.
func (b *Bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// Stop takes the bar away.
func (b *Bar) Stop() {
	if b.look == nil {
		return
	}
	close(b.done)
	_ = b.ticker.Wait()
	b.clear()
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
