package bulk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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

// TestSizes writes and reads puzzles of each size in each form and style. Without the size,
// the error names the flag.
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
	from, to := framer.Cut(text, true)
	if found.Decode(&r, text[from:to]); !bytes.Equal(r.Cells, slices.Concat(want...)) || len(r.Faults) > 0 {
		t.Errorf("%s: other puzzles: %v\n%.200s", what, r.Faults, text)
	}
	if found, err := Detect(text, true, 0); order != 9 && order != 16 && (err == nil || !strings.Contains(err.Error(), fmt.Sprintf("add --size %d", order))) {
		t.Errorf("%s without its size: %v, %v\n%.200s", what, found, err, text)
	}
}

// FuzzCutLine wants a cut line among good ones to be malformed, never a smaller puzzle.
func FuzzCutLine(f *testing.F) {
	for _, order := range geometry.Sides() {
		f.Add(uint8(order), uint16(order*order/2), uint16(3))
		f.Add(uint8(order), uint16(16), uint16(36))
	}
	f.Fuzz(func(t *testing.T, side uint8, from, to uint16) {
		order := geometry.Sides()[int(side)%len(geometry.Sides())]
		puzzles := sized(order, 3)
		form, err := Line.Form(order)
		if err != nil {
			t.Fatal(err)
		}
		good := form.AppendPuzzle(nil, puzzles[0])
		n := len(good) - 1
		cut := slices.Concat(good[:int(from)%n], good[min(n, int(from)%n+1+int(to)%n):])
		text := slices.Concat(form.AppendPuzzle(nil, puzzles[1]), cut, form.AppendPuzzle(nil, puzzles[2]))
		found, err := DetectWith(text, true, 0, model.Hints{Sizes: geometry.Sides()})
		if err != nil {
			t.Skip() // nothing decides
		}
		var r model.Records
		if found.Decode(&r, text); !bytes.Equal(r.Cells, slices.Concat(puzzles[1], puzzles[2])) {
			t.Errorf("%v: %d records, %d faults of\n%s", found, r.N, len(r.Faults), text)
		}
	})
}
