package pipeline_test

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
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
	hiho := pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Puzzle9})
	hihoAnswer := pipetest.In(t, bulk.Hiho, 9, []string{pipetest.Solution9})
	letters := pipetest.In(t, bulk.Letters16, 16, pipetest.Demo(t, "@demo16", 1))
	lettersAnswer := mustRun(t, pipeline.Config{}, pipetest.Text("in", letters)).Out
	overlong := strings.Repeat("x", 70<<10)
	cutBlock := nineRows("0 0 0 0 0 0 0 0 0", strings.Repeat(strings.Repeat(" ", 4000)+"\n", 20))
	type piece struct{ text, answer string }
	for name, pieces := range map[string][]piece{
		"line": {
			{pipetest.Puzzle9 + "\n", pipetest.Solution9 + "\n"},
			{pipetest.Puzzle9 + "\n" + pipetest.Puzzle9[:40], pipetest.Solution9 + "\n"},
			{pipetest.Puzzle9[40:] + "\n# comment\n", pipetest.Solution9 + "\n"},
			{"", ""},
			{"x\n", "malformed column 1: bad cell 'x'\n"},
			{pipetest.Puzzle9, ""},
			{"\n", pipetest.Solution9 + "\n"},
		},
		"a full batch": {
			{strings.Repeat(pipetest.Puzzle9+"\n", 2), strings.Repeat(pipetest.Solution9+"\n", 2)},
			{"#" + strings.Repeat(" ", 1000-2*82-1-82-1) + "\n" + pipetest.Puzzle9 + "\n", pipetest.Solution9 + "\n"},
			{"#" + strings.Repeat(" ", 1000-82-2) + "\n" + pipetest.Puzzle9 + "\n", pipetest.Solution9 + "\n"},
		},
		"a line that gets too long": {
			{pipetest.Puzzle9 + "\n", pipetest.Solution9 + "\n"},
			{pipetest.Puzzle9 + "\n" + overlong, pipetest.Solution9 + "\n"},
			{overlong, ""},
			{"\n" + pipetest.Puzzle9 + "\n", "malformed column 65537: line longer than 65536 bytes\n" + pipetest.Solution9 + "\n"},
		},
		"hiho": {
			{"4\n" + hiho, hihoAnswer}, // 3 could be the size of one grid
			{hiho + hiho[:50], hihoAnswer},
			{hiho[50:] + hiho, hihoAnswer + hihoAnswer},
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
		for _, size := range []int{1000, pipeline.DefaultBatchBytes} {
			synctest.Test(t, func(t *testing.T) {
				r, w := io.Pipe()
				var out buffered
				done := make(chan error)
				go func() {
					src := &pipetest.Source{Reader: r, Live: true}
					done <- run(t.Context(), pipeline.Config{Jobs: 2, BatchBytes: size, Output: &out, Hooks: pipeline.Hooks{OnIdle: out.Flush}}, pipetest.From("in", src)).Err
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

// TestFlushBeforeLive has a live input after one that is not: the answers to
// the first do not wait for the second's producer. An input that is not live
// gives no reason to flush.
func TestFlushBeforeLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		var out buffered
		done := make(chan error)
		go func() {
			live := pipetest.From("b", &pipetest.Source{Reader: r, Live: true})
			cfg := pipeline.Config{Jobs: 2, Output: &out, Hooks: pipeline.Hooks{OnIdle: out.Flush}}
			done <- run(t.Context(), cfg, pipetest.Text("a", pipetest.Puzzle9), live, pipetest.Text("c", pipetest.Puzzle9)).Err
		}()
		synctest.Wait()
		if got := out.shown.String(); got != pipetest.Solution9+"\n" {
			t.Errorf("before the live input %q is shown", got)
		}
		w.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if out.held.String() != pipetest.Solution9+"\n" {
			t.Errorf("after the live input %q is not flushed", out.held.String())
		}
	})
}
