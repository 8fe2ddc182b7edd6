package gen

import (
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// BenchmarkRun makes ten isomorphs of each puzzle of a table with solutions, with
// one worker.
func BenchmarkRun(b *testing.B) {
	text := "id,puzzle,solution\n" + strings.Repeat("id,"+pipetest.Puzzle9+","+pipetest.Solution9+"\n", 5000)
	for name, cfg := range map[string]AugmentConfig{
		"line": {Config: pipeline.Config{To: formats.Line}}, "csv": {Config: pipeline.Config{To: formats.CSV}}, "ndjson": {Config: pipeline.Config{To: formats.NDJSON}}, "pairs": {Pairs: true},
	} {
		b.Run("to="+name, func(b *testing.B) {
			cfg.Each, cfg.Jobs, cfg.Output = 10, 1, io.Discard
			cfg.Inputs = []pipeline.Input{pipetest.Text("in", text)}
			rows := int64(0)
			for b.Loop() {
				stats, err := Augment(b.Context(), cfg)
				if err != nil {
					b.Fatal(err)
				}
				rows += stats.Solved
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
