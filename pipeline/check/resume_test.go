package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// A stopped check is what is left of one.
type stopped struct {
	checkpoint, state, log string
	out                    int
}

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
		"all":        {AllRecords: true, WithText: true, Labels: Labels{Tier: true}},
		"duplicates": {Duplicates: true},
		"compared":   {Duplicates: true, Isomorphs: true, Against: against, Memory: 1 << 12, AllRecords: true, WithText: true},
	} {
		cfg.Inputs = inputs
		resumeEverywhere(t, name, cfg)
	}
}

func resumeEverywhere(t *testing.T, name string, cfg Config) {
	t.Helper()
	cfg.Jobs, cfg.TempDir = 2, t.TempDir()
	cfg.OnRecord = func(dst []byte, r *Record) ([]byte, error) { return fmt.Appendf(dst, "%+v\n", *r), nil }
	var stops []stopped
	run := func(start *pipeline.Checkpoint, state *State, logged string) (string, *Summary) {
		var out strings.Builder
		log := bytes.NewBufferString(logged)
		cfg := cfg
		cfg.Start, cfg.State, cfg.Output = start, state, &out
		if cfg.Compares() {
			cfg.Log, cfg.Logged = log, strings.NewReader(logged)
		}
		cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
			checkpoint, err := json.Marshal(c)
			if start == nil && err == nil {
				var kept []byte
				kept, err = json.Marshal(state)
				stops = append(stops, stopped{string(checkpoint), string(kept), log.String(), out.Len()})
			}
			return err
		}
		found, err := Run(t.Context(), cfg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return out.String(), found
	}
	whole, want := run(nil, new(State), "")
	if len(stops) < 5 {
		t.Fatalf("%s: %d checkpoints", name, len(stops))
	}
	for i, stop := range stops {
		start, state := new(pipeline.Checkpoint), new(State)
		if err := json.Unmarshal([]byte(stop.checkpoint), start); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(stop.state), state); err != nil {
			t.Fatal(err)
		}
		rest, got := run(start, state, stop.log)
		if whole[:stop.out]+rest != whole {
			t.Errorf("%s, checkpoint %d: %d bytes and %d more, want %d, or others", name, i, stop.out, len(rest), len(whole))
		}
		a, b := *got, *want
		a.Stats, b.Stats = pipetest.Lasting(&got.Stats), pipetest.Lasting(&want.Stats)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s, checkpoint %d:\n%+v, want\n%+v", name, i, a, b)
		}
	}
}
