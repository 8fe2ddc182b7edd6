package augment

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// An outcome is what a run gives.
type outcome struct {
	out    string
	stats  pipeline.Stats
	faults []string
	lost   []string
}

// run makes isomorphs of what texts hold.
func run(t *testing.T, cfg Config, texts ...string) (o outcome) {
	t.Helper()
	o, err := try(t.Context(), cfg, texts...)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func try(ctx context.Context, cfg Config, texts ...string) (o outcome, err error) {
	var b bytes.Buffer
	if cfg.Output == nil {
		cfg.Output = &b
	}
	for i, text := range texts {
		cfg.Inputs = append(cfg.Inputs, pipetest.Text(fmt.Sprint("in", i), text))
	}
	cfg.OnFault = func(e *model.SyntaxError) { o.faults = append(o.faults, e.Error()) }
	cfg.OnLeftOut = cfg.OnFault
	cfg.OnForm = func(opened pipeline.Opened) { o.lost = append(o.lost, opened.Lost...) }
	o.stats, err = Run(ctx, cfg)
	o.out = b.String()
	return o, err
}

// table is puzzles with their solutions and other columns; every third solution is
// missing.
func table(t *testing.T, n int) (text string, rows [][3]string) {
	t.Helper()
	solve, err := solver.New(9, solver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text = "id,puzzle,solution\n"
	for i, line := range pipetest.Demo(t, "@demo", n) {
		cells := cellsOf(t, line)
		solve.Solve(cells)
		solution := strings.TrimSpace(string(bulk.Form{Kind: bulk.Line, Order: 9}.AppendPuzzle(nil, cells)))
		if i%3 == 2 {
			solution = ""
		}
		text += fmt.Sprintf("id%d,%s,%s\n", i, line, solution)
		rows = append(rows, [3]string{fmt.Sprint("id", i), line, solution})
	}
	return text, rows
}

// TestRows wants of each record its rows, in order: isomorphs that are all
// different, with their solutions, and all else as it was.
func TestRows(t *testing.T) {
	t.Parallel()
	text, records := table(t, 60)
	text = strings.Replace(text, "\nid7,", "\nid6½,bad,\nid7,", 1)
	o := run(t, Config{Config: pipeline.Config{Jobs: 2}, Each: 4, Seed: 9, Original: true}, text)
	if o.stats.Solved != 300 || o.stats.Malformed != 1 || len(o.faults) != 1 {
		t.Errorf("%+v, %q", o.stats.Counts, o.faults)
	}
	lines := strings.Split(strings.TrimSuffix(o.out, "\n"), "\n")
	if lines[0] != "id,puzzle,solution,group,isomorph,seed" || len(lines) != 301 {
		t.Fatalf("%d lines after %s", len(lines), lines[0])
	}
	c := solver.NewCanonicalizer()
	seen := map[string]bool{}
	for i, line := range lines[1:] {
		values := strings.Split(line, ",")
		record, n := i/5, i%5
		want := records[record]
		number := record + 1
		if record >= 7 {
			number++ // after the malformed one
		}
		if tail := fmt.Sprintf("%d,%d,9", number, n); values[0] != want[0] || strings.Join(values[3:], ",") != tail {
			t.Fatalf("row %d: %s, want %s … %s", i, line, want[0], tail)
		}
		if n == 0 && (values[1] != want[1] || values[2] != want[2]) {
			t.Errorf("row %d: not the puzzle as it was: %s", i, line)
		}
		checkIsomorph(t, c, want[1], values[1])
		if want[2] == "" != (values[2] == "") {
			t.Errorf("row %d: %s", i, line)
		} else if want[2] != "" {
			if err := solver.Verify(cellsOf(t, values[1]), cellsOf(t, values[2])); err != nil {
				t.Errorf("row %d: %v", i, err)
			}
		}
		if seen[values[1]] {
			t.Errorf("row %d: was there before", i)
		}
		seen[values[1]] = true
	}
}

// cellsOf decodes one line.
func cellsOf(t *testing.T, line string) []uint8 {
	t.Helper()
	var r model.Records
	bulk.Form{Kind: bulk.Line, Order: 9}.Decode(&r, []byte(line))
	if len(r.Cells) != 81 {
		t.Fatalf("no puzzle: %q", line)
	}
	return r.Cells
}

// checkIsomorph wants two puzzles to have one canonical form.
func checkIsomorph(t *testing.T, c *solver.Canonicalizer, puzzle, other string) {
	t.Helper()
	form, same := make([]uint8, 81), make([]uint8, 81)
	c.Canonical(form, cellsOf(t, puzzle))
	if c.Canonical(same, cellsOf(t, other)); !slices.Equal(form, same) {
		t.Errorf("%s is no isomorph of %s", other, puzzle)
	}
}

// TestFewer wants more isomorphs to begin like fewer, and others of another seed.
func TestFewer(t *testing.T) {
	t.Parallel()
	text, _ := table(t, 50)
	few, many := run(t, Config{Each: 2}, text), run(t, Config{Each: 5}, text)
	rest := strings.Split(many.out, "\n")
	for i, line := range strings.Split(strings.TrimSpace(few.out), "\n")[1:] {
		if want := rest[1+i/2*5+i%2]; line != want {
			t.Fatalf("line %d: %s, of more isomorphs %s", i, line, want)
		}
	}
	if other := run(t, Config{Each: 2, Seed: 1}, text); other.out == few.out {
		t.Error("another seed, the same isomorphs")
	}
}

// TestSolutions asks for solutions that records carry, for solutions that they do not, and
// for puzzles without exactly one.
func TestSolutions(t *testing.T) {
	t.Parallel()
	lines := pipetest.Puzzle9 + "," + pipetest.Solution9 + "\n" + pipetest.Clash9 + "\n" + strings.Repeat(".", 81) + "\n" + pipetest.Puzzle9 + "\n"
	for _, to := range []bulk.Kind{bulk.Line, bulk.CSV} {
		o := run(t, Config{Config: pipeline.Config{From: bulk.Line, To: to}, Each: 2, Original: true, Solutions: true}, lines)
		rows := strings.Split(strings.TrimSpace(o.out), "\n")
		if to == bulk.CSV {
			if rows[0] != "puzzle,solution,group,isomorph,seed" {
				t.Error(rows[0])
			}
			rows = rows[1:]
		}
		if len(rows) != 6 || o.stats.Solved != 6 || o.stats.Multiple != 1 || o.stats.Contradiction != 1 {
			t.Fatalf("%v: %+v\n%s", to, o.stats.Counts, o.out)
		}
		for i, row := range rows {
			values := strings.Split(row, ",")
			if err := solver.Verify(cellsOf(t, values[0]), cellsOf(t, values[1])); err != nil {
				t.Errorf("%v, row %d: %v", to, i, err)
			}
			if i%3 == 0 && (values[0] != pipetest.Puzzle9 || values[1] != pipetest.Solution9) {
				t.Errorf("%v, row %d: %s", to, i, row)
			}
			if to == bulk.CSV && values[2] != []string{"1", "4"}[i/3] {
				t.Errorf("row %d: group %s", i, values[2])
			}
		}
	}
}

// TestWrongSolution wants a solution that is none to be reported where it stands,
// and its puzzle left out.
func TestWrongSolution(t *testing.T) {
	t.Parallel()
	wrong := "6" + pipetest.Solution9[1:]
	text := "puzzle,solution\n" + pipetest.Puzzle9 + "," + wrong + "\n" + pipetest.Puzzle9 + "," + pipetest.Solution9 + "\n"
	o := run(t, Config{Each: 1, Original: true}, text)
	want := []string{"in0:2:83: wrong solution: r1c1 holds 6 where the clue is 5"}
	if !slices.Equal(o.faults, want) || o.stats.Malformed != 1 || strings.Count(o.out, "\n") != 3 {
		t.Errorf("%q, %+v\n%s", o.faults, o.stats.Counts, o.out)
	}
}

// TestSeveralSolutions wants a puzzle of several solutions to be left out, and to be
// reported where it stands, if a solution would be written with it.
func TestSeveralSolutions(t *testing.T) {
	t.Parallel()
	blank := strings.Repeat(".", 81)
	good, several := pipetest.Puzzle9+","+pipetest.Solution9+"\n", blank+","+pipetest.Solution9+"\n"
	rows := strings.Repeat(good, 50) + several + "bad,\n" + blank + ",\n" + several + good
	for name, test := range map[string]struct {
		cfg    Config
		header string
		left   []int // lines
	}{
		"table":     {cfg: Config{}, header: "puzzle,solution\n", left: []int{52, 55}},
		"solutions": {cfg: Config{Solutions: true}, header: "puzzle,solution\n", left: []int{52, 54, 55}},
		"line":      {cfg: Config{Config: pipeline.Config{From: bulk.Line}}, left: []int{51, 54}},
		"no place":  {cfg: Config{Config: pipeline.Config{To: bulk.Npy}}, header: "puzzle,solution\n"},
	} {
		var want []string
		for _, line := range test.left {
			want = append(want, fmt.Sprintf("in0:%d: left out: the puzzle has several solutions", line))
		}
		for _, units := range []int{1, 2000, 0} {
			cfg := test.cfg
			cfg.Each, cfg.Jobs, cfg.unitBytes, cfg.BatchBytes = 3, 2, units, 4000
			o := run(t, cfg, test.header+rows)
			left := slices.DeleteFunc(o.faults, func(fault string) bool { return !strings.Contains(fault, "left out") })
			if !slices.Equal(left, want) {
				t.Errorf("%s, units of %d: %q", name, units, left)
			}
			if n := int64(len(want)); o.stats.Multiple != n || o.stats.Malformed != 1 || o.stats.Solved != 3*(54-n) {
				t.Errorf("%s, units of %d: %+v", name, units, o.stats.Counts)
			}
		}
	}
}

// TestInputs has several inputs, whose columns follow the first, and of both sizes.
func TestInputs(t *testing.T) {
	t.Parallel()
	a := "puzzle,solution,id\n" + pipetest.Puzzle9 + "," + pipetest.Solution9 + ",a\n"
	b := "id,other,solution,puzzle\nb,x," + pipetest.Solution9 + "," + pipetest.Puzzle9 + "\n"
	o := run(t, Config{Original: true}, a, b)
	want := "puzzle,solution,id,group,isomorph,seed\n" +
		pipetest.Puzzle9 + "," + pipetest.Solution9 + ",a,1,0,0\n" + pipetest.Puzzle9 + "," + pipetest.Solution9 + ",b,2,0,0\n"
	if o.out != want || !slices.Equal(o.lost, []string{"other"}) {
		t.Errorf("lost %q\n%s", o.lost, o.out)
	}
	demo16 := pipetest.Demo(t, "@demo16", 1)[0] + "\n"
	if o := run(t, Config{Config: pipeline.Config{To: bulk.Line}, Each: 3}, a, demo16); strings.Count(o.out, "\n") != 6 {
		t.Errorf("%s", o.out)
	}
	for name, test := range map[string]struct {
		cfg   Config
		texts []string
		want  string
	}{
		"sizes":        {Config{Each: 1, Pairs: true}, []string{a, demo16}, "in1: no such answers: an array or a table holds puzzles of one size"},
		"no solutions": {Config{Each: 1, Solutions: true}, []string{a, "puzzle,id\n" + pipetest.Puzzle9 + ",c\n"}, "in1: it has no column with solutions"},
		"form":         {Config{Config: pipeline.Config{To: bulk.Letters16}, Each: 1}, []string{a}, "in0: no such answers: letters16 holds puzzles of order 16"},
		"nothing":      {Config{}, []string{a}, "nothing to write"},
		"grids":        {Config{Config: pipeline.Config{To: bulk.Grid}, Each: 1, Solutions: true}, []string{a}, "solutions need the form line"},
		"too many":     {Config{Each: MostEach + 1}, []string{a}, "want at most"},
		"unwritable":   {Config{Config: pipeline.Config{To: bulk.Kind(63)}, Each: 1}, []string{a}, "cannot be written in the form Kind(63)"},
		"share":        {Config{Each: 1, First: 2, End: new(uint64)}, []string{a}, "a share from row 2 ends at row 0"},
	} {
		if _, err := try(t.Context(), test.cfg, test.texts...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n, err := Rows(t.Context(), Config{Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", a)}}, Each: MostEach + 1}); n > 0 || err == nil {
		t.Errorf("%d rows, %v", n, err)
	}
	if o := run(t, Config{Each: 1}, ""); o.out != "" {
		t.Errorf("of nothing: %s", o.out)
	}
}

// TestTasks takes a unit apart, as a panic does.
func TestTasks(t *testing.T) {
	t.Parallel()
	var b, one pipeline.Batch
	u := pipeline.SlotOf[unit](&b)
	form := bulk.Form{Kind: bulk.Line, Order: 9}
	u.from, u.to, u.own, u.solved, u.low, u.high, u.again = form, form, true, true, 2, 5, true
	u.add(&record{number: 7, cells: cellsOf(t, pipetest.Solution9)})
	u.add(&record{number: 8, cells: cellsOf(t, pipetest.Puzzle9), text: []byte("x"), missing: 2})
	u.CopyTo(&one, 1)
	got := pipeline.SlotOf[unit](&one)
	if u.Len() != 2 || got.Len() != 1 || got.Puzzle() != pipetest.Puzzle9 || u.Puzzle() != pipetest.Solution9 {
		t.Errorf("%+v", got)
	}
	if r := got.records[0]; r.number != 8 || string(r.text) != "x" || r.missing != 2 || got.low != 2 || got.high != 5 || !got.again || !got.own {
		t.Errorf("%+v", got)
	}
	if u.Truncate(0); u.Len() != 0 || u.Puzzle() != "" {
		t.Errorf("%+v", u)
	}
}
