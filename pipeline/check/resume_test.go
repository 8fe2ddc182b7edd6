package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
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
		type kept struct{ state, log string }
		at := map[int64]kept{} // checkpoints, by records
		var log bytes.Buffer
		var want Summary
		pipetest.Resume(t, name, func(start *pipeline.Checkpoint, on func(*pipeline.Checkpoint) error, out io.Writer) (pipeline.Stats, error) {
			cfg := cfg
			cfg.Start, cfg.State, cfg.Output = start, new(State), out
			if cfg.Compares() && start == nil {
				cfg.Log = &log
			} else if cfg.Compares() {
				cfg.Log, cfg.Logged = io.Discard, strings.NewReader(at[start.Records].log)
			}
			if start == nil {
				cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
					state, err := json.Marshal(cfg.State)
					at[c.Records] = kept{string(state), log.String()}
					if err == nil {
						err = on(c)
					}
					return err
				}
			} else if err := json.Unmarshal([]byte(at[start.Records].state), cfg.State); err != nil {
				t.Fatal(err)
			}
			found, err := Run(t.Context(), cfg)
			got, stats := *found, found.Stats
			got.Stats = pipeline.Stats{} // which is compared elsewhere
			if start == nil {
				want = got
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s:\n%+v, want\n%+v", name, got, want)
			}
			return stats, err
		})
	}
}
