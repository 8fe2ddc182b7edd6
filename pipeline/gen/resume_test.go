package gen

import (
	"errors"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// TestResume stops runs. Every run must announce the header.
func TestResume(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]Config{
		"new":  {Count: 300, Options: generate.Options{Order: 9, Seed: 3}, Solutions: true},
		"hiho": {Config: pipeline.Config{To: bulk.Hiho}, Count: 300, Options: generate.Options{Order: 9, Seed: 3}},
	} {
		cfg.Jobs = 2
		whole := ""
		pipetest.Resume(t, name, func(run pipeline.Config) (pipeline.Stats, error) {
			cfg := cfg
			header := "not said"
			cfg.OnHeader = func(h []byte, _ bulk.Form) { header = string(h) }
			cfg.Start, cfg.OnCheckpoint, cfg.Output = run.Start, run.OnCheckpoint, run.Output
			stats, err := Run(t.Context(), cfg)
			if run.Start == nil {
				whole = header
			}
			if header != whole {
				t.Errorf("%s: the header is %q, not %q", name, header, whole)
			}
			return stats, err
		})
		cfg.Start = &pipeline.Checkpoint{Records: 1 << 40}
		if _, err := Run(t.Context(), cfg); !errors.Is(err, pipeline.ErrUnreached) {
			t.Errorf("%s: a start behind the end: %v", name, err)
		}
	}
}
