// Package singles solves puzzles by naked and hidden singles alone. It works on
// many cells at a time.
package singles

import (
	"encoding/binary"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Rounds applies rounds of singles to a puzzle of a shape. Each round
// finds all naked and hidden singles of the current candidates, then fills them
// all. Rounds returns the number of rounds that filled a cell, and whether they
// solved the puzzle. The result is meaningless if the puzzle has no solution.
func Rounds(shape geometry.Box, cells []uint8) (rounds int, solved bool) {
	layout := layouts[shape.Rows&7][shape.Columns&7]
	if layout == nil {
		return roundsOfCells(shape, cells)
	}
	var g grid
	g.load(layout, cells)
	for {
		naked, open := g.nakedSingles()
		if !open {
			return rounds, true
		}
		if !g.round(&naked) {
			return rounds, false
		}
		rounds++
	}
}

// A grid is the state of a puzzle.
type grid struct {
	order  int
	digits [16]places // by digit: the cells that may hold it
	fixed  places     // cells whose digit was taken from all their peers
	dirty  uint32     // digits whose places shrank since hiddenSingles last ran for them
	found  [16]places // by digit: the cells to fill in the current round
}

// load fills in each clue and removes its digit from its peers.
func (g *grid) load(s *layout, cells []uint8) {
	g.order = s.order
	g.dirty = 1<<s.order - 1
	clues := &g.found
	for from := 0; from < len(cells); from += 64 {
		chunk := cells[from:min(from+64, len(cells))]
		for w := filled(chunk); w != 0; w &= w - 1 {
			i := bits.TrailingZeros64(w)
			at := s.at[(from+i)&255]
			clues[(chunk[i]-1)&15][at>>6] |= 1 << (at & 63)
		}
	}
	for d := range g.order {
		g.fixed.add(&clues[d&15])
	}
	for d := range g.order {
		p := &g.digits[d&15]
		*p = s.all
		p.exclude(&clues[d&15])
		p.keep(&g.fixed, &clues[d&15])
	}
}

// filled returns the set of up to 64 cells that are not blank.
func filled(cells []uint8) (set uint64) {
	i := 0
	for ; i+8 <= len(cells); i += 8 {
		w := binary.LittleEndian.Uint64(cells[i:])
		w = (w + 0x7f7f7f7f7f7f7f7f) & 0x8080808080808080 // sets the top bit of each value above 0; values are below 128
		set |= w * 0x0002040810204081 >> 56 << i
	}
	for ; i < len(cells); i++ {
		if cells[i] != 0 {
			set |= 1 << i
		}
	}
	return set
}

// nakedSingles returns the cells with one candidate that are not fixed yet, and
// whether any cell is not fixed.
func (g *grid) nakedSingles() (naked places, open bool) {
	var o0, o1, o2, o3, t0, t1, t2, t3 uint64 // cells with one or more candidates, and with two or more
	for d := range g.order {
		p := &g.digits[d&15]
		t0 |= o0 & p[0]
		t1 |= o1 & p[1]
		t2 |= o2 & p[2]
		t3 |= o3 & p[3]
		o0 |= p[0]
		o1 |= p[1]
		o2 |= p[2]
		o3 |= p[3]
	}
	f := &g.fixed
	o0, o1, o2, o3 = o0&^f[0], o1&^f[1], o2&^f[2], o3&^f[3]
	return places{o0 &^ t0, o1 &^ t1, o2 &^ t2, o3 &^ t3}, o0|o1|o2|o3 != 0
}

// round fills the given naked singles and all hidden singles. It returns false
// if there are none.
func (g *grid) round(naked *places) bool {
	var all places
	n0, n1, n2, n3 := naked[0], naked[1], naked[2], naked[3]
	for d := range g.order {
		p, found := &g.digits[d&15], &g.found[d&15]
		f0, f1, f2, f3 := p[0]&n0, p[1]&n1, p[2]&n2, p[3]&n3
		if g.dirty>>d&1 != 0 {
			h0, h1, h2, h3 := p.hiddenSingles()
			f0 |= h0 &^ g.fixed[0]
			f1 |= h1 &^ g.fixed[1]
			f2 |= h2 &^ g.fixed[2]
			f3 |= h3 &^ g.fixed[3]
		}
		found[0], found[1], found[2], found[3] = f0, f1, f2, f3
		if f0|f1|f2|f3 != 0 {
			all.add(found)
			p.exclude(found)
		}
	}
	if all[0]|all[1]|all[2]|all[3] == 0 {
		return false
	}
	dirty := uint32(0)
	for d := range g.order {
		if g.digits[d&15].keep(&all, &g.found[d&15]) != 0 {
			dirty |= 1 << d
		}
	}
	g.dirty = dirty
	g.fixed.add(&all)
	return true
}

// A layout maps the cells of a shape to bits of places.
type layout struct {
	order int
	at    [256]uint8 // by cell: 64 times its band, plus its bit
	all   places
}

// layouts has, by rows and columns of boxes, the shapes whose cells fit into
// places: boxes of at most four rows and columns.
var layouts = newLayouts()

func newLayouts() (all [8][8]*layout) {
	for _, b := range geometry.Boxes() {
		if max(b.Rows, b.Columns) <= 4 {
			all[b.Rows][b.Columns] = newLayout(b)
			all[b.Columns][b.Rows] = newLayout(b.Transposed())
		}
	}
	return all
}

func newLayout(shape geometry.Box) *layout {
	s := &layout{order: shape.Side()}
	for i := range shape.Cells() {
		row, column, _ := shape.Houses(i)
		bit := row%shape.Rows*16 + column/shape.Columns*4 + column%shape.Columns
		s.at[i] = uint8(row/shape.Rows*64 + bit)
		s.all[row/shape.Rows] |= 1 << bit
	}
	return s
}
