// Package pipetest holds what the tests of the pipeline's packages share.
package pipetest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A puzzle, its only solution, and a puzzle with two equal clues in a house.
const (
	Puzzle9   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	Solution9 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	Clash9    = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

// A Source is a pipeline.Source with any reader.
type Source struct {
	io.Reader
	Live    bool
	OnClose func() error // may be nil
	n       atomic.Int64
	Closes  atomic.Int64
}

func (s *Source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.n.Add(int64(n))
	return n, err
}

// Close counts the calls.
func (s *Source) Close() error {
	s.Closes.Add(1)
	if s.OnClose != nil {
		return s.OnClose()
	}
	return nil
}

// BytesIn is how much was read.
func (s *Source) BytesIn() int64 { return s.n.Load() }

// Stream reports what the test has set.
func (s *Source) Stream() bool { return s.Live }

// Typed returns false: the text is as it came.
func (s *Source) Typed() bool { return false }

// From makes an Input of a source.
func From(name string, s *Source) pipeline.Input {
	return pipeline.Input{Name: name, Open: func() (pipeline.Source, error) { return s, nil }}
}

// Reading makes an Input of a reader.
func Reading(name string, r io.Reader) pipeline.Input { return From(name, &Source{Reader: r}) }

// Text makes an Input of a text, which can be opened again and again.
func Text(name, s string) pipeline.Input {
	return pipeline.Input{Name: name, Open: func() (pipeline.Source, error) {
		return &Source{Reader: strings.NewReader(s)}, nil
	}}
}

// An Outcome is everything that a run returns and reports.
type Outcome struct {
	Out        string
	Stats      pipeline.Stats
	Err        error
	Faults     []string // messages of OnFault
	Kept       []model.SyntaxError
	Unread     []string // calls of OnUnread
	Empty      []string // calls of OnEmpty
	Unreadable []string
}

// Run runs inputs with a config.
func Run(ctx context.Context, cfg pipeline.Config, inputs ...pipeline.Input) Outcome {
	var o Outcome
	var out bytes.Buffer
	cfg.Inputs = inputs
	if cfg.Output == nil {
		cfg.Output = &out
	}
	cfg.OnFault = func(e *model.SyntaxError) {
		o.Faults = append(o.Faults, e.Error())
		o.Kept = append(o.Kept, *e)
	}
	cfg.OnUnread = func(input, solutions string) { o.Unread = append(o.Unread, input+": "+solutions) }
	cfg.OnEmpty = func(input string) { o.Empty = append(o.Empty, input) }
	cfg.OnUnreadable = func(err error) { o.Unreadable = append(o.Unreadable, err.Error()) }
	o.Stats, o.Err = pipeline.Run(ctx, cfg)
	o.Out = out.String()
	return o
}

// MustRun is Run for runs that must not fail.
func MustRun(t *testing.T, cfg pipeline.Config, inputs ...pipeline.Input) Outcome {
	t.Helper()
	o := Run(t.Context(), cfg, inputs...)
	if o.Err != nil {
		t.Fatalf("Run: %v", o.Err)
	}
	return o
}

// Demo returns the first lines of an embedded corpus.
func Demo(t testing.TB, name string, lines int) []string {
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

// Cells decodes one puzzle or solution.
func Cells(t testing.TB, form bulk.Form, record string) []uint8 {
	t.Helper()
	var r model.Records
	form.Decode(&r, []byte(record))
	if r.N != 1 || len(r.Faults) > 0 {
		t.Fatalf("%q is not one record of %v: %v", record, form, r.Faults)
	}
	return r.Cells
}

// In rewrites lines of cells in another form.
func In(t testing.TB, kind bulk.Kind, order int, lines []string) string {
	t.Helper()
	line, err := bulk.Line.Form(order)
	if err != nil {
		t.Fatal(err)
	}
	form, err := kind.Form(order)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, l := range lines {
		out = form.AppendPuzzle(out, Cells(t, line, l))
	}
	return string(out)
}

// Count returns the statistics that do not depend on the number of workers and the size of
// batches.
func (o *Outcome) Count() pipeline.Stats {
	s := o.Stats
	s.Jobs, s.Elapsed, s.Reading, s.Working, s.Writing = 0, 0, 0, 0, 0
	return s
}

// File makes an Input from a file with this text.
func File(t *testing.T, text string) (in pipeline.Input, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{}) }}, path
}

