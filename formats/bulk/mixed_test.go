package bulk

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// readMixed returns the puzzles in a file that may have several sizes, and the faults.
func readMixed(found Form, text []byte) (puzzles [][]uint8, faults []model.SyntaxError) {
	for framer := found.NewFramer(); len(text) > 0; {
		var cut model.Records
		from, to := framer.Cut(&cut, text, true)
		pieces := []Piece{{found.Sized(cut.Order), to - from}}
		if !cut.Decoded {
			pieces = found.Pieces(nil, text[from:to])
		}
		at := from
		for _, p := range pieces {
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

// TestMixedUnnamed has drawn grids of two sizes in any order, with and without blank lines between them.
// No record is made of two halves, and the others are named with both sizes. If the user names both
// sizes, all grids are read.
func TestMixedUnnamed(t *testing.T) {
	t.Parallel()
	for _, order := range []int{6, 12, 16} {
		for _, name := range []string{"packed", "spaced dots", "boxes"} {
			for bits := range 28 {
				checkMixed(t, gridFiles[name], order, bits>>1, [2]string{"", "\n"}[bits&1])
			}
		}
	}
}

// checkMixed draws four grids. The bits say which of them are of order 9, and the others are of another one.
func checkMixed(t *testing.T, d drawing, order, bits int, between string) {
	t.Helper()
	var text string
	var all []string
	for i := range 4 {
		draw, puzzle := d, wild9[i]
		if draw.to = between; (bits+1)>>i&1 == 0 {
			puzzle = string(cells.AppendCells(nil, sized(order, 4)[i]))
		}
		all = append(all, puzzle)
		if len(puzzle) > 81 {
			draw.digits = aToP
			letters := sized(order, 4)[i]
			for i, cell := range letters {
				letters[i] = aToP[cell]
			}
			puzzle = string(letters)
		}
		text += draw.draw([]string{puzzle})
	}
	label := fmt.Sprintf("%+v, order %d, %04b, %q", d, order, bits+1, between)
	found, err := Detect([]byte(text), true, 0)
	if err != nil {
		t.Errorf("%s: %v", label, err)
		return
	}
	named := false
	for line := range strings.Lines(readWhole(found, []byte(text))) {
		named = named || strings.HasSuffix(line, "among other sizes\n")
		if !strings.Contains(line, ": ") && !slices.Contains(all, strings.TrimSpace(line)) {
			t.Errorf("%s: reads %q", label, line)
		}
	}
	if !named {
		t.Errorf("%s: no fault names the sizes", label)
	}
	if found, err = DetectWith([]byte(text), true, 0, model.Hints{Sizes: []int{9, order}}); err != nil {
		t.Errorf("%s: %v", label, err)
		return
	}
	puzzles, faults := readMixed(found, []byte(text))
	var whole []string
	for _, puzzle := range puzzles {
		whole = append(whole, string(cells.AppendCells(nil, puzzle)))
	}
	if !slices.Equal(whole, all) || len(faults) > 0 {
		t.Errorf("%s with sizes: %d puzzles, %v", label, len(whole), faults)
	}
}
