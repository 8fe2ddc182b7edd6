package convert

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
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
			logged := map[int64]string{}
			var log bytes.Buffer
			pipetest.Resume(t, fmt.Sprintf("%+v, memory %d", opts, memory), func(start *pipeline.Checkpoint, on func(*pipeline.Checkpoint) error, out io.Writer) (pipeline.Stats, error) {
				cfg := pipeline.Config{Inputs: inputs, Jobs: 2, To: formats.CSV, Output: out, BatchBytes: 8000, Start: start}
				opts := opts
				opts.Memory, cfg.Log = memory[0], io.Discard
				cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
					logged[c.Records] = log.String()
					return on(c)
				}
				if start == nil {
					cfg.Log = &log
				} else {
					opts.Memory, cfg.Logged = memory[1], strings.NewReader(logged[start.Records])
					cfg.OnCheckpoint = nil
				}
				stats, _, err := Run(t.Context(), cfg, opts)
				return stats, err
			})
		}
	}
}
