package run

import (
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestLook shows the progress of runs whose size is known in bytes, in puzzles, or not at all, and of a
// stage.
func TestLook(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		size                  size
		bytes, puzzles, tries int64
		words                 string
		done, total           int64
	}{
		{size{bytes: 4_200_000}, 1_000_000, 12_784, 0, "1.0 MB of 4.2 MB, 12,784 puzzles, 6.4 k/s", 1_000_000, 4_200_000},
		{size{bytes: 4_200_000}, 9_000_000, 1, 0, "4.2 MB of 4.2 MB, 1 puzzles, 0.5/s", 4_200_000, 4_200_000},
		{size{bytes: -1}, 1_000_000, 12_345_678, 0, "1.0 MB, 12.3 M puzzles, 6.2 M/s", 1_000_000, 0},
		{size{puzzles: 20_000}, 0, 5_000, 0, "5,000 of 20,000 puzzles, 2.5 k/s", 5_000, 20_000},
		{size{puzzles: 2e6}, 7, 1.5e6, 0, "1.5 M of 2.0 M puzzles, 750.0 k/s", 1.5e6, 2e6},
		{size{puzzles: 64}, 0, 3, 50_000, "3 of 64 puzzles, 50,000 tries, 1.5/s, 25.0 k tries/s", 3, 64},
	} {
		var p pipeline.Progress
		p.BytesIn.Store(tt.bytes)
		p.Tried.Store(tt.tries)
		if p.Puzzles.Store(tt.puzzles); tt.tries > 0 { // their unit is not written yet
			p.Puzzles.Store(0)
			p.Made.Store(tt.puzzles)
		}
		got := tt.size.look(&p, 2*time.Second)
		if words := strings.Join(got.Words, ", "); words != tt.words || got.Done != tt.done || got.Total != tt.total {
			t.Errorf("%+v: %q, %d of %d, want %q, %d of %d", tt.size, words, got.Done, got.Total, tt.words, tt.done, tt.total)
		}
	}
	var p pipeline.Progress
	p.Begin("sorting", 3_000).Done.Store(1_000)
	if got := (size{bytes: 7}).look(&p, 0); got.Stage != "sorting" || got.Words[0] != "1,000 of 3,000" || got.Done != 1_000 || got.Total != 3_000 {
		t.Errorf("a stage: %+v", got)
	}
}
