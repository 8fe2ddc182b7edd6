package solve

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestVerdicts has a record for each verdict. Its answer and its count are what
// the solver itself says.
func TestVerdicts(t *testing.T) {
	// Two digits that are given nowhere can be exchanged.
	several := strings.NewReplacer("1", ".", "2", ".").Replace(pipetest.Solution9)
	hard := pipetest.Demo(t, "@demo", 20_000)[19_999]
	s := strings.Join([]string{
		pipetest.Puzzle9, several, pipetest.Clash9, "12345678." + strings.Repeat(".", 35) + "9" + strings.Repeat(".", 36), pipetest.Solution9, hard, "x",
	}, "\n")
	cfg := pipeline.Config{Jobs: 2, NewWorker: Workers(solver.Options{Limit: 2, MaxGuesses: 1}, pipeline.Mark)}
	o := pipetest.MustRun(t, cfg, pipetest.Text("in", s))
	want := []string{pipetest.Solution9, "multiple ", "contradiction r1c1 r1c2", "no solution", pipetest.Solution9, "gave up after 1 guesses", "malformed "}
	got := strings.Split(strings.TrimSuffix(o.Out, "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers, want %d:\n%s", len(got), len(want), o.Out)
	}
	for i, answer := range got {
		if !strings.HasPrefix(answer, want[i]) {
			t.Errorf("answer %d is %q, want %q", i+1, answer, want[i])
		}
	}
	o.Stats.Guesses = 0
	if c := (pipeline.Counts{Solved: 2, Multiple: 1, NoSolution: 1, Contradiction: 1, GaveUp: 1, Malformed: 1, Solutions: 4, Incomplete: 2}); o.Stats.Counts != c {
		t.Errorf("counts %+v, want %+v", o.Stats.Counts, c)
	}
}

// TestCounts has puzzles with two solutions and with very many: with a limit of
// more than 2 the answers say how many, and whether that is all.
func TestCounts(t *testing.T) {
	two := strings.NewReplacer("1", ".", "2", ".").Replace(pipetest.Solution9)
	blank := strings.Repeat(".", 81)
	for _, tt := range []struct {
		opts      solver.Options
		want      [2]string // what the answers begin with, after "multiple "
		solutions uint64
	}{
		{solver.Options{Limit: 2}, [2]string{"", ""}, 4},
		{solver.Options{Limit: 3}, [2]string{"2 ", "3+ "}, 5},
		{solver.Options{Limit: 1000}, [2]string{"2 ", "1000+ "}, 1002},
		{solver.Options{Limit: 1000, MaxGuesses: 60}, [2]string{"2 ", "20+ "}, 22},
	} {
		for _, engine := range []string{solver.Auto, "band"} {
			tt.opts.Engine = engine
			o := pipetest.MustRun(t, pipeline.Config{Jobs: 1, NewWorker: Workers(tt.opts, pipeline.Mark)}, pipetest.Text("in", two+"\n"+blank+"\n"))
			for i, line := range strings.Split(strings.TrimSuffix(o.Out, "\n"), "\n") {
				if rest, ok := strings.CutPrefix(line, "multiple "+tt.want[i]); !ok || len(rest) != 81 {
					t.Errorf("%+v: %q, want multiple %sand a grid", tt.opts, line, tt.want[i])
				}
			}
			if o.Stats.Solutions != tt.solutions {
				t.Errorf("%+v: %d solutions, want %d", tt.opts, o.Stats.Solutions, tt.solutions)
			}
		}
	}
}

