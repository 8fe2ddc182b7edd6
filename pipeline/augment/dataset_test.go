package augment

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// files holds a dataset in memory.
type files struct{ inputs, labels, identifiers, puzzles, groups, metadata bytes.Buffer }

// dataset makes a dataset of a text.
func dataset(t *testing.T, cfg Config, text string) (f files) {
	t.Helper()
	d := Dataset{Inputs: &f.inputs, Labels: &f.labels, Order: 9}
	cfg.Pairs, cfg.Output = true, &d
	run(t, cfg, text)
	perGroup := int64(cfg.Each)
	if cfg.Original {
		perGroup++
	}
	if err := d.Finish(perGroup, DatasetFiles{&f.identifiers, &f.puzzles, &f.groups, &f.metadata}); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*bytes.Buffer{&f.inputs, &f.labels} {
		copy(b.Bytes(), d.Header())
	}
	return f
}

// TestDataset wants tokens of puzzles in one array, tokens of solutions in the
// other, and the same bytes for any number of workers and size of units.
func TestDataset(t *testing.T) {
	t.Parallel()
	text, records := table(t, 40)
	cfg := Config{Each: 6, Original: true}
	want := dataset(t, cfg, text)
	cfg.Jobs, cfg.unitBytes, cfg.BatchBytes = 3, 900, 3000
	got := dataset(t, cfg, text)
	if got.inputs.String() != want.inputs.String() || got.labels.String() != want.labels.String() {
		t.Error("other bytes")
	}
	const examples, header = 40 * 7, 128
	for _, b := range []*bytes.Buffer{&want.inputs, &want.labels} {
		if !strings.Contains(b.String()[:header], "'|u1'") || !strings.Contains(b.String()[:header], "(280, 81)") || b.Len() != header+examples*81 {
			t.Fatalf("%d bytes after %q", b.Len(), b.String()[:header])
		}
	}
	c := solver.NewCanonicalizer()
	form := bulk.Form{Kind: bulk.Line, Order: 9}
	for i := range examples {
		puzzle, solution := make([]uint8, 81), make([]uint8, 81)
		for j := range puzzle {
			puzzle[j] = want.inputs.Bytes()[header+81*i+j] - 1
			solution[j] = want.labels.Bytes()[header+81*i+j] - 1
		}
		if err := solver.Verify(puzzle, solution); err != nil {
			t.Fatalf("example %d: %v", i, err)
		}
		line := strings.TrimSpace(string(form.AppendPuzzle(nil, puzzle)))
		if checkIsomorph(t, c, records[i/7][1], line); i%7 == 0 && line != records[i/7][1] {
			t.Errorf("example %d: %s", i, line)
		}
	}
	if want, got := `{"pad_id":0,"ignore_label_id":0,"blank_identifier_id":0,"vocab_size":11,"seq_len":81,"num_puzzle_identifiers":1,"total_groups":40,"mean_puzzle_examples":1,"total_puzzles":40,"sets":["all"]}`,
		strings.Join(strings.Fields(want.metadata.String()), ""); got != want {
		t.Errorf("dataset.json: %s", got)
	}
}

// TestEmptyDataset has no puzzles: all arrays are there, and empty.
func TestEmptyDataset(t *testing.T) {
	t.Parallel()
	f := dataset(t, Config{Each: 2}, "")
	for want, b := range map[string]*bytes.Buffer{"(0, 81)": &f.inputs, "(0,)": &f.identifiers, "(1,)": &f.groups} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q, want %s", b, want)
		}
	}
}

// TestDatasetMistakes wants bad orders, sizes and groups to be refused.
func TestDatasetMistakes(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	rest := DatasetFiles{&out, &out, &out, &out}
	for _, order := range []int{0, -9, 10} {
		d := Dataset{Inputs: &out, Labels: &out, Order: order}
		_, err := d.Write(make([]byte, 200))
		if finished := d.Finish(1, rest); err == nil || finished == nil || out.Len() > 0 {
			t.Errorf("order %d: %v, %v, %d bytes", order, err, finished, out.Len())
		}
	}
	d := Dataset{Inputs: &out, Labels: &out, Order: 9}
	for _, n := range []int{1, 81, 161, 3 * 81} {
		if n, err := d.Write(make([]byte, n)); n > 0 || err == nil || d.Examples() > 0 {
			t.Errorf("%d bytes were written: %v", n, err)
		}
	}
	if err := d.Finish(0, rest); err == nil {
		t.Error("groups of nothing")
	}
}

// TestCopy copies arrays of more cells than a buffer has, as tokens after the same headers.
func TestCopy(t *testing.T) {
	t.Parallel()
	const n = 1000
	array := func(cells ...byte) []byte { return append(bulk.NpyHeader(9, n), bytes.Repeat(cells, 27*n)...) }
	var inputs, labels bytes.Buffer
	d := Dataset{Inputs: &inputs, Labels: &labels, Order: 9}
	err := d.Copy(bytes.NewReader(array(0, 9, 4)), iotest.DataErrReader(bytes.NewReader(array(1, 9, 4))))
	if err != nil || !bytes.Equal(inputs.Bytes(), array(1, 10, 5)) || !bytes.Equal(labels.Bytes(), array(2, 10, 5)) || d.Examples() != n {
		t.Errorf("%v, %d examples", err, d.Examples())
	}
	if err := d.Copy(bytes.NewReader(array()[:100]), bytes.NewReader(array())); err == nil {
		t.Error("a header that is cut")
	}
}

// TestUnwritable has a file of a dataset that cannot be written.
func TestUnwritable(t *testing.T) {
	t.Parallel()
	full := errors.New("full")
	text, _ := table(t, 3)
	for i := range 2 {
		d := Dataset{Inputs: failingWriter{full, i == 0}, Labels: failingWriter{full, i == 1}, Order: 9}
		if _, err := try(t.Context(), Config{Config: pipeline.Config{Output: &d}, Each: 1, Pairs: true}, text); !errors.Is(err, full) {
			t.Errorf("file %d: %v", i, err)
		}
	}
	for i := range 4 {
		d := Dataset{Inputs: new(bytes.Buffer), Labels: new(bytes.Buffer), Order: 9}
		to := DatasetFiles{failingWriter{full, i == 0}, failingWriter{full, i == 1}, failingWriter{full, i == 2}, failingWriter{full, i == 3}}
		if err := d.Finish(1, to); !errors.Is(err, full) {
			t.Errorf("small file %d: %v", i, err)
		}
	}
}

type failingWriter struct {
	err  error
	does bool
}

func (f failingWriter) Write(p []byte) (int, error) {
	if f.does {
		return 0, f.err
	}
	return len(p), nil
}
