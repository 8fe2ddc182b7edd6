//go:build !js

package search

import (
	"math/bits"
	"sync"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// The rules of engine words.

// close applies the rules until none removes anything more, and reports whether
// the state is alive.
func (e *words) close(s *wordState) bool {
	for {
		for s.dirty != 0 {
			w := bits.TrailingZeros32(s.dirty) & 7
			s.dirty &= s.dirty - 1
			p, alive := e.closeWord(s.places[w])
			if !alive {
				return false
			}
			s.places[w] = p
			if lone := e.loneInRow(p) &^ s.solved; lone != 0 {
				e.clearOthers(s, w, lone)
			}
		}
		if !e.nakedSingles(s) {
			return false
		}
		if s.dirty == 0 {
			return true
		}
	}
}

// closeWord applies pointing and claiming to the places of a digit, along rows and
// columns, until nothing changes. It returns false if a house has no place. After
// that, a digit with one place left in a column or box has one place left in its
// row, and is already removed from the peers of this place.
func (g *wordShape) closeWord(p uint64) (closed uint64, alive bool) {
	if t := g.closed; t != nil {
		a, b, c, d := t[p&0xffff], t[p>>16&0xffff], t[p>>32&0xffff], t[p>>48]
		return uint64(a) | uint64(b)<<16 | uint64(c)<<32 | uint64(d)<<48, a != 0 && b != 0 && c != 0 && d != 0
	}
	for {
		// In a band of two rows and two boxes, the rule keeps diagonal pairs.
		m := g.fold(p) & g.segments
		n, near, far := g.side, g.side-g.width, g.side+g.width
		m &= m>>(far&63)&g.corners[0] | m>>(near&63)&g.corners[1] | m<<(near&63)&g.corners[2] | m<<(far&63)&g.corners[3]
		if (m|m>>(g.width&63))&g.rows != g.rows {
			return 0, false
		}
		p &= m<<(g.width&63) - m
		columns := (p | p>>(n&63)) & g.top
		kept, alive := g.lockColumns(columns)
		if !alive {
			return 0, false
		}
		if kept == columns {
			return p, true
		}
		p &= kept | kept<<(n&63)
	}
}

// fold unites the cells of each row of a box in the first of them.
func (g *wordShape) fold(p uint64) uint64 {
	p |= p >> 1
	return p | p>>(g.fold2&63)
}

// closures has what closeWord makes of the places of each digit of order 4; 0 if a house has none.
var closures = sync.OnceValue(func() *[1 << 16]uint16 {
	g, table := newWordShape(geometry.Of(4)), new([1 << 16]uint16)
	for p := range uint64(len(table)) {
		if closed, alive := g.closeWord(p * 0x0001_0001_0001_0001); alive {
			table[p] = uint16(closed)
		}
	}
	return table
})

// lockColumns applies pointing and claiming to the columns of each band that hold
// a place, until nothing changes. Each box must hold one.
func (g *wordShape) lockColumns(columns uint64) (kept uint64, alive bool) {
	for {
		several := g.fold(columns&(columns-g.boxes)) & g.boxes
		pointed := columns &^ (several<<(g.width&63) - several) // the only column of its box
		claimed := columns &^ g.otherBands(columns)             // the only box of its column
		claims := g.fold(claimed) & g.boxes
		if claimed&(claimed-claims) != 0 {
			return 0, false // two columns need the same box
		}
		next := columns &^ (g.otherBands(pointed) | (claims<<(g.width&63)-claims)&^claimed)
		if next == columns {
			return columns, columns|g.otherBands(columns) == g.top
		}
		if columns = next; g.fold(columns)&g.boxes != g.boxes {
			return 0, false
		}
	}
}

// otherBands returns the columns of each band that are set in another band.
func (g *wordShape) otherBands(columns uint64) uint64 {
	step := g.step & 63
	others := columns>>step&g.down | columns<<step&g.up
	if g.width > 2 {
		others |= columns>>(2*step&63)&g.down | columns<<(2*step&63)
		if g.width > 3 {
			others |= columns>>(3*step&63) | columns<<(3*step&63)
		}
	}
	return others & g.top
}

// loneInRow returns the cells that are alone in their row. No row may be empty.
func (g *wordShape) loneInRow(p uint64) uint64 {
	last := (g.side - 1) & 63
	low := g.rows<<last - g.rows // all cells but the last of each row
	rest := p & (p - g.rows)
	some := (rest&low + low | rest) >> last & g.rows // rows with several places
	return p &^ (some<<last - some | some<<last)
}

// clearOthers removes all other digits from cells that a word has just solved.
func (e *words) clearOthers(s *wordState, word int, cells uint64) {
	if e.planes > 1 {
		others := bits.RotateLeft64(cells, 16) | bits.RotateLeft64(cells, 32) | bits.RotateLeft64(cells, 48)
		s.solved |= cells | others
		if s.places[0]&others != 0 {
			s.places[0] &^= others
			s.dirty |= 1
		}
		return
	}
	s.solved |= cells
	dirty := s.dirty
	for w := range e.words {
		hit := s.places[w&7] & cells
		s.places[w&7] ^= hit
		dirty |= uint32((hit|-hit)>>63) << w
	}
	s.places[word] |= cells
	s.dirty = dirty &^ (1 << word)
}

// nakedSingles finds the cells with one candidate and removes it from their
// peers. It sets s.open and s.pairs, and returns false if a cell has no candidate.
func (e *words) nakedSingles(s *wordState) bool {
	var once, twice, more uint64
	for w := range e.words {
		p := s.places[w&7]
		for range e.planes {
			more |= twice & p
			twice |= once & p
			once |= p
			p = bits.RotateLeft64(p, 16)
		}
	}
	if once != e.all {
		return false
	}
	s.open, s.pairs = twice, twice&^more
	if e.planes > 1 {
		s.open, s.pairs = twice&0xffff, twice&^more&0xffff
	}
	single := once &^ (twice | s.solved)
	if single == 0 {
		return true
	}
	s.solved |= single
	for w := range e.words {
		for set := s.places[w&7] & single; set != 0; set &= set - 1 {
			hit := s.places[w&7] & e.peers[bits.TrailingZeros64(set)&63]
			s.places[w&7] ^= hit
			s.dirty |= uint32((hit|-hit)>>63) << w
		}
	}
	return true
}
