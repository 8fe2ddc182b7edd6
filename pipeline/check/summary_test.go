package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestHardest wants the puzzles with most guesses with their places and as they
// came, not as they were solved.
func TestHardest(t *testing.T) {
	t.Parallel()
	hard := []string{ // of hardest11
		"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	}
	easy := "..43..2.9..5..9..1.7..6..43..6..2.8719...74...5..83...6.....1.5..35.869..4291.3.."
	file := "puzzle,note\nx,malformed\n" + hard[0] + ",\"a, b\"\n" + easy + ",\n" + hard[1] + ",\n"
	_, s := recordsOf(t, Config{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", file)}}})
	if len(s.Hardest) != 2 || s.Hardest[0].Guesses < s.Hardest[1].Guesses {
		t.Fatalf("%+v", s.Hardest)
	}
	for _, h := range s.Hardest {
		at := slices.Index(hard, strings.ReplaceAll(formats.Format(h.Cells), "0", "."))
		if at < 0 || h.Record != []int64{2, 4}[at] || h.Line != h.Record+1 {
			t.Errorf("%s at %+v", formats.Format(h.Cells), h.Where)
		}
	}
}
