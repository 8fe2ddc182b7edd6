package pipetest

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Resumable is a run from a checkpoint on, nil for the beginning, that writes to
// out and calls on wherever it could be gone on with.
type Resumable func(start *pipeline.Checkpoint, on func(*pipeline.Checkpoint) error, out io.Writer) (pipeline.Stats, error)

// Resume stops a run in many places and wants it to give, with the one that goes on
// there, what it gives without a stop.
func Resume(t *testing.T, name string, run Resumable) {
	t.Helper()
	type stop struct {
		checkpoint string
		out        int
	}
	var stops []stop
	var whole strings.Builder
	want, err := run(nil, func(c *pipeline.Checkpoint) error {
		text, err := json.Marshal(c)
		stops = append(stops, stop{string(text), whole.Len()})
		return err
	}, &whole)
	if err != nil || len(stops) < 2 {
		t.Fatalf("%s: %v, %d checkpoints", name, err, len(stops))
	}
	for i := 0; i < len(stops); i += 1 + len(stops)/20 {
		start := new(pipeline.Checkpoint)
		if err := json.Unmarshal([]byte(stops[i].checkpoint), start); err != nil {
			t.Fatal(err)
		}
		var rest strings.Builder
		got, err := run(start, nil, &rest)
		if err != nil || whole.String()[:stops[i].out]+rest.String() != whole.String() {
			t.Errorf("%s, checkpoint %d: %v, %d bytes and %d more, want %d, or others", name, i, err, stops[i].out, rest.Len(), whole.Len())
		}
		if got, want := Lasting(&got), Lasting(&want); !reflect.DeepEqual(got, want) {
			t.Errorf("%s, checkpoint %d, %s:\n%+v, want\n%+v", name, i, stops[i].checkpoint, got, want)
		}
	}
}

// Lasting are statistics without what differs from one run to the next.
func Lasting(s *pipeline.Stats) pipeline.Stats {
	return pipeline.Stats{
		Counts: s.Counts, Unreadable: s.Unreadable, Faults: s.Faults, Unchecked: s.Unchecked,
		BytesIn: s.BytesIn, TextIn: s.TextIn, TextOut: s.TextOut,
	}
}
