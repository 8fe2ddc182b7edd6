package bulk_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// TestSplitArray splits an array that was written into the arrays of an .npz file.
func TestSplitArray(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		for _, n := range []int{0, 1, 1500} {
			form := bulk.Form{Kind: bulk.Npy, Order: order}
			size, puzzles, solutions := order*order, samplePuzzles(order, n), solvedPuzzles(order, n)
			pairs := form.Paired().AppendHeader(nil)
			for i := range n {
				pairs = form.Paired().AppendSolvedPuzzle(pairs, puzzles[i*size:][:size], solutions[i*size:][:size])
			}
			copy(pairs, form.Paired().ArrayHeader(int64(len(pairs)))) // or -1, the number of records is not used
			plain := append(bulk.NpyHeader(order, -1), puzzles...)
			for _, text := range [][]byte{pairs, plain} {
				names, arrays, err := bulk.SplitArray(bytes.NewReader(text), int64(len(text)))
				if err != nil || !slices.Equal(names, []string{"puzzles.npy", "solutions.npy"}[:len(arrays)]) {
					t.Fatalf("%q, %v", names, err)
				}
				for i, grids := range [][]uint8{puzzles, solutions}[:len(arrays)] {
					if got, err := io.ReadAll(arrays[i]); err != nil || !bytes.Equal(got, append(bulk.NpyHeader(order, int64(n)), grids...)) {
						t.Errorf("order %d, %d puzzles, %s: %v, %d bytes", order, n, names[i], err, len(got))
					}
				}
			}
		}
	}
	if _, _, err := bulk.SplitArray(bytes.NewReader(nil), 0); err == nil {
		t.Error("an empty file was split")
	}
}

// TestPassed has records that are passed: those that the file lacks are its fault.
func TestPassed(t *testing.T) {
	t.Parallel()
	form := detectAll(t, append(bulk.NpyHeader(9, 3), samplePuzzles(9, 3)...))
	for records, fault := range map[int64]bool{2: true, 3: false, 4: true} { // one is missing, none, and one is too many
		if framer := form.NewFramerFrom(records); (framer.Finish() != nil) != fault {
			t.Errorf("%d records: %v", records, framer.Finish())
		}
	}
	if framer := form.NewFramerFrom(0); !bulk.PassRecords(framer, 3) || bulk.PassRecords(framer, 1) {
		t.Error("records were passed that are not there")
	}
}
