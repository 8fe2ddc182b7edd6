package pipeline_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// A repeat is a reader of one byte, again and again.
type repeat byte

func (r repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// TestLongFirstLine has inputs whose first row is too long, by a little and by
// much. It is one malformed record, in every form, and takes no memory. Without
// From an input whose first 64 KiB show no form is refused.
func TestLongFirstLine(t *testing.T) {
	t.Parallel()
	hiho := pipetest.In(t, bulk.Hiho, 9, pipetest.Demo(t, "@demo", 3))
	eight := strings.Repeat("1 2 3 4 5 6 7 8 9\n", 8)
	grids := pipetest.In(t, bulk.Letters16, 16, pipetest.Demo(t, "@demo16", 3))
	lines := strings.Join(pipetest.Demo(t, "@demo", 3), "\n")
	for name, tt := range map[string]struct {
		kind         bulk.Kind
		before, rest string
		long         byte
		tells        bool // its first 64 KiB tell the form
	}{
		"hiho, junk":    {bulk.Hiho, "4\n", "\n" + eight + hiho, 'x', false},
		"hiho, blanks":  {bulk.Hiho, "4\n1 2 3 4 5 6 7 8 9", "\n" + eight + hiho, ' ', true},
		"letters":       {bulk.Letters16, "", "\n\n" + grids, 'A', false},
		"letters, junk": {bulk.Letters16, "A", "\n\n" + grids, 'x', false},
		"line":          {bulk.Line, "# comment\n", "\n" + lines, 'x', false},
	} {
		for _, length := range []int64{300, 4 << 10, 5000, 64 << 10, 70_000, 4 << 20} {
			var got []string
			for _, cfg := range []pipeline.Config{{From: tt.kind}, {Jobs: 1}, {Jobs: 3, BatchBytes: 100}} {
				most := 0
				cfg.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error { most = max(most, b.BufferSize()); return nil }
				o := run(t.Context(), cfg, pipetest.Reading("in", io.MultiReader(
					strings.NewReader(tt.before), io.LimitReader(repeat(tt.long), length), strings.NewReader(tt.rest),
				)))
				if cfg.From == 0 && !tt.tells && int64(len(tt.before))+length >= bulk.DetectBytes {
					if len(o.Unreadable) != 1 || !strings.Contains(o.Unreadable[0], "unknown form") || o.Out != "" {
						t.Errorf("%s, %d bytes, no form: %q, %.100q", name, length, o.Unreadable, o.Out)
					}
					continue
				}
				if o.Err != nil || len(o.Unreadable) > 0 || o.Stats.Solved != 3 {
					t.Errorf("%s, %d bytes, %+v: %v, %q, %+v", name, length, cfg, o.Err, o.Unreadable, o.Stats.Counts)
				}
				if most > 1<<20 {
					t.Errorf("%s, %d bytes: a batch holds %d", name, length, most)
				}
				if length > 64<<10 && (len(o.Faults) != 1 || !strings.Contains(o.Faults[0], "line longer than")) {
					t.Errorf("%s, %d bytes: faults %q", name, length, o.Faults)
				}
				got = append(got, fmt.Sprint(o.Faults, o.Out))
			}
			if len(slices.Compact(got)) > 1 {
				t.Errorf("%s, %d bytes: %.300q", name, length, got)
			}
		}
	}
}

// TestLongRows has records of many rows that are too long. The rows that told the form were read as
// a whole.
func TestLongRows(t *testing.T) {
	t.Parallel()
	row := strings.Repeat("-", 16) + "\n"
	for _, length := range []int{5000, 30_000, 70_000, 200_000} {
		long := strings.Repeat("x", length) + "\n"
		s := strings.Repeat(long, 4) + strings.Repeat(row, 12) + "\n" + strings.Repeat(long, 16) + "\n" +
			pipetest.In(t, bulk.Letters16, 16, pipetest.Demo(t, "@demo16", 3))
		want := run(t.Context(), pipeline.Config{From: bulk.Letters16}, pipetest.Text("in", s))
		for _, cfg := range []pipeline.Config{{Jobs: 1}, {Jobs: 2, BatchBytes: 100}} {
			if 4*length >= bulk.DetectBytes { // which show no form
				cfg.From = bulk.Letters16
			}
			o := run(t.Context(), cfg, pipetest.Text("in", s))
			if o.Err != nil || o.Stats.Solved != 3 || len(o.Faults) != 2 || !slices.Equal(o.Faults, want.Faults) || o.Out != want.Out {
				t.Errorf("%d bytes, %+v: %v, %.200q, %+v", length, cfg, o.Err, o.Faults, o.Stats.Counts)
			}
		}
	}
}
