package pipeline_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// A randomReader reads random amounts, nothing among them.
type randomReader struct {
	r      io.Reader
	random *rand.Rand
	most   int
}

func (r *randomReader) Read(p []byte) (int, error) {
	return r.r.Read(p[:min(len(p), r.random.IntN(r.most+1))])
}

// TestReaders gives the same text through readers of every manner.
func TestReaders(t *testing.T) {
	for name, s := range mixedTexts(t) {
		want := mustRun(t, pipeline.Config{Jobs: 1}, pipetest.Text("in", s))
		random := func(most int) io.Reader {
			return &randomReader{strings.NewReader(s), rand.New(rand.NewPCG(1, uint64(most))), most}
		}
		for manner, r := range map[string]io.Reader{
			"one byte":      iotest.OneByteReader(strings.NewReader(s)),
			"half":          iotest.HalfReader(strings.NewReader(s)),
			"data with EOF": iotest.DataErrReader(strings.NewReader(s)),
			"up to 3":       random(3),
			"up to 300":     random(300),
			"up to 30000":   random(30_000),
		} {
			for _, live := range []bool{false, true} {
				if live && manner != "up to 300" && manner != "up to 30000" {
					continue
				}
				if live {
					r = random(5000)
				}
				got := mustRun(t, pipeline.Config{Jobs: 2, BatchBytes: 5000}, pipetest.From("in", &pipetest.Source{Reader: r, Live: live}))
				if got.Out != want.Out || !slices.Equal(got.Faults, want.Faults) || !reflect.DeepEqual(got.Count(), want.Count()) {
					t.Errorf("%s, reader %q, live %v: other answers", name, manner, live)
				}
			}
		}
	}
}

// TestNoProgress has a reader that gives nothing, for ever.
func TestNoProgress(t *testing.T) {
	r := io.MultiReader(strings.NewReader(pipetest.Puzzle9+"\n"), readerFunc(func([]byte) (int, error) { return 0, nil }))
	o := run(t.Context(), pipeline.Config{Jobs: 2}, pipetest.Reading("in", r))
	if !errors.Is(o.Err, io.ErrNoProgress) || o.Out != pipetest.Solution9+"\n" {
		t.Errorf("Run returned %v and wrote %q", o.Err, o.Out)
	}
}

// A readerFunc is an io.Reader that is a function.
type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestOverlongLines has lines longer than any record, of several lengths: each
// is one malformed record, or one comment, and no buffer grows with them.
func TestOverlongLines(t *testing.T) {
	for _, length := range []int{64<<10 + 1, 70 << 10, 1 << 20, 10 << 20} {
		for _, first := range []string{"#", ".", pipetest.Puzzle9 + " ", "first of all"} {
			for _, size := range []int{100, 4096, pipeline.DefaultBatchBytes, 1 << 20} {
				if size == 100 && length > 1<<20 {
					continue // many small reads, nothing new
				}
				s := pipetest.Puzzle9 + "\n" + first + strings.Repeat(".", length-len(first)) + "\n" + pipetest.Clash9 + "\n"
				want := pipetest.Solution9 + "\nmalformed column 65537: line longer than 65536 bytes\ncontradiction r1c1 r1c2\n"
				wantFaults := []string{"in:2:65537: line longer than 65536 bytes"}
				switch first {
				case "#":
					want, wantFaults = pipetest.Solution9+"\ncontradiction r1c1 r1c2\n", nil
				case "first of all":
					s, want = strings.TrimPrefix(s, pipetest.Puzzle9+"\n"), strings.TrimPrefix(want, pipetest.Solution9+"\n")
					wantFaults[0] = "in:1:65537: line longer than 65536 bytes"
				}
				name := fmt.Sprintf("line of %d that begins %q, batches of %d", length, first, size)
				o, most := runRing(t, pipeline.Config{Jobs: 1, BatchBytes: size}, pipetest.Text("in", s))
				if o.Out != want || !slices.Equal(o.Faults, wantFaults) {
					t.Errorf("%s: answers %q, faults %q", name, o.Out, o.Faults)
				}
				if limit := 2 * (size + 64<<10 + pipeline.MinRead); most > limit {
					t.Errorf("%s: a buffer of %d bytes, want %d at most", name, most, limit)
				}
			}
		}
	}
}

// runRing runs an input, and also returns the greatest of the ring's buffers.
func runRing(t *testing.T, cfg pipeline.Config, input pipeline.Input) (o pipetest.Outcome, most int) {
	t.Helper()
	var out bytes.Buffer
	cfg.Inputs, cfg.Output, cfg.Progress, cfg.From = []pipeline.Input{input}, &out, new(pipeline.Progress), bulk.Line
	cfg.OnFault = func(e *model.SyntaxError) { o.Faults = append(o.Faults, e.Error()) }
	w, err := solve.Workers(noOptions, pipeline.Mark)()
	if err != nil {
		t.Fatal(err)
	}
	stats, most, whole, err := pipeline.RunRing(t.Context(), cfg, w)
	if err != nil {
		t.Fatal(err)
	}
	o.Stats, o.Out = stats, out.String()
	if !whole {
		t.Error("not all batches came back")
	}
	return o, most
}
