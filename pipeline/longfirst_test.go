package pipeline

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
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
// much: that is one malformed record, in every form and without being told the
// form, and takes no memory.
func TestLongFirstLine(t *testing.T) {
	t.Parallel()
	hiho := in(t, formats.Hiho, 9, demo(t, "@demo", 3))
	eight := strings.Repeat("1 2 3 4 5 6 7 8 9\n", 8)
	grids := in(t, formats.Letters16, 16, demo(t, "@demo16", 3))
	lines := strings.Join(demo(t, "@demo", 3), "\n")
	for name, tt := range map[string]struct {
		kind         formats.Kind
		before, rest string
		long         byte
	}{
		"hiho, junk":    {formats.Hiho, "4\n", "\n" + eight + hiho, 'x'},
		"hiho, blanks":  {formats.Hiho, "4\n1 2 3 4 5 6 7 8 9", "\n" + eight + hiho, ' '},
		"letters":       {formats.Letters16, "", "\n\n" + grids, 'A'},
		"letters, junk": {formats.Letters16, "A", "\n\n" + grids, 'x'},
		"line":          {formats.Line, "# comment\n", "\n" + lines, 'x'},
	} {
		for _, length := range []int64{300, 4 << 10, 5000, 64 << 10, 70_000, 4 << 20} {
			var got []string
			for _, cfg := range []Config{{From: tt.kind}, {Jobs: 1}, {Jobs: 3, BatchBytes: 100}} {
				most := 0
				cfg.OnBatch = func(b *Batch, _ Place) error { most = max(most, cap(b.buf)); return nil }
				o := run(t.Context(), cfg, reading("in", io.MultiReader(
					strings.NewReader(tt.before), io.LimitReader(repeat(tt.long), length), strings.NewReader(tt.rest),
				)))
				if o.err != nil || len(o.unreadable) > 0 || o.stats.Solved != 3 {
					t.Errorf("%s, %d bytes, %+v: %v, %q, %+v", name, length, cfg, o.err, o.unreadable, o.stats.Counts)
				}
				if most > 1<<20 {
					t.Errorf("%s, %d bytes: a batch holds %d", name, length, most)
				}
				if length > 64<<10 && (len(o.faults) != 1 || !strings.Contains(o.faults[0], "line longer than")) {
					t.Errorf("%s, %d bytes: faults %q", name, length, o.faults)
				}
				got = append(got, fmt.Sprint(o.faults, o.out))
			}
			if len(slices.Compact(got)) > 1 {
				t.Errorf("%s, %d bytes: %.300q", name, length, got)
			}
		}
	}
}

// TestLongRows has records of many rows that are too long, of which those that
// the form was found with were read as a whole.
func TestLongRows(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 70_000) + "\n"
	row := strings.Repeat("-", 16) + "\n"
	s := strings.Repeat(long, 4) + strings.Repeat(row, 12) + "\n" + strings.Repeat(long, 16) + "\n" +
		in(t, formats.Letters16, 16, demo(t, "@demo16", 3))
	want := run(t.Context(), Config{From: formats.Letters16}, text("in", s))
	for _, cfg := range []Config{{Jobs: 1}, {Jobs: 2, BatchBytes: 100}} {
		o := run(t.Context(), cfg, text("in", s))
		if o.err != nil || o.stats.Solved != 3 || len(o.faults) != 2 || !slices.Equal(o.faults, want.faults) || o.out != want.out {
			t.Errorf("%+v: %v, %.200q, %+v", cfg, o.err, o.faults, o.stats.Counts)
		}
	}
}
