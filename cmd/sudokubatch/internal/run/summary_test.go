package run

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestSummarize summarizes a run with every count, and a run with none.
func TestSummarize(t *testing.T) {
	t.Parallel()
	full := pipeline.Stats{
		Counts: pipeline.Counts{Solved: 1_234_567, Multiple: 2, NoSolution: 3, Contradiction: 4, GaveUp: 5, Malformed: 6, Guesses: 1},
		Jobs:   4, Unreadable: 1, BytesIn: 12_000_000, Elapsed: 2 * time.Second,
		Reading: time.Second, Working: 2 * time.Second, Writing: time.Second / 2,
		Engines:       []string{"grid", "lanes (avx2)"},
		Decompressing: time.Second, Compressing: 4 * time.Second, Unchecked: 3,
	}
	var text strings.Builder
	found := &Outcome{
		Stats: full, Goal: parts.Goal{Solved: SolvedUniquely}, Summary: func(line func(int64, string)) { line(7, "in a part") },
	}
	summarize(&text, true, found, 1_500)
	for _, want := range []string{
		"1,234,587 puzzles in 2s: 617.3 k puzzles/s\n",
		"     1,234,567 solved, each solution the only one\n",
		"             2 with multiple solutions\n",
		"             3 with no solution\n",
		"             4 with a contradiction (equal clues in a house)\n",
		"             5 gave up\n",
		"             6 malformed\n",
		"             1 input unreadable\n",
		"             7 in a part\n",
		"             1 guess\n",
		"read 12 MB (6.0 MB/s), wrote 1.5 kB (750 B/s)\n",
		"             3 frames without a checksum\n",
		"busy: reading 50 %, decompressing 12 %, solving 25 %, compressing 50 % of 4 workers, writing 25 %; peak memory ",
		"\nengines grid, lanes (avx2); cpu ",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}

	text.Reset()
	summarize(&text, false, found, 1_500)
	if want := "1,234,587 puzzles in 2s: 617.3 k puzzles/s, 2 with multiple solutions, 3 with no solution, " +
		"4 with a contradiction (equal clues in a house), 5 gave up, 6 malformed, 1 input unreadable, " +
		"3 frames without a checksum, 7 in a part\n"; text.String() != want {
		t.Errorf("%s\nwant\n%s", text.String(), want)
	}

	text.Reset()
	summarize(&text, true, &Outcome{Goal: parts.Goal{Solved: "solved"}}, 0)
	if want := "0 puzzles in 0s: 0 puzzles/s\n             0 guesses\nread 0 B (0 B/s)"; !strings.HasPrefix(text.String(), want) {
		t.Errorf("%s\nwant the beginning\n%s", text.String(), want)
	}
}

// TestFinish counts the time of reports that follow the records as time of writing.
func TestFinish(t *testing.T) {
	t.Parallel()
	const took = time.Millisecond
	found := Outcome{Stats: pipeline.Stats{Elapsed: 2 * took, Writing: took}, Finish: func() error { time.Sleep(took); return io.EOF }}
	if err := found.finish(); !errors.Is(err, io.EOF) || found.Writing < 2*took || found.Elapsed != found.Writing+took {
		t.Errorf("%v: writing %v of %v", err, found.Writing, found.Elapsed)
	}
}
