package console

import (
	"fmt"
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

// A Look is the progress of a run at one moment.
type Look struct {
	Stage string // the current step; a new stage restarts the bar
	// Done and Total count the same unit. Total is 0 if it is unknown.
	Done, Total int64
	// Words are shown after the bar, in order. The last are dropped first if they do not fit.
	Words []string
	// Figures are for programs.
	Figures Figures
}

// A Bar shows the progress of a run on standard error, and writes messages above it. The zero Bar
// only writes messages.
type Bar struct {
	look    func(elapsed time.Duration) Look // nil: show nothing
	bar     *progressbar.ProgressBar         // nil: no bar is drawn
	columns int                              // width of the terminal that the bar was made for
	total   int64
	stage   string
	started time.Time  // start of the run
	began   time.Time  // start of the stage
	pace    pace       // of the stage
	last    func()     // writes the end of a log; nil: nothing
	mu      sync.Mutex // held while the ticker or a message writes
	done    chan struct{}
	ticker  errgroup.Group
}

const (
	// tick is the time between two updates of the bar, logTick between two lines, and jsonTick
	// between two lines for programs.
	tick     = 100 * time.Millisecond
	logTick  = 10 * time.Second
	jsonTick = time.Second
	// Widths in characters: widestBar is the greatest width of the bar alone, barMargin the width
	// of the percentage and the spaces around it. A terminal narrower than narrowest shows no bar.
	widestBar, barMargin, narrowest = 10, 11, 16
	// noTerminal is the width of the line in a file or a pipe.
	noTerminal = 1 << 10
)

// StartBar starts a bar that calls look for the progress of a run. Elapsed is the time since the
// stage began. Call Stop to end it.
func StartBar(look func(elapsed time.Duration) Look) *Bar {
	b := newBar(look)
	b.every(tick, b.show)
	return b
}

func newBar(look func(elapsed time.Duration) Look) *Bar {
	now := time.Now()
	return &Bar{look: look, done: make(chan struct{}), started: now, began: now}
}

// StartLog is like StartBar, but writes a line every ten seconds, for a file or a pipe.
func StartLog(look func(elapsed time.Duration) Look) *Bar {
	b := newBar(look)
	b.every(logTick, func() { Say("%s", b.line(time.Now())) })
	return b
}

// at returns the progress at a time, and how long the stage takes so far.
func (b *Bar) at(now time.Time) (at Look, elapsed time.Duration) {
	at = b.look(now.Sub(b.began))
	if at.Stage != b.stage {
		b.stage, b.began, b.pace = at.Stage, now, pace{}
		at = b.look(0)
	}
	elapsed = now.Sub(b.began)
	if len(b.pace.marks) == 0 {
		b.pace.note(0, 0)
	}
	b.pace.note(elapsed, float64(at.Done))
	return at, elapsed
}

func (b *Bar) line(now time.Time) string {
	at, elapsed := b.at(now)
	text := at.describe(b.timeLeft(&at, elapsed), noTerminal)
	if at.Total > 0 {
		text = fmt.Sprintf("%d %%, %s", 100*at.Done/at.Total, text)
	}
	return text
}

// every calls show at times until the bar is stopped.
func (b *Bar) every(period time.Duration, show func()) {
	b.ticker.Go(func() error {
		t := time.NewTicker(period)
		defer t.Stop()
		for {
			select {
			case <-b.done:
				return nil
			case <-t.C:
				show()
			}
		}
	})
}

// show draws the bar. It ignores errors of the bar, which must not end a run.
func (b *Bar) show() {
	b.mu.Lock()
	defer b.mu.Unlock()
	at, elapsed := b.at(time.Now())
	b.fit(columns(), at.Total)
	if b.bar == nil {
		return
	}
	room := b.columns - barMargin - barWidth(b.columns)
	b.bar.Describe(at.describe(b.timeLeft(&at, elapsed), room))
	if at.Total > 0 {
		// A full bar would look finished, although the run may have more to do.
		at.Done = min(at.Done, at.Total-1)
	}
	_ = b.bar.Set64(at.Done)
}

// fit replaces the bar if the width of the terminal or the total has changed.
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
		total = -1 // progressbar's value for an unknown total
	}
	b.bar = progressbar.NewOptions64(
		total,
		progressbar.OptionSetWriter(struct{ io.Writer }{os.Stderr}), // progressbar would sync an *os.File to disk at every update
		progressbar.OptionSetWidth(barWidth(columns)),
		progressbar.OptionShowDescriptionAtLineEnd(),
		// The description holds the numbers: progressbar's first rates are far off.
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetSpinnerChangeInterval(0), // no extra goroutine
		// The ANSI code for clearing a line also clears the ^C that a terminal echoes.
		progressbar.OptionUseANSICodes(IsTerminal(os.Stderr) && runtime.GOOS != "windows"),
	)
}

// columns returns the width of the line for the bar, in characters.
func columns() int {
	n, _, err := term.GetSize(int(os.Stderr.Fd()))
	if err != nil || n <= 0 {
		return noTerminal
	}
	return n
}

func barWidth(columns int) int { return min(max(columns/8, 2), widestBar) }

// describe returns the text after the bar, with at most so many characters. It drops words that
// do not fit, and the time that is left last.
func (l *Look) describe(left string, columns int) string {
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

// timeLeft estimates the time until the end. If the total is unknown, it returns the time so far.
func (b *Bar) timeLeft(l *Look, elapsed time.Duration) string {
	left, known := b.pace.left(elapsed, float64(l.Total))
	switch {
	case l.Total <= 0:
		return elapsed.Round(time.Second).String()
	case l.Done >= l.Total:
		return "finishing"
	case !known:
		return "? left"
	}
	return left.Round(time.Second).String() + " left"
}

// Say writes a message above the bar.
func (b *Bar) Say(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	Say(format, args...)
}

// Above returns a writer to w that clears the bar before each write, for answers on the same
// terminal. It has a method Flush, which flushes w if w can be flushed.
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

// Flush flushes the output, if it can be flushed.
func (a above) Flush() error {
	a.bar.mu.Lock()
	defer a.bar.mu.Unlock()
	a.bar.clear()
	if f, ok := a.w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

func (b *Bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// Stop stops the updates and clears the bar.
func (b *Bar) Stop() {
	if b.look == nil {
		return
	}
	close(b.done)
	_ = b.ticker.Wait()
	b.clear()
	if b.last != nil {
		b.last()
	}
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
