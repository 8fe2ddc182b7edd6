package pipeline

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A brittle solver has a bug that one puzzle shows: at once, or as engines that
// work on many puzzles at a time, when it is to finish.
type brittle struct {
	batchSolver
	bad   []uint8
	late  bool
	armed bool
}

func (s *brittle) Feed(b *solver.Batch, done func(*solver.Batch)) {
	if at := bytes.Index(b.Cells, s.bad); at >= 0 && at%81 == 0 {
		s.armed = true
		if !s.late {
			panic("index out of range")
		}
	}
	if !s.armed {
		s.batchSolver.Feed(b, done)
	}
}

func (s *brittle) Flush(done func(*solver.Batch)) {
	if s.armed {
		panic("index out of range")
	}
	s.batchSolver.Flush(done)
}

// bug is a puzzle that workers of the tests panic at.
var bug = strings.Repeat(".", 80) + "7"

// withBug returns a maker of workers whose solver is brittle.
func withBug(t *testing.T, newWorker func() (Worker, error), late bool) func() (Worker, error) {
	return func() (Worker, error) {
		w, err := newWorker()
		if err != nil {
			return nil, err
		}
		engine, err := solver.New(9, solver.Options{Limit: 2})
		if err != nil {
			return nil, err
		}
		s := &brittle{batchSolver: engine, bad: cellsOf(t, bug), late: late}
		switch w := w.(type) {
		case *solveWorker:
			w.solvers[9] = s
		case *checkWorker:
			w.solvers[9] = s
		}
		return w, nil
	}
}

// TestPanic has an engine that panics at one puzzle, which the error tells, with
// its number; what lies ahead of it is answered, however it was batched.
func TestPanic(t *testing.T) {
	t.Parallel()
	lines := demo(t, "@demo", 300)
	lines[3] = "x"
	lines[200] = "# a comment\n" + bug
	b := strings.Join(lines, "\n")
	answers, _ := recordsOf(t, text("a", puzzle9), text("b", strings.Join(lines[:200], "\n")))
	for _, late := range []bool{false, true} {
		for _, jobs := range []int{1, 3} {
			for _, size := range []int{1, 1000, DefaultBatchBytes} {
				cfg := Config{Jobs: jobs, BatchBytes: size, NewWorker: withBug(t, SolveWorkers(noOptions, Mark), late)}
				o := run(t.Context(), cfg, text("a", puzzle9), text("b", b))
				want := "b: record 201: panic: index out of range\nat the puzzle " + bug + "\ngoroutine "
				if o.err == nil || !strings.HasPrefix(o.err.Error(), want) {
					t.Fatalf("late %v, %d jobs, batches of %d: %v", late, jobs, size, o.err)
				}
				if o.out != strings.Join(answers, "") || len(o.faults) != 1 || o.stats.Puzzles() != 201 {
					t.Errorf("late %v, %d jobs, batches of %d: %d bytes, %d faults, %+v", late, jobs, size, len(o.out), len(o.faults), o.stats)
				}
			}
		}
	}
}

// TestPanicBehindEnd has it where nothing is a record.
func TestPanicBehindEnd(t *testing.T) {
	t.Parallel()
	s := puzzle9 + "\nend\n" + strings.Repeat(puzzle9+"\n", 20) + bug + "\n" + strings.Repeat(puzzle9+"\n", 20)
	cfg := Config{Jobs: 1, BatchBytes: 100, NewWorker: withBug(t, SolveWorkers(noOptions, Mark), false)}
	o := run(t.Context(), cfg, text("a", s), text("b", puzzle9))
	if o.err != nil || o.out != solution9+"\n"+solution9+"\n" {
		t.Errorf("%v: %q", o.err, o.out)
	}
}

