// Package pipetest is what tests of packages on the pipeline have in common.
package pipetest

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A puzzle, its only solution, and a puzzle with two equal clues in a house.
const (
	Puzzle9   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	Solution9 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	Clash9    = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

// A Source is a Source over any reader.
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

// Stream is as the test has it.
func (s *Source) Stream() bool { return s.Live }

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

// An Outcome is all that a run gives.
type Outcome struct {
	Out        string
	Stats      pipeline.Stats
	Err        error
	Faults     []string // what OnFault was given, as messages
	Kept       []formats.SyntaxError
	Unread     []string // what OnUnread was given
	Empty      []string // what OnEmpty was given
	Unreadable []string
}

// Run runs inputs with what cfg says.
func Run(ctx context.Context, cfg pipeline.Config, inputs ...pipeline.Input) Outcome {
	var o Outcome
	var out bytes.Buffer
	cfg.Inputs = inputs
	if cfg.Output == nil {
		cfg.Output = &out
	}
	cfg.OnFault = func(e *formats.SyntaxError) {
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

// MustRun is run where nothing may fail.
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

// Cells reads one puzzle or solution in a form.
func Cells(t testing.TB, form formats.Form, record string) []uint8 {
	t.Helper()
	var r formats.Records
	form.Decode(&r, []byte(record))
	if r.N != 1 || len(r.Faults) > 0 {
		t.Fatalf("%q is not one record of %v: %v", record, form, r.Faults)
	}
	return r.Cells
}

// In rewrites lines of cells in another form.
func In(t testing.TB, kind formats.Kind, order int, lines []string) string {
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
		out = form.AppendPuzzle(out, Cells(t, line, l))
	}
	return string(out)
}

// Count is what statistics say whatever the number of workers and the size of
// the batches.
func (o *Outcome) Count() pipeline.Stats {
	s := o.Stats
	s.Jobs, s.Elapsed, s.Reading, s.Working, s.Writing = 0, 0, 0, 0, 0
	return s
}

// File makes an Input of a file with a text.
func File(t *testing.T, text string) (in pipeline.Input, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "in.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{}) }}, path
}
