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
}

// A Bar shows the progress of a run on standard error, and writes messages above it. The zero Bar
// only writes messages.
type Bar struct {
	look    func(elapsed time.Duration) Look // nil: show nothing
	bar     *progressbar.ProgressBar         // nil: no bar is drawn
	columns int                              // width of the terminal that the bar was made for
	total   int64
	stage   string
	began   time.Time  // start of the stage
	mu      sync.Mutex // held while the ticker or a message writes
	done    chan struct{}
	ticker  errgroup.Group
}

const (
	// tick is the time between two updates of the bar, logTick between two lines.
	tick    = 100 * time.Millisecond
	logTick = 10 * time.Second
	// Widths in characters: widestBar is the greatest width of the bar alone, barMargin the width
	// of the percentage and the spaces around it. A terminal narrower than narrowest shows no bar.
	widestBar, barMargin, narrowest = 10, 11, 16
	// noTerminal is the width of the line in a file or a pipe.
	noTerminal = 1 << 10
)

// StartBar starts a bar that calls look for the progress of a run. Elapsed is the time since the
// stage began. Call Stop to end it.
func StartBar(look func(elapsed time.Duration) Look) *Bar {
	b := &Bar{look: look, done: make(chan struct{}), began: time.Now()}
	b.every(tick, b.show)
	return b
}

// StartLog is like StartBar, but writes a line every ten seconds, for a file or a pipe.
func StartLog(look func(elapsed time.Duration) Look) *Bar {
	b := &Bar{look: look, done: make(chan struct{}), began: time.Now()}
	b.every(logTick, func() { Say("%s", b.line(time.Since(b.began))) })
	return b
}

// line returns the progress as one line.
func (b *Bar) line(elapsed time.Duration) string {
	at := b.look(elapsed)
	text := at.describe(elapsed, noTerminal)
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

// barWidth returns the width of the bar alone.
func barWidth(columns int) int { return min(max(columns/8, 2), widestBar) }

// describe returns the text after the bar, with at most so many characters. It drops words that
// do not fit, and the time last.
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

// timeLeft estimates the time until the end. If the total is unknown, it returns the time so far.
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

// clear clears the line of the bar.
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
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