// TestPanicForms has puzzles that take several lines, and text that is none.
func TestPanicForms(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{
		"line":  puzzle9 + "\n" + bug + "\n",
		"hiho":  "2\n" + in(t, formats.Hiho, 9, []string{puzzle9, bug}),
		"check": puzzle9 + "\n" + bug + "\n",
	} {
		newWorker := SolveWorkers(noOptions, Mark)
		if name == "check" {
			newWorker = CheckWorkers(CheckOptions{Minimal: true, Keys: true, Spans: true})
		}
		told := 0
		cfg := Config{Jobs: 2, NewWorker: withBug(t, newWorker, true), OnBatch: func(*Batch, Place) error { told++; return nil }}
		o := run(t.Context(), cfg, text("in", s))
		if want := "in: record 2: panic: index out of range\nat the puzzle " + bug; o.err == nil || !strings.HasPrefix(o.err.Error(), want) {
			t.Errorf("%s: %v", name, o.err)
		}
		if told > 0 || o.stats.Solved != 1 {
			t.Errorf("%s: told of %d batches, %+v", name, told, o.stats)
		}
	}
	bad := workers(func(_ context.Context, b *Batch) {
		copyText(t.Context(), b)
		if bytes.Contains(b.Text, []byte("y\n")) {
			panic("not that")
		}
	})
	o := run(t.Context(), Config{Jobs: 2, NewWorker: bad}, text("in", puzzle9+"\nx\ny\n"))
	if want := "in: record 3: panic: not that\nat the puzzle \"y\\n\"\n"; o.err == nil || !strings.HasPrefix(o.err.Error(), want) || o.out != puzzle9+"\nx\n" || o.stats.Puzzles() != 2 {
		t.Errorf("no puzzle: %v; %q, %+v", o.err, o.out, o.stats)
	}
}

// TestPanicOnce has workers that panic only once, or only at many records at a
// time: no record can be named, but the run must not go on as if it were well.
func TestPanicOnce(t *testing.T) {
	t.Parallel()
	s := strings.Repeat(puzzle9+"\n", 20)
	left := 10
	once := workers(func(ctx context.Context, b *Batch) {
		if left--; left == 0 {
			panic("out of luck")
		}
		copyText(ctx, b)
	})
	o := run(t.Context(), Config{Jobs: 1, BatchBytes: 1, NewWorker: once}, text("in", s))
	if o.err == nil || !strings.HasPrefix(o.err.Error(), "in: record 10: here or in a later record, but in none that is done again: panic: out of luck\n") {
		t.Errorf("once: %v", o.err)
	}
	many := workers(func(ctx context.Context, b *Batch) {
		if bytes.Count(b.Text, []byte("\n")) > 1 {
			panic("too much")
		}
		copyText(ctx, b)
	})
	o = run(t.Context(), Config{Jobs: 1, BatchBytes: 300, NewWorker: many}, text("in", puzzle9+"\n"+s))
	if o.err == nil || !strings.HasPrefix(o.err.Error(), "in: record 1: here or in a later record, but in none alone: panic: too much\n") {
		t.Errorf("many: %v", o.err)
	}
}

// A brittleMaker is a worker of Generate that panics at one number.
type brittleMaker struct {
	Worker
	bad uint64
}

func (m *brittleMaker) Work(ctx context.Context, b *Batch, done func(*Batch)) {
	if u := &b.unit; m.bad >= u.first && m.bad < u.first+uint64(u.count) {
		panic("no idea")
	}
	m.Worker.Work(ctx, b, done)
}

// TestPanicOfGenerate has its workers panic: the puzzle's number is told, and the
// puzzle that it was to be made of.
func TestPanicOfGenerate(t *testing.T) {
	t.Parallel()
	lines := demo(t, "@demo", 30)
	for name, tt := range map[string]struct {
		cfg  GenerateConfig
		want string
	}{
		"new":       {GenerateConfig{Options: generate.Options{Order: 9}}, ""},
		"isomorphs": {GenerateConfig{Inputs: []Input{text("in", strings.Join(lines, "\n"))}}, "at the puzzle " + lines[200%30] + "\n"},
	} {
		var want bytes.Buffer
		cfg := tt.cfg
		cfg.Count, cfg.Output = 200, &want
		if _, err := Generate(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		for _, jobs := range []int{1, 3} {
			var out bytes.Buffer
			cfg.Count, cfg.Output, cfg.Jobs = 500, &out, jobs
			cfg.newWorker = func(cfg *GenerateConfig) (Worker, error) {
				w, err := newGenerateWorker(cfg)
				return &brittleMaker{w, 200}, err
			}
			stats, err := Generate(t.Context(), cfg)
			if err == nil || !strings.HasPrefix(err.Error(), "puzzles: record 201: panic: no idea\n"+tt.want+"goroutine ") {
				t.Errorf("%s: %v", name, err)
			}
			if out.String() != want.String() || stats.Solved != 200 {
				t.Errorf("%s: %d bytes, want %d; %+v", name, out.Len(), want.Len(), stats)
			}
		}
	}
}
