package convert

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
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

// run converts a text.
func run(t *testing.T, opts Options, cfg pipeline.Config, text string) (out string, stats pipeline.Stats, repeated int64) {
	t.Helper()
	if opts.TempDir == "" {
		opts.TempDir = t.TempDir()
	}
	var b bytes.Buffer
	cfg.Output, cfg.Inputs = &b, []pipeline.Input{pipetest.Text("in", text)}
	stats, repeated, err := Run(t.Context(), cfg, opts)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(opts.TempDir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if stats.TextOut != int64(b.Len()) {
		t.Errorf("%d bytes written, %d counted", b.Len(), stats.TextOut)
	}
	return b.String(), stats, repeated
}

// A record is a puzzle with its solution and its canonical form.
type record struct{ puzzle, solution, form, formSolution string }

// line writes cells.
func line(cells []uint8) string {
	text := bulk.Form{Kind: bulk.Line, Order: 9}.AppendPuzzle(nil, cells)
	return string(text[:81])
}

// records are n puzzles of a few classes, in many shapes.
func records(t *testing.T, n, classes int) []record {
	t.Helper()
	solve, err := solver.New(9, solver.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	c, m, r := solver.NewCanonicalizer(), generate.NewIsomorpher(geometry.Of(9), 5), rand.New(rand.NewPCG(1, 2))
	demo := pipetest.Demo(t, "@demo", classes)
	var all []record
	for range n {
		class := r.IntN(classes)
		puzzle, form := make([]uint8, 81), make([]uint8, 81)
		m.Choose(uint64(class), r.Uint64N(4))
		m.Apply(puzzle, pipetest.Cells(t, bulk.Form{Kind: bulk.Line, Order: 9}, demo[class]))
		c.Canonical(form, puzzle)
		solution, formSolution := slices.Clone(puzzle), slices.Clone(form)
		if !solve.Solve(solution).Unique() || !solve.Solve(formSolution).Unique() {
			t.Fatal("a puzzle without one solution")
		}
		all = append(all, record{line(puzzle), line(solution), line(form), line(formSolution)})
	}
	return all
}

// TestRun wants what a few lines of Go make of the same records, with all
// combinations of what can be asked for, whether they fit in memory or not, and for
// any number of workers.
func TestRun(t *testing.T) {
	t.Parallel()
	all := records(t, 600, 180)
	var csv strings.Builder
	csv.WriteString("id,puzzle,solution\n")
	for i, r := range all {
		fmt.Fprintf(&csv, "%d,%s,%s\n", i, r.puzzle, r.solution)
		if i%100 == 0 {
			csv.WriteString("bad,x,\n")
		}
	}
	for i := range 8 {
		opts := Options{Canonical: i&1 > 0, Unique: i&2 > 0, Sorted: i&4 > 0, OnBad: pipeline.Mark}
		want, wantRepeated := naive(all, &opts)
		for _, memory := range []int64{0, 12 << 10, 4 << 20} {
			for _, jobs := range []int{1, 3} {
				if testing.Short() && (jobs == 1 || opts.Canonical) {
					continue
				}
				opts.Memory = memory
				got, stats, repeated := run(t, opts, pipeline.Config{Jobs: jobs, BatchBytes: 4 << 10}, csv.String())
				if got != want {
					t.Errorf("%+v, %d jobs: got %d bytes, want %d", opts, jobs, len(got), len(want))
				}
				if repeated != wantRepeated || stats.Malformed != 6 || stats.Solved != 600-repeated {
					t.Errorf("%+v, %d jobs: %d repeated, want %d; %+v", opts, jobs, repeated, wantRepeated, stats.Counts)
				}
			}
		}
	}
}

// naive is what Run does, for a few records.
func naive(all []record, opts *Options) (out string, repeated int64) {
	type row struct{ key, text string }
	var rows []row
	seen := map[string]bool{}
	for i, r := range all {
		puzzle, solution := r.puzzle, r.solution
		if opts.Canonical {
			puzzle, solution = r.form, r.formSolution
		}
		if opts.Unique && seen[puzzle] {
			repeated++
		} else {
			rows = append(rows, row{puzzle, fmt.Sprintf("%d,%s,%s\n", i, puzzle, solution)})
		}
		seen[puzzle] = true
		if i%100 == 0 {
			rows = append(rows, row{"\xff", "bad,x,\n"})
		}
	}
	if opts.Sorted {
		slices.SortStableFunc(rows, func(a, b row) int { return strings.Compare(a.key, b.key) })
	}
	out = "id,puzzle,solution\n"
	for _, r := range rows {
		out += r.text
	}
	return out, repeated
}

// TestLines has forms without columns, where solutions are left behind.
func TestLines(t *testing.T) {
	t.Parallel()
	all := records(t, 200, 30)
	text, want := "", []string(nil)
	for _, r := range all {
		text += r.puzzle + "," + r.solution + "\n"
		if !slices.Contains(want, r.form) {
			want = append(want, r.form)
		}
	}
	text += "x\n"
	cfg := pipeline.Config{From: bulk.Line, To: bulk.Line}
	if got, _, _ := run(t, Options{Canonical: true, Unique: true, OnBad: pipeline.Skip}, cfg, text); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("got %s", got)
	}
	slices.Sort(want)
	got, _, _ := run(t, Options{Canonical: true, Unique: true, Sorted: true, OnBad: pipeline.Mark}, cfg, text)
	if got != strings.Join(want, "\n")+"\nmalformed column 1: bad cell 'x'\n" {
		t.Errorf("got %s", got)
	}
}

// TestMalformedSolution has a solution that cannot follow its puzzle.
func TestMalformedSolution(t *testing.T) {
	t.Parallel()
	r := records(t, 1, 1)[0]
	text := "puzzle,solution\n" + r.puzzle + "," + r.solution + "\n" + r.puzzle + ",5" + r.solution + "\n" + r.puzzle + ",\n"
	o := Options{Canonical: true, OnBad: pipeline.Skip}
	var faults []string
	cfg := pipeline.Config{Hooks: pipeline.Hooks{OnFault: func(e *model.SyntaxError) { faults = append(faults, e.Error()) }}}
	got, stats, _ := run(t, o, cfg, text)
	want := "puzzle,solution\n" + r.form + "," + r.formSolution + "\n" + r.form + ",\n"
	if got != want || stats.Malformed != 1 || stats.Solved != 2 {
		t.Errorf("got %swant %s, %+v", got, want, stats.Counts)
	}
	if len(faults) != 1 || faults[0] != `in:3:164: in "solution": more than 81 cells` {
		t.Errorf("faults: %q", faults)
	}
}

// TestNoCanonicalForm ends at a 16×16 puzzle, unless only equal ones are asked for.
func TestNoCanonicalForm(t *testing.T) {
	t.Parallel()
	demo := pipetest.Demo(t, "@demo16", 2)
	text := demo[0] + "\n" + demo[1] + "\n" + demo[0] + "\n"
	_, _, err := Run(t.Context(), pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", text)}}, Options{Canonical: true})
	if !errors.Is(err, errNoCanonicalForm) {
		t.Errorf("%v", err)
	}
	if got, _, n := run(t, Options{Unique: true}, pipeline.Config{}, text); n != 1 || got != demo[0]+"\n"+demo[1]+"\n" {
		t.Errorf("%d left out: %s", n, got)
	}
}

// TestPanic panics in functions that run after the inputs were read.
func TestPanic(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, test := range map[string]struct {
		opts Options
		cfg  pipeline.Config
	}{
		"output": {Options{Sorted: true}, pipeline.Config{Output: panicky{boom}}},
		"end":    {Options{Unique: true}, pipeline.Config{Stretch: pipeline.Stretch{OnEnd: func() error { panic(boom) }}}},
	} {
		test.cfg.Inputs = []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9)}
		if _, _, err := Run(t.Context(), test.cfg, test.opts); !errors.Is(err, boom) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// panicky is an output that panics.
type panicky struct{ err error }

func (p panicky) Write([]byte) (int, error) { panic(p.err) }
