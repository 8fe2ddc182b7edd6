package gen

import (
	"errors"
	"fmt"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestResume stops runs in the middle of units, records and inputs.
func TestAugmentResume(t *testing.T) {
	t.Parallel()
	text, _ := table(t, 30)
	for _, to := range []bulk.Kind{0, bulk.Line} {
		for _, unitBytes := range []int{300, 5000} {
			cfg := AugmentConfig{
				Config: pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("a", text), pipetest.Text("b", text+"x,y,z\n"), pipetest.Text("c", text)}, To: to, Jobs: 2},
				Each:   7, Original: true, Solutions: true, unitBytes: unitBytes,
			}
			pipetest.Resume(t, fmt.Sprint("to ", to, ", units of ", unitBytes), func(run pipeline.Config, _ *struct{}) (pipeline.Stats, error) {
				cfg := cfg
				cfg.Start, cfg.OnCheckpoint, cfg.Output = run.Start, run.OnCheckpoint, run.Output
				return Augment(t.Context(), cfg)
			})
			cfg.Start = &pipeline.Checkpoint{Records: 1 << 40}
			if _, err := Augment(t.Context(), cfg); !errors.Is(err, pipeline.ErrUnreached) {
				t.Errorf("to %v: a start behind the end: %v", to, err)
			}
		}
	}
}
