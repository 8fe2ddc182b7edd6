package pipeline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// TestIsomorphsOfManyBatches has batches that go round more than once: one that
// holds nothing but the end of the input must not give its earlier puzzles again.
func TestIsomorphsOfManyBatches(t *testing.T) {
	t.Parallel()
	lines := demo(t, "@demo", 5000)
	out, _ := made(t, GenerateConfig{Count: 5100, Inputs: []Input{text("a", strings.Join(lines, "\n")+"\n")}})
	m := generate.NewIsomorpher(9, 0)
	want := make([]uint8, 81)
	for i, line := range strings.Fields(out) {
		m.Isomorph(want, cellsOf(t, lines[i%len(lines)]), uint64(i))
		if !bytes.Equal(cellsOf(t, line), want) {
			t.Fatalf("record %d is not made of puzzle %d", i, i%len(lines))
		}
	}
}
