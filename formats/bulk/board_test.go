package bulk_test

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestBoard draws grids of 6×6 with boxes that lie, in turn, as usual and tall, and reads them again.
func TestBoard(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("1.23.4.5612", 4)[:36] + "\n"
	grid := make([]uint8, 36)
	if fault := cells.StandardAlphabet(36).Read(grid, []byte(lines[:36])); fault.Err != nil {
		t.Fatal(fault)
	}
	for box, want := range map[geometry.Box]string{
		{}:                    "1 . 2 | 3 . 4\n. 5 6 | 1 2 1\n------+------\n",
		{Rows: 3, Columns: 2}: "1 . | 2 3 | . 4\n. 5 | 6 1 | 2 1\n. 2 | 3 . | 4 .\n----+-----+----\n",
	} {
		from, err := bulk.DetectWith([]byte(lines), true, 0, model.Hints{Sizes: []int{6}, Box: box})
		if err != nil {
			t.Fatal(err)
		}
		to, _, err := from.Target(bulk.Grid, nil, bulk.Form{})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(to.AppendPuzzle(nil, grid)); from.Board() != geometry.Like(box, 6) || !strings.HasPrefix(got, want) {
			t.Errorf("%v: board %v, drawn as\n%s", box, from.Board(), got)
		}
	}
}
