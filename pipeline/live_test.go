package pipeline

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sudokubatch/sudokubatch/formats"
)

// A buffered output shows only what was flushed.
type buffered struct {
	held  strings.Builder
	shown strings.Builder
}

func (b *buffered) Write(p []byte) (int, error) { return b.held.Write(p) }

func (b *buffered) Flush() error {
	b.shown.WriteString(b.held.String())
	b.held.Reset()
	return nil
}

// TestLive has a producer that waits for the answer to each piece before it
// writes the next one.
func TestLive(t *testing.T) {
	hiho := in(t, formats.Hiho, 9, []string{puzzle9})
	hihoAnswer := in(t, formats.Hiho, 9, []string{solution9})
	letters := in(t, formats.Letters16, 16, demo(t, "@demo16", 1))
	lettersAnswer := mustRun(t, Config{}, text("in", letters)).out
	overlong := strings.Repeat("x", 70<<10)
	cutBlock := nineRows("0 0 0 0 0 0 0 0 0", strings.Repeat(strings.Repeat(" ", 4000)+"\n", 20))
	type piece struct{ text, answer string }
	for name, pieces := range map[string][]piece{
		"line": {
			{puzzle9 + "\n", solution9 + "\n"},
			{puzzle9 + "\n" + puzzle9[:40], solution9 + "\n"},
			{puzzle9[40:] + "\n# comment\n", solution9 + "\n"},
			{"", ""},
			{"x\n", "malformed column 1: bad cell 'x'\n"},
			{puzzle9, ""},
			{"\n", solution9 + "\n"},
		},
		"a full batch": {
			{strings.Repeat(puzzle9+"\n", 2), strings.Repeat(solution9+"\n", 2)},
			{"#" + strings.Repeat(" ", 1000-2*82-1-82-1) + "\n" + puzzle9 + "\n", solution9 + "\n"},
			{"#" + strings.Repeat(" ", 1000-82-2) + "\n" + puzzle9 + "\n", solution9 + "\n"},
		},
		"a line that gets too long": {
			{puzzle9 + "\n", solution9 + "\n"},
			{puzzle9 + "\n" + overlong, solution9 + "\n"},
			{overlong, ""},
			{"\n" + puzzle9 + "\n", "malformed column 65537: line longer than 65536 bytes\n" + solution9 + "\n"},
		},
		"hiho": {
			{"3\n" + hiho, hihoAnswer},
			{hiho + hiho[:50], hihoAnswer},
			{hiho[50:], hihoAnswer},
		},
		"hiho, a block that is cut short": {
			{"2\n" + cutBlock + hiho, "malformed row 2 column 18: 2 of 9 rows\n" + hihoAnswer},
		},
		"letters16": {
			{letters[:len(letters)-1], lettersAnswer},
			{"\n" + letters[:17], ""},
			{letters[17:], lettersAnswer},
		},
	} {
		for _, size := range []int{1000, DefaultBatchBytes} {
			synctest.Test(t, func(t *testing.T) {
				r, w := io.Pipe()
				var out buffered
				done := make(chan error)
				go func() {
					src := &testSource{Reader: r, live: true}
					done <- run(t.Context(), Config{Jobs: 2, BatchBytes: size, Output: &out}, from("in", src)).err
				}()
				for i, p := range pieces {
					io.WriteString(w, p.text)
					synctest.Wait()
					if got := out.shown.String(); got != p.answer {
						t.Errorf("%s, batches of %d: after piece %d the answers are %q, want %q", name, size, i, got, p.answer)
					}
					out.shown.Reset()
				}
				w.Close()
				if err := <-done; err != nil {
					t.Errorf("%s: Run returned %v", name, err)
				}
			})
		}
	}
}

// TestFlushBeforeLive has a live input behind one that is not: the answers to
// the first do not wait for the second's producer. An input that is not live
// gives no reason to flush.
func TestFlushBeforeLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		var out buffered
		done := make(chan error)
		go func() {
			live := from("b", &testSource{Reader: r, live: true})
			cfg := Config{Jobs: 2, Output: &out}
			done <- run(t.Context(), cfg, text("a", puzzle9), live, text("c", puzzle9)).err
		}()
		synctest.Wait()
		if got := out.shown.String(); got != solution9+"\n" {
			t.Errorf("before the live input %q is shown", got)
		}
		w.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if out.held.String() != solution9+"\n" {
			t.Errorf("behind the live input %q is not flushed", out.held.String())
		}
	})
}
