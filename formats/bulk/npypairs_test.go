package bulk

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestPaired checks that puzzles with their solutions read as they were written: from an
// array, and from the two arrays into which it is split.
func TestPaired(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		size := order * order
		for _, n := range []int{0, 1, 1500} {
			plain, err := Npy.Form(order)
			if err != nil {
				t.Fatal(err)
			}
			form := plain.Paired()
			text := form.AppendHeader(nil)
			puzzles, solutions := samplePuzzles(order, n), solvedPuzzles(order, n)
			for i := range n {
				text = form.AppendSolvedPuzzle(text, puzzles[i*size:][:size], solutions[i*size:][:size])
			}
			names, arrays, err := SplitArray(bytes.NewReader(text), int64(len(text)))
			if err != nil || !slices.Equal(names, []string{"puzzles.npy", "solutions.npy"}) {
				t.Fatalf("%q, %v", names, err)
			}
			for i, cells := range [][]uint8{puzzles, solutions} {
				if got, err := io.ReadAll(arrays[i]); err != nil || !bytes.Equal(got, append(NpyHeader(order, int64(n)), cells...)) {
					t.Errorf("order %d, %d puzzles, %s: %v, %d bytes", order, n, names[i], err, len(got))
				}
			}
			checkSolutions(t, text, puzzles, solutions) // the number of records is unknown
			copy(text, form.ArrayHeader(int64(len(text))))
			checkSolutions(t, text, puzzles, solutions)
		}
	}
}

// checkSolutions checks that the records of an array hold puzzles and solutions.
func checkSolutions(t *testing.T, text []byte, puzzles, solutions []uint8) {
	t.Helper()
	form := detectAll(t, text)
	var recs model.Records
	text = text[len(form.info().Header):]
	form.Decode(&recs, text)
	if !bytes.Equal(recs.Cells, puzzles) || len(recs.Faults) > 0 {
		t.Errorf("%d cells of puzzles, want %d; %v", len(recs.Cells), len(puzzles), recs.Faults)
	}
	size := form.Order * form.Order
	var fields model.Fields
	solution := make([]uint8, size)
	for i, span := range form.Spans(nil, text) {
		at, fault := form.GivenSolution(solution, text, span, &fields)
		if at == 0 || fault != nil || !bytes.Equal(solution, solutions[i*size:][:size]) {
			t.Fatalf("solution %d: %v, %v", i, solution, fault)
		}
	}
}

// TestSplitPlain checks that an array of only puzzles stays one array, and that other text
// is an error.
func TestSplitPlain(t *testing.T) {
	t.Parallel()
	cells := samplePuzzles(9, 3)
	text := append(NpyHeader(9, -1), cells...)
	names, arrays, err := SplitArray(bytes.NewReader(text), int64(len(text)))
	if err != nil || !slices.Equal(names, []string{"puzzles.npy"}) {
		t.Fatalf("%q, %v", names, err)
	}
	if got, err := io.ReadAll(arrays[0]); err != nil || !bytes.Equal(got, append(NpyHeader(9, 3), cells...)) {
		t.Errorf("%v, %d bytes", err, len(got))
	}
	if _, _, err := SplitArray(bytes.NewReader(nil), 0); err == nil {
		t.Error("an empty file was split")
	}
}
