package bulk_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

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
		puzzles, _ := formtest.Grids(order, 3)
		kind := []bulk.Kind{bulk.Line, bulk.CSV, bulk.NDJSON}[which%3]
		form, err := kind.Form(order)
		if err != nil {
			t.Fatal(err)
		}
		good := form.AppendPuzzle(nil, puzzles[0])
		at := bytes.Index(good, bulk.Form{Kind: bulk.Line, Order: order}.AppendPuzzle(nil, puzzles[0])[:order*order])
		left := int(from) % (order * order)
		gone := 1 + int(to)%(order*order-left)
		cut := slices.Concat(good[:at+left], good[at+left+gone:])
		text := slices.Concat(form.AppendHeader(nil), form.AppendPuzzle(nil, puzzles[1]), cut, form.AppendPuzzle(nil, puzzles[2]))
		for _, sizes := range [][]int{nil, {order}, geometry.Sides()} {
			found, err := bulk.DetectWith(text, true, 0, model.Hints{Sizes: sizes})
			if err != nil {
				continue // the size was not named, or nothing decides
			}
			var got []string
			for line := range strings.Lines(formtest.Read(found, text)) {
				if !strings.Contains(line, ": ") {
					got = append(got, line)
				}
			}
			if len(got) == 3 && len(sizes) > 1 && geometry.OfCells(order*order-gone).Known() {
				continue
			}
			if !slices.Equal(got, []string{lineOf(puzzles[1]), lineOf(puzzles[2])}) {
				t.Errorf("%v of %v: %d puzzles in\n%s", found, sizes, len(got), text)
			}
		}
	})
}

// lineOf returns a grid as a line.
func lineOf(grid []uint8) string {
	return string(bulk.Form{Kind: bulk.Line, Order: geometry.OfCells(len(grid)).Side()}.AppendPuzzle(nil, grid))
}