// A brittle worker panics at one puzzle: at once, or at Flush, like an engine that works on
// many puzzles at a time.
type brittle struct {
	pipeline.Worker
	bad   []uint8
	late  bool
	armed bool
}

// WithBug returns a maker of workers, of order 9, that panic with "a bug" at a puzzle.
func WithBug(t *testing.T, newWorker func() (pipeline.Worker, error), puzzle string, late bool) func() (pipeline.Worker, error) {
	bad := bytes.Clone(Cells(t, bulk.Form{Kind: bulk.Line, Order: 9}, puzzle))
	return func() (pipeline.Worker, error) {
		w, err := newWorker()
		return &brittle{Worker: w, bad: bad, late: late}, err
	}
}

func (w *brittle) Work(ctx context.Context, b *pipeline.Batch) {
	var r model.Records
	b.From.Decode(&r, b.Text)
	for at := 0; at < len(r.Cells); at += len(w.bad) {
		if bytes.Equal(r.Cells[at:at+len(w.bad)], w.bad) {
			w.armed = true
			if !w.late {
				panic("a bug")
			}
		}
	}
	if !w.armed {
		w.Worker.Work(ctx, b)
	}
}

func (w *brittle) Flush(ctx context.Context) {
	if w.armed {
		panic("a bug")
	}
	w.Worker.Flush(ctx)
}

// Resume stops a run in some places, or in many with SUDOKUBATCH_FULL=1, continues it there, and stops it again. It wants
// the output and statistics of an unbroken run. The config that it calls run with has Start, OnCheckpoint and Output.
func Resume(t *testing.T, name string, run func(cfg pipeline.Config) (pipeline.Stats, error)) {
	t.Helper()
	type stop struct{ checkpoint, out string }
	from := func(at stop) (stops []stop, out string, stats pipeline.Stats) {
		var rest strings.Builder
		cfg := pipeline.Config{Output: &rest}
		if err := json.Unmarshal([]byte(at.checkpoint), &cfg.Start); err != nil {
			t.Fatal(err)
		}
		cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
			text, err := json.Marshal(c)
			stops = append(stops, stop{string(text), at.out + rest.String()})
			return err
		}
		stats, err := run(cfg)
		if err != nil {
			t.Errorf("%s, from %s: %v", name, at.checkpoint, err)
		}
		return stops, at.out + rest.String(), Lasting(&stats)
	}
	stops, whole, want := from(stop{checkpoint: "null"})
	if len(stops) == 0 {
		t.Fatalf("%s: no checkpoints", name)
	}
	tried := 6
	if os.Getenv("SUDOKUBATCH_FULL") == "1" {
		tried = 40
	}
	for i := 0; i < len(stops); i += 1 + len(stops)/tried {
		at := stops[i]
		for range 2 { // the second run is stopped again, as soon as possible
			next, out, stats := from(at)
			if out != whole || !reflect.DeepEqual(stats, want) {
				t.Errorf("%s, from %s: %d bytes, want %d, or others\n%+v, want\n%+v", name, at.checkpoint, len(out), len(whole), stats, want)
			}
			if len(next) == 0 {
				break
			}
			at = next[0]
		}
	}
}

// Lasting returns the statistics that are the same for every run.
func Lasting(s *pipeline.Stats) pipeline.Stats {
	return pipeline.Stats{
		Counts: s.Counts, Unreadable: s.Unreadable, Faults: s.Faults, Unchecked: s.Unchecked,
		BytesIn: s.BytesIn, TextIn: s.TextIn, TextOut: s.TextOut,
	}
}
