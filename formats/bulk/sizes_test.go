package bulk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// sized returns puzzles of an order: a solved grid, without some of its clues.
func sized(order, n int) (puzzles [][]uint8) {
	r, box := rand.New(rand.NewPCG(1, uint64(order))), geometry.Of(order)
	for range n {
		grid := make([]uint8, order*order)
		for i := range grid {
			row, column := i/order, i%order
			grid[i] = uint8((row%box.Rows*box.Columns+row/box.Rows+column)%order) + 1
			if r.IntN(2) == 0 {
				grid[i] = 0
			}
		}
		puzzles = append(puzzles, grid)
	}
	return puzzles
}

// TestSizes writes and reads puzzles of each size in each form and style. Nobody needs to name the size.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, order := range geometry.Sides() {
		puzzles := sized(order, 20)
		for _, kind := range Writable() {
			form, err := kind.Form(order)
			if err != nil || kind == Parquet {
				continue // Parquet is CSV with types
			}
			text := form.AppendHeader(nil)
			for _, puzzle := range puzzles {
				text = form.AppendPuzzle(text, puzzle)
			}
			checkSize(t, fmt.Sprintf("%v of order %d", kind, order), text, order, puzzles)
		}
	}
}

func checkSize(t *testing.T, what string, text []byte, order int, want [][]uint8) {
	t.Helper()
	found, err := DetectWith(text, true, 0, model.Hints{Sizes: []int{order}})
	if err != nil || found.Order != order {
		t.Errorf("%s: %v, %v\n%.200s", what, found, err, text)
		return
	}
	var r model.Records
	framer := found.NewFramer()
	from, to := framer.Cut(new(model.Records), text, true)
	if found.Decode(&r, text[from:to]); !bytes.Equal(r.Cells, slices.Concat(want...)) || len(r.Faults) > 0 {
		t.Errorf("%s: other puzzles: %v\n%.200s", what, r.Faults, text)
	}
	if found, err := Detect(text, true, 0); err != nil || found.Order != order {
		t.Errorf("%s without its size: %v, %v\n%.200s", what, found, err, text)
	}
}

// FuzzCutLine wants a cut record among good ones to be malformed, never a smaller puzzle: where all
// records have one size, whether it was named or not, and where sizes are mixed, unless the cut leaves
// as many cells as a smaller puzzle has.
func FuzzCutLine(f *testing.F) {
	for _, order := range geometry.Sides() {
		f.Add(uint8(order), uint16(order*order/2), uint16(3), uint8(order))
		for i, other := range geometry.Sides() {
			f.Add(uint8(order), uint16(other*other), uint16(order*order), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, side uint8, from, to uint16, which uint8) {
		order := geometry.Sides()[int(side)%len(geometry.Sides())]
		puzzles, kind := sized(order, 3), []Kind{Line, CSV, NDJSON}[which%3]
		form, err := kind.Form(order)
		if err != nil {
			t.Fatal(err)
		}
		good := form.AppendPuzzle(nil, puzzles[0])
		at := bytes.Index(good, Form{Kind: Line, Order: order}.AppendPuzzle(nil, puzzles[0])[:order*order])
		left := int(from) % (order * order)
		gone := 1 + int(to)%(order*order-left)
		cut := slices.Concat(good[:at+left], good[at+left+gone:])
		text := slices.Concat(form.AppendHeader(nil), form.AppendPuzzle(nil, puzzles[1]), cut, form.AppendPuzzle(nil, puzzles[2]))
		for _, sizes := range [][]int{nil, {order}, geometry.Sides()} {
			found, err := DetectWith(text, true, 0, model.Hints{Sizes: sizes})
			if err != nil {
				continue // the size was not named, or nothing decides
			}
			got, _ := readMixed(found, text)
			if len(got) == 3 && len(sizes) > 1 && geometry.OfCells(order*order-gone).Known() {
				continue
			}
			if !slices.EqualFunc(got, [][]uint8{puzzles[1], puzzles[2]}, bytes.Equal) {
				t.Errorf("%v of %v: %d puzzles in\n%s", found, sizes, len(got), text)
			}
		}
	})
}
