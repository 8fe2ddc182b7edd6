package bulk

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// readMixed returns the puzzles in a file that may have several sizes, and the faults.
func readMixed(found Form, text []byte) (puzzles [][]uint8, faults []model.SyntaxError) {
	for framer := found.NewFramer(); len(text) > 0; {
		from, to := framer.Cut(text, true)
		at := from
		for _, p := range found.Pieces(nil, text[from:to]) {
			var r model.Records
			p.Form.Decode(&r, text[at:from+p.To])
			puzzles, faults = slices.AppendSeq(puzzles, slices.Chunk(r.Cells, r.Order*r.Order)), append(faults, r.Faults...)
			at = from + p.To
		}
		text = text[to:]
	}
	return puzzles, faults
}

// TestMixed reads puzzles of all sizes from one file, in each form that may hold them.
func TestMixed(t *testing.T) {
	t.Parallel()
	hints := model.Hints{Sizes: []int{4, 6, 9, 12, 16}}
	var want [][]uint8
	for i := range 12 {
		for _, order := range hints.Sizes {
			want = append(want, sized(order, 12)[i])
		}
	}
	for _, kind := range []Kind{Line, CSV, TSV, NDJSON, Compact, Spaced, Boxed} {
		var text []byte
		for i, puzzle := range want {
			form, err := kind.Form(geometry.OfCells(len(puzzle)).Side())
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				text = form.AppendHeader(text)
			}
			text = form.AppendPuzzle(text, puzzle)
		}
		found, err := DetectWith(text, true, 0, hints)
		if err != nil {
			t.Errorf("%v: %v", kind, err)
			continue
		}
		got, faults := readMixed(found, text)
		if !slices.EqualFunc(got, want, bytes.Equal) || len(faults) > 0 {
			t.Errorf("%v: %d of %d puzzles, faults %v\n%.300s", kind, len(got), len(want), faults, text)
		}
	}
}

// TestMixedSections leaves out the solutions below a title, of all sizes.
func TestMixedSections(t *testing.T) {
	t.Parallel()
	var text, solutions []byte
	var want [][]uint8
	for _, order := range []int{9, 4, 6, 9} {
		form, err := Compact.Form(order)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := sized(order, 1)[0]
		want = append(want, puzzle)
		text = form.AppendPuzzle(text, puzzle)
		solved, box := slices.Clone(puzzle), geometry.Of(order)
		for i := range solved {
			row, column := i/order, i%order
			solved[i] = uint8((row%box.Rows*box.Columns+row/box.Rows+column)%order) + 1
		}
		solutions = form.AppendPuzzle(solutions, solved)
	}
	text = fmt.Appendf(text, "Solutions:\n%s", solutions)
	found, err := DetectWith(text, true, 0, model.Hints{Sizes: []int{4, 6, 9}})
	if err != nil {
		t.Fatal(err)
	}
	if got, faults := readMixed(found, text); !slices.EqualFunc(got, want, bytes.Equal) || len(faults) > 0 {
		t.Errorf("%d puzzles, want %d; %v", len(got), len(want), faults)
	}
}

// TestCutSmall wants a puzzle that was cut to the length of a smaller one to be malformed where its
// record shows it.
func TestCutSmall(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		puzzles    int
	}{
		{"equal digits in a row", ".321.5.6.2....543.1.36.2.56...3..52.\n1.1...............\n1.1.............\n", 1},
		{"its solution is whole", "puzzle,solution\n.321.5.6.2....543.1.36.2.56...3..52.,432165561243625431143652256314314526\n12..34....21..43,432165561243625431143652256314314526\n", 1},
		{"a small puzzle", ".321.5.6.2....543.1.36.2.56...3..52.\n12..34....21..43\n", 2},
	} {
		found, err := DetectWith([]byte(test.text), true, 0, model.Hints{Sizes: []int{4, 6}})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := readMixed(found, []byte(test.text)); len(got) != test.puzzles {
			t.Errorf("%s: %d puzzles, want %d", test.name, len(got), test.puzzles)
		}
	}
}
