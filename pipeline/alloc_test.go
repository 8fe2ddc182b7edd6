package pipeline_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// TestAllocations runs some and ten times as many records, good ones and
// malformed ones: both runs allocate alike.
func TestAllocations(t *testing.T) {
	nearly := "." + pipetest.Solution9[1:] + "\n"
	bad := "x" + pipetest.Solution9[1:] + "\n"
	lines := strings.Repeat(nearly, 99) + bad
	hiho := pipetest.In(t, bulk.Hiho, 9, []string{nearly})
	for name, c := range map[string]struct {
		header, body string
		records      int // in body
		newWorker    func() (pipeline.Worker, error)
	}{
		"line": {"", lines, 100, solve.Workers(noOptions, pipeline.Mark)},
		"hiho": {"1000000\n", hiho, 1, workers(copyText)},
	} {
		mallocs := func(records int) uint64 {
			input := pipetest.Reading("in", io.MultiReader(
				strings.NewReader(c.header), &repeated{text: strings.Repeat(c.body, 100/c.records), times: records / 100},
			))
			faults := 0
			cfg := pipeline.Config{
				Inputs: []pipeline.Input{input}, Output: io.Discard, Jobs: 2, BatchBytes: 8 << 10,
				NewWorker: c.newWorker, Hooks: pipeline.Hooks{OnFault: func(*model.SyntaxError) { faults++ }},
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			stats, err := pipeline.Run(t.Context(), cfg)
			runtime.ReadMemStats(&after)
			if err != nil || stats.Puzzles() != int64(records) || faults != int(stats.Malformed)+stats.Faults {
				t.Fatalf("%s: Run returned %v, %+v", name, err, stats)
			}
			return after.Mallocs - before.Mallocs
		}
		mallocs(20_000) // whatever is made once
		few, many := mallocs(20_000), mallocs(200_000)
		t.Logf("%s: %d allocations for 20,000 records, %d for 200,000", name, few, many)
		// A short run may be over before the second worker makes its solver.
		if many > few+200 {
			t.Errorf("%s: %d allocations for 20,000 records, %d for 200,000", name, few, many)
		}
	}
}

// A repeated reader reads a text several times over.
type repeated struct {
	text  string
	times int
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.times == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	if r.at += n; r.at == len(r.text) {
		r.at = 0
		r.times--
	}
	return n, nil
}