// TestTables wants rows as wide as their header, with a solution, whatever columns
// the workers were given; a worker around another that hides what it adds ends the run.
func TestTables(t *testing.T) {
	const in = "id,puzzle\n1," + pipetest.Puzzle9 + "\nx,x\n"
	status, err := columns.Parse([]string{"status"})
	if err != nil {
		t.Fatal(err)
	}
	const row = "1," + pipetest.Puzzle9 + ","
	for _, tt := range []struct {
		limit int
		added []columns.Column
		want  string
	}{
		{1, nil, "id,puzzle,solution,status,guesses\n" + row + pipetest.Solution9 + ",solved,0\nx,x,,malformed,\n"},
		{3, nil, "id,puzzle,solution,status,guesses,solutions,complete\n" + row + pipetest.Solution9 + ",unique,0,1,true\nx,x,,malformed,,,\n"},
		{2, status, "id,puzzle,status\n" + row + "unique\nx,x,malformed\n"},
	} {
		cfg := pipeline.Config{Jobs: 1, NewWorker: Workers(solver.Options{Limit: tt.limit}, pipeline.Mark, tt.added...)}
		if got := pipetest.MustRun(t, cfg, pipetest.Text("in", in)).Out; got != tt.want {
			t.Errorf("limit %d, %d columns: got\n%swant\n%s", tt.limit, len(tt.added), got, tt.want)
		}
	}
	hidden := pipetest.WithBug(t, Workers(solver.Options{}, pipeline.Mark), pipetest.Clash9, false)
	o := pipetest.Run(t.Context(), pipeline.Config{Jobs: 1, NewWorker: hidden}, pipetest.Text("in", in))
	if o.Err == nil || !strings.Contains(o.Err.Error(), "pipeline.ColumnAdder") || strings.Contains(o.Out, "\n1,") {
		t.Errorf("a worker that hides its columns: %v, after\n%s", o.Err, o.Out)
	}
}

// TestEngineOfOtherOrder is an error at the first record, not a panic.
func TestEngineOfOtherOrder(t *testing.T) {
	cfg := pipeline.Config{Jobs: 2, NewWorker: Workers(solver.Options{Engine: "grid"}, pipeline.Mark)}
	o := pipetest.Run(t.Context(), cfg, pipetest.Text("in", pipetest.Puzzle9))
	if o.Err == nil || !strings.HasPrefix(o.Err.Error(), "in: record 1: ") {
		t.Errorf("Run returned %v", o.Err)
	}
}

// TestWorkStopsEarly gives a worker a context that has ended: it must not go
// through its whole batch.
func TestWorkStopsEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w, err := Workers(solver.Options{}, pipeline.Mark)()
	if err != nil {
		t.Fatal(err)
	}
	line9, err := bulk.Line.Form(9)
	if err != nil {
		t.Fatal(err)
	}
	b := &pipeline.Batch{From: line9, To: line9, Text: []byte(strings.Repeat(pipetest.Puzzle9+"\n", 100))}
	w.Work(ctx, b)
	w.Flush(ctx)
	if len(b.Out) > 0 {
		t.Errorf("%d bytes were answered", len(b.Out))
	}
}

// TestNoSuchSolver wants no worker where there is no solver of any order.
func TestNoSuchSolver(t *testing.T) {
	for _, opts := range []solver.Options{{Limit: -1}, {Engine: "none"}} {
		if _, err := Workers(opts, pipeline.Mark)(); err == nil {
			t.Errorf("%+v: no error", opts)
		}
	}
	for _, engine := range []string{"band", "grid"} {
		if _, err := Workers(solver.Options{Engine: engine}, pipeline.Mark)(); err != nil {
			t.Errorf("%s: %v", engine, err)
		}
	}
}

// TestCountsAreDivided counts many solutions of few puzzles, up to limits and budgets: the answers
// do not depend on who helps. A count that would take forever ends with its context.
func TestCountsAreDivided(t *testing.T) {
	few := "........5...83..........2...23...8.......1....8.......1.5.4.......6.....9........"
	text := strings.Repeat(few+"\n", 3)
	for _, opts := range []solver.Options{{Limit: 300_000}, {Limit: 1_000_000, MaxGuesses: 200_001}} {
		var want pipetest.Outcome
		for i, jobs := range []int{1, 2, 3, 8} {
			o := pipetest.MustRun(t, pipeline.Config{Jobs: jobs, NewWorker: Workers(opts, pipeline.Mark)}, pipetest.Text("in", text))
			if i == 0 {
				want = o
			}
			if o.Out != want.Out || o.Stats.Counts != want.Stats.Counts || o.Stats.Incomplete != 3 {
				t.Errorf("%+v, %d jobs: %s%+v, want\n%s%+v", opts, jobs, o.Out, o.Stats.Counts, want.Out, want.Stats.Counts)
			}
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	endless := solver.Options{Limit: 1 << 50}
	o := pipetest.Run(ctx, pipeline.Config{Jobs: 3, NewWorker: Workers(endless, pipeline.Mark)}, pipetest.Text("in", strings.Repeat(".", 81)+"\n"))
	if !errors.Is(o.Err, context.DeadlineExceeded) || o.Out != "" {
		t.Errorf("a cancelled count: %v, %q", o.Err, o.Out)
	}
}
