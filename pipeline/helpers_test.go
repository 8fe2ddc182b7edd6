package pipeline

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

var noOptions solver.Options

// A puzzle, its only solution, and a puzzle that two equal clues spoil.
const (
	puzzle9   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution9 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	clash9    = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

// A testSource is a Source over any reader.
type testSource struct {
	io.Reader
	live   bool
	close  func() error // may be nil
	n      atomic.Int64
	closes atomic.Int64
}

func (s *testSource) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.n.Add(int64(n))
	return n, err
}

func (s *testSource) Close() error {
	s.closes.Add(1)
	if s.close != nil {
		return s.close()
	}
	return nil
}

func (s *testSource) BytesIn() int64 { return s.n.Load() }
func (s *testSource) Stream() bool   { return s.live }

// from makes an Input of a source.
func from(name string, s *testSource) Input {
	return Input{Name: name, Open: func() (Source, error) { return s, nil }}
}

// reading makes an Input of a reader.
func reading(name string, r io.Reader) Input { return from(name, &testSource{Reader: r}) }

// text makes an Input of a text, which can be opened again and again.
func text(name, s string) Input {
	return Input{Name: name, Open: func() (Source, error) {
		return &testSource{Reader: strings.NewReader(s)}, nil
	}}
}

// A workFunc is a Worker that is a function.
type workFunc func(ctx context.Context, b *Batch)

func (f workFunc) Work(ctx context.Context, b *Batch, done func(*Batch)) {
	f(ctx, b)
	done(b)
}

func (workFunc) Flush(context.Context, func(*Batch)) {}

// workers makes every worker the same function.
func workers(f workFunc) func() (Worker, error) {
	return func() (Worker, error) { return f, nil }
}

// copyText decodes a batch and answers with its text.
func copyText(_ context.Context, b *Batch) {
	b.From.Decode(&b.Records, b.Text)
	b.Counts.Solved += int64(b.Records.N - len(b.Records.Faults))
	b.Counts.Malformed += int64(len(b.Records.Faults))
	b.Out = append(b.Out, b.Text...)
}

// An outcome is all that a run gives.
type outcome struct {
	out        string
	stats      Stats
	err        error
	faults     []string // what OnFault was told, as messages
	kept       []formats.SyntaxError
	unreadable []string
}

// run runs inputs with what cfg says; the workers are solving ones if it does
// not say.
func run(ctx context.Context, cfg Config, inputs ...Input) outcome {
	var o outcome
	var out bytes.Buffer
	cfg.Inputs = inputs
	if cfg.Output == nil {
		cfg.Output = &out
	}
	if cfg.NewWorker == nil {
		cfg.NewWorker = SolveWorkers(solver.Options{}, Mark)
	}
	cfg.OnFault = func(e *formats.SyntaxError) {
		o.faults = append(o.faults, e.Error())
		o.kept = append(o.kept, *e)
	}
	cfg.OnUnreadable = func(err error) { o.unreadable = append(o.unreadable, err.Error()) }
	o.stats, o.err = Run(ctx, cfg)
	o.out = out.String()
	return o
}

// mustRun is run where nothing may fail.
func mustRun(t *testing.T, cfg Config, inputs ...Input) outcome {
	t.Helper()
	o := run(t.Context(), cfg, inputs...)
	if o.err != nil {
		t.Fatalf("Run: %v", o.err)
	}
	return o
}

// demo returns the first lines of an embedded corpus.
func demo(t testing.TB, name string, lines int) []string {
	t.Helper()
	r, err := corpus.Open(name, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(all), "\n")[:lines]
}

// cells reads one puzzle or solution in a form.
func cells(t testing.TB, form formats.Form, record string) []uint8 {
	t.Helper()
	var r formats.Records
	form.Decode(&r, []byte(record))
	if r.N != 1 || len(r.Faults) > 0 {
		t.Fatalf("%q is not one record of %v: %v", record, form, r.Faults)
	}
	return r.Cells
}

// in rewrites lines of cells in another form.
func in(t testing.TB, kind formats.Kind, order int, lines []string) string {
	t.Helper()
	line, err := formats.Line.Form(order)
	if err != nil {
		t.Fatal(err)
	}
	form, err := kind.Form(order)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, l := range lines {
		out = form.AppendPuzzle(out, cells(t, line, l))
	}
	return string(out)
}

// count is what statistics say whatever the number of workers and the size of
// the batches.
func (o *outcome) count() Stats {
	s := o.stats
	s.Jobs, s.Elapsed, s.Reading, s.Working, s.Writing = 0, 0, 0, 0, 0
	return s
}
