package check

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// recordsOf returns what a run reports of each record, and its summary.
func recordsOf(t *testing.T, cfg Config) ([]Record, *Summary) {
	t.Helper()
	var all []Record
	cfg.AllRecords = true
	cfg.Output = io.Discard
	cfg.TempDir = t.TempDir()
	cfg.OnRecord = func(dst []byte, r *Record) ([]byte, error) {
		kept := *r
		kept.Solution, kept.Text, kept.labels = bytes.Clone(r.Solution), bytes.Clone(r.Text), bytes.Clone(r.labels)
		kept.Redundant = slices.Clone(r.Redundant)
		all = append(all, kept)
		return dst, nil
	}
	s, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(cfg.TempDir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return all, s
}

func cellsOf(line string) []uint8 {
	var r model.Records
	bulk.Form{Kind: bulk.Line, Order: 9}.Decode(&r, []byte(line))
	return r.Cells
}

func lineOfCells(cells []uint8) string {
	line := bulk.Form{Kind: bulk.Line, Order: 9}.AppendPuzzle(nil, cells)
	return string(line[:81])
}

// TestAlone has faults of single records, reported at once or after comparing.
func TestAlone(t *testing.T) {
	t.Parallel()
	puzzle := "..6.3.....85.72.....94..2.689.7....2.6...1.9..2.5.........8..1.14....8.......5..." // minimal
	cells := cellsOf(puzzle)
	clue := slices.IndexFunc(cells, func(c uint8) bool { return c != 0 })
	s, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	solved := slices.Clone(cells)
	s.Solve(solved)
	solution := lineOfCells(solved)
	wrong := []byte(solution)
	wrong[clue] = '1' + (solution[clue]-'0')%9
	blank := slices.IndexFunc(cells, func(c uint8) bool { return c == 0 })
	redundant := []byte(puzzle)
	redundant[blank] = solution[blank]
	file := strings.Join([]string{
		"puzzle,solution", puzzle + "," + solution, puzzle, puzzle + "," + string(wrong), "..x", strings.Repeat(".", 81) + "," + solution,
		string(redundant) + "," + solution, "11" + strings.Repeat(".", 79), "12345678" + strings.Repeat(".", 9) + "9" + strings.Repeat(".", 63),
	}, "\n")
	for _, against := range [][]pipeline.Input{nil, {pipetest.Text("empty", "")}} {
		got, summary := recordsOf(t, Config{
			Config:    pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", file)}},
			Solutions: true, Minimal: true, WithText: true, Against: against,
		})
		want := []struct {
			verdict bulk.Verdict
			given   Given
			failed  bool
		}{
			{bulk.Solved, GivenRight, false},
			{bulk.Solved, GivenMissing, true},
			{bulk.Solved, GivenWrong, true},
			{bulk.Malformed, GivenNotChecked, true},
			{bulk.Multiple, GivenRight, true},
			{bulk.Solved, GivenRight, true},
			{bulk.Contradiction, GivenMissing, true},
			{bulk.NoSolution, GivenMissing, true},
		}
		if len(got) != len(want) || summary.Records != int64(len(want)) || summary.Failed != 7 || summary.Malformed != 1 {
			t.Fatalf("%d records, %+v", len(got), summary)
		}
		lines := strings.SplitAfter(file, "\n")
		for i, w := range want {
			g := &got[i]
			if g.Verdict != w.verdict || g.Given != w.given || g.Failed() != w.failed || g.Record != int64(i+1) || g.Line != int64(i+2) {
				t.Errorf("against %d: record %d: %+v", len(against), i+1, g)
			}
			if string(g.Text) != lines[i+1] {
				t.Errorf("record %d: text %q", i+1, g.Text)
			}
		}
		if r := &got[0]; lineOfCells(r.Solution) != solution || len(r.Redundant) > 0 {
			t.Errorf("%+v", r)
		}
		if r := &got[3]; r.FaultLine != 5 || r.Column != 3 || r.Reason != "bad cell 'x'" {
			t.Errorf("%+v", r)
		}
		if r := &got[5]; !slices.Contains(r.Redundant, uint16(blank)) {
			t.Errorf("redundant: %v, but not %d", r.Redundant, blank)
		}
		if r := &got[6]; r.Clash != [2]int{0, 1} {
			t.Errorf("clash: %v", r.Clash)
		}
		if summary.WrongSolutions != 1 || summary.MissingSolutions != 3 || summary.NotMinimal != 1 {
			t.Errorf("%+v", summary)
		}
	}
}

// TestForms wants the lines and texts of records that take several lines.
func TestForms(t *testing.T) {
	t.Parallel()
	cells := cellsOf(pipetest.Demo(t, "@demo", 1)[0])
	block := string(bulk.Form{Kind: bulk.Hiho, Order: 9}.AppendPuzzle(nil, cells))
	grid := strings.Repeat(strings.Repeat("-", 16)+"\n", 16)
	inputs := []pipeline.Input{pipetest.Text("hiho", "3\n\n"+block+block+"\n"+block), pipetest.Text("letters", "\n"+grid+"\n\n"+grid[:len(grid)-18]+"\n\n")}
	got, summary := recordsOf(t, Config{Config: pipeline.Config{Inputs: inputs}, Duplicates: true, WithText: true, Solver: solver.Options{MaxGuesses: 1000}})
	want := []Where{{"hiho", 1, 3}, {"hiho", 2, 12}, {"hiho", 3, 22}, {"letters", 1, 2}, {"letters", 2, 20}}
	if len(got) != len(want) || summary.Duplicates != 2 {
		t.Fatalf("%d records, %d duplicates", len(got), summary.Duplicates)
	}
	for i, w := range want {
		wantText := block
		if i >= 3 {
			wantText = grid
		}
		if got[i].Where != w || i < 4 && string(got[i].Text) != wantText {
			t.Errorf("record %d: %v, want %v; %q", i+1, got[i].Where, w, got[i].Text)
		}
	}
	if r := got[4]; r.Verdict != bulk.Malformed || r.FaultLine != 34 || r.Reason != "15 of 16 rows" {
		t.Errorf("%+v", r)
	}
	if got[2].Duplicate != want[0] {
		t.Errorf("duplicate of %v", got[2].Duplicate)
	}
}

// TestFingerprint wants it to depend on the puzzles alone.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	puzzles := pipetest.Demo(t, "@demo", 300)
	fingerprint := func(lines []string) (whole, forms string) {
		_, s := recordsOf(t, Config{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", strings.Join(lines, "\n"))}}, Isomorphs: true, Fingerprint: true})
		return s.Fingerprint.String(), s.FormsFingerprint.String()
	}
	whole, forms := fingerprint(puzzles)
	shuffled := slices.Clone(puzzles)
	slices.Reverse(shuffled)
	shuffled[7] = strings.ReplaceAll(shuffled[7], ".", "0") + ",x"
	if w, f := fingerprint(shuffled); w != whole || f != forms {
		t.Error("the order or the way of writing matters")
	}
	if w, f := fingerprint(puzzles[1:]); w == whole || f == forms {
		t.Error("a puzzle less does not matter")
	}
	if w, _ := fingerprint(append(slices.Clone(puzzles), puzzles[0], puzzles[0])); w == whole {
		t.Error("repetition does not matter")
	}
	moved := slices.Clone(puzzles)
	var to [81]uint8
	generate.NewIsomorpher(geometry.Of(9), 1).Isomorph(to[:], cellsOf(moved[3]), 0)
	moved[3] = lineOfCells(to[:])
	if w, f := fingerprint(moved); w == whole || f != forms {
		t.Error("isomorphs have another fingerprint of forms, or the same of puzzles")
	}
	// Of forms with several automorphisms, too.
	if _, f := fingerprint([]string{strings.Repeat(".", 81)}); f == strings.Repeat("0", 32) {
		t.Error("a symmetric puzzle does not count")
	}
	// As anybody can compute it: the sum of the first halves of the SHA-256.
	one := strings.Repeat(".", 81)
	if w, _ := fingerprint([]string{one}); w != "eb7b0297e5b6b33f6680cf9c6b471903" {
		t.Errorf("of the blank grid: %s", w)
	}
	if k := (Key{1, 1<<64 - 1}).sum(Key{2, 2}); k != (Key{4, 1}) {
		t.Errorf("carry: %v", k)
	}
}

// TestAgainstAlone compares with another corpus, and with nothing else.
func TestAgainstAlone(t *testing.T) {
	t.Parallel()
	puzzles := pipetest.Demo(t, "@demo", 3)
	_, s := recordsOf(t, Config{
		Config:  pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", puzzles[0]+"\n"+puzzles[1]+"\n"+puzzles[0])}},
		Against: []pipeline.Input{pipetest.Text("other", puzzles[2]+"\n"+puzzles[1])},
	})
	if s.Leaks != 1 || s.Duplicates != 0 || s.Against != 2 {
		t.Errorf("%d leaks, %d duplicates among %d", s.Leaks, s.Duplicates, s.Against)
	}
}

// TestErrors has runs that cannot be finished.
func TestErrors(t *testing.T) {
	t.Parallel()
	puzzles := strings.Join(pipetest.Demo(t, "@demo", 3), "\n")
	boom := errors.New("boom")
	for name, cfg := range map[string]Config{
		"record":  {OnRecord: func(dst []byte, _ *Record) ([]byte, error) { return dst, boom }},
		"joined":  {Duplicates: true, OnRecord: func(dst []byte, _ *Record) ([]byte, error) { return dst, boom }},
		"output":  {Config: pipeline.Config{Output: failing{boom}}, Duplicates: true, OnRecord: func(dst []byte, _ *Record) ([]byte, error) { return append(dst, 'x'), nil }},
		"panic":   {Duplicates: true, OnRecord: func([]byte, *Record) ([]byte, error) { panic(boom) }},
		"end":     {Config: pipeline.Config{Stretch: pipeline.Stretch{OnEnd: func() error { panic(boom) }}}, Duplicates: true},
		"against": {Against: []pipeline.Input{{Name: "a", Open: func() (pipeline.Source, error) { return nil, boom }}}},
	} {
		cfg.Inputs, cfg.AllRecords, cfg.TempDir = []pipeline.Input{pipetest.Text("in", puzzles)}, true, t.TempDir()
		if cfg.Output == nil {
			cfg.Output = io.Discard
		}
		if _, err := Run(t.Context(), cfg); !errors.Is(err, boom) {
			t.Errorf("%s: %v", name, err)
		}
		if left, _ := os.ReadDir(cfg.TempDir); len(left) > 0 {
			t.Errorf("%s: left behind %v", name, left)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestNoOutput has OnRecord append text where there is no Output: it is dropped,
// at once as after comparing.
func TestNoOutput(t *testing.T) {
	t.Parallel()
	for _, duplicates := range []bool{false, true} {
		calls := 0
		_, err := Run(t.Context(), Config{
			Config:     pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9)}},
			AllRecords: true, Duplicates: duplicates, OnRecord: func(dst []byte, _ *Record) ([]byte, error) { calls++; return append(dst, "text\n"...), nil },
		})
		if err != nil || calls != 1 {
			t.Errorf("duplicates %v: Run returned %v after %d calls of OnRecord", duplicates, err, calls)
		}
	}
}
