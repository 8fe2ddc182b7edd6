package check

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestResume stops checks in many places and wants them to report, with those that
// go on there, what one reports that is not stopped.
func TestResume(t *testing.T) {
	t.Parallel()
	lines := pipetest.Demo(t, "@demo", 300)
	lines[17], lines[40], lines[250] = lines[3], "x", lines[20]
	text := strings.Join(lines, "\n") + "\n"
	table := "puzzle,n\n" + strings.Join(lines[:100], ",1\n") + ",1\n"
	inputs := []pipeline.Input{pipetest.Text("a", text), pipetest.Text("b", table), pipetest.Text("c", text)}
	against := []pipeline.Input{pipetest.Text("d", strings.Join(lines[80:90], "\n")+"\n")}
	for name, cfg := range map[string]Config{
		"alone":      {},
		"all":        {AllRecords: true, WithText: true, Labels: columns.Addable()[1:2]},
		"duplicates": {Duplicates: true},
		"compared":   {Duplicates: true, Isomorphs: true, Against: against, Memory: 1 << 12, AllRecords: true, WithText: true},
	} {
		cfg.Inputs = inputs
		cfg.Jobs, cfg.TempDir = 2, t.TempDir()
		cfg.OnRecord = func(dst []byte, r *Record) ([]byte, error) { return fmt.Appendf(dst, "%+v\n", *r), nil }
		var want Summary
		pipetest.Resume(t, name, func(run pipeline.Config, state *State) (pipeline.Stats, error) {
			cfg := cfg
			cfg.Start, cfg.OnCheckpoint, cfg.State, cfg.Output = run.Start, run.OnCheckpoint, state, run.Output
			if cfg.Compares() {
				cfg.Log, cfg.Logged = run.Log, run.Logged
			}
			found, err := Run(t.Context(), cfg)
			got, stats := *found, found.Stats
			got.Stats = pipeline.Stats{} // which is compared elsewhere
			if run.Start == nil {
				want = got
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s:\n%+v, want\n%+v", name, got, want)
			}
			return stats, err
		})
	}
}
