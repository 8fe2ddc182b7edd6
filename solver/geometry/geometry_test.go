package geometry

import (
	"slices"
	"testing"
)

// TestBoxes checks that each side has houses of that many cells, with the usual
// boxes and with transposed ones.
func TestBoxes(t *testing.T) {
	if got := Sides(); !slices.Equal(got, []int{4, 6, 8, 9, 12, 16, 25}) {
		t.Errorf("sides are %v", got)
	}
	for _, usual := range Boxes() {
		if Of(usual.Side()) != usual || OfCells(usual.Cells()) != usual {
			t.Errorf("%v is not the usual shape of its side", usual)
		}
		for _, b := range []Box{usual, usual.Transposed()} {
			if got, err := Parse(b.String()); got != b || err != nil || !b.Known() {
				t.Errorf("%v: parsed as %v, %v", b, got, err)
			}
			sizes := map[[2]int]int{}
			for cell := range b.Cells() {
				row, column, box := b.Houses(cell)
				for kind, house := range []int{row, column, box} {
					sizes[[2]int{kind, house}]++
				}
			}
			for box := range b.Side() {
				for place := range b.Side() {
					if _, _, in := b.Houses(b.Cell(box, place)); in != box {
						t.Errorf("%v: cell %d of box %d is in box %d", b, place, box, in)
					}
				}
			}
			for house, n := range sizes {
				if n != b.Side() || len(sizes) != 3*b.Side() {
					t.Errorf("%v: house %v of %d has %d cells", b, house, len(sizes), n)
				}
			}
		}
	}
	if _, err := Parse("2x6"); err == nil || (Box{2, 6}).Known() || Of(10) != (Box{}) {
		t.Error("a shape that is not in the table is known")
	}
}

// TestLike checks that boxes of other sides lie in the same way.
func TestLike(t *testing.T) {
	for _, tt := range [][3]string{ // a shape, and the shapes of sides 6 and 12
		{"", "2x3", "3x4"},
		{"2x3", "2x3", "3x4"},
		{"3x2", "3x2", "4x3"},
		{"4x2", "3x2", "4x3"},
		{"4x3", "3x2", "4x3"},
		{"3x4", "2x3", "3x4"},
		{"3x3", "2x3", "3x4"},
	} {
		box, _ := Parse(tt[0]) // "" is the zero Box
		if got := [3]string{tt[0], Like(box, 6).String(), Like(box, 12).String()}; got != tt || Like(box, 9) != (Box{3, 3}) {
			t.Errorf("got %v and %v, want %v", got, Like(box, 9), tt)
		}
	}
}
