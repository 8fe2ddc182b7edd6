package convert

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestResume stops runs that leave out what was there before, or sort; and goes on
// with less memory than there was, or with more.
func TestResume(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 300)
	for i := range lines {
		if i%7 == 3 {
			lines[i] = lines[i/2]
		}
	}
	lines[200] = "x"
	text := strings.Join(lines, "\n") + "\n"
	inputs := []pipeline.Input{pipetest.Text("a", text), pipetest.Text("b", text+strings.Join(pipetest.Demo(t, "@demo", 600)[500:], "\n"))}
	for _, opts := range []Options{
		{Unique: true}, {Unique: true, Sorted: true, OnBad: pipeline.Mark},
	} {
		for _, memory := range [][2]int64{{1 << 10, 1 << 20}, {1 << 20, 1 << 10}} {
			if testing.Short() && opts.Sorted {
				continue
			}
			opts.TempDir = t.TempDir()
			pipetest.Resume(t, fmt.Sprintf("%+v, memory %d", opts, memory), func(cfg pipeline.Config, _ *struct{}) (pipeline.Stats, error) {
				cfg.Inputs, cfg.Jobs, cfg.To, cfg.BatchBytes = inputs, 2, bulk.CSV, 8000
				opts := opts
				if opts.Memory = memory[0]; cfg.Start != nil {
					opts.Memory = memory[1]
				}
				stats, _, err := Run(t.Context(), cfg, opts)
				return stats, err
			})
		}
	}
}
