package minlex

import "math/bits"

// A Search finds canonical forms. It has all its scratch memory. Each goroutine
// needs its own Search; New makes one.
type Search struct {
	views         [2]view
	current, next []partial

	// For the current row of the form: the least string so far, the rows that
	// give it, and the row being tried.
	least   uint64
	ties    []tie
	row     *[9]uint8
	repeats bool
	common  int // in a solved grid: digits of T's second row in U's first row
}

// A tie is a row that may come next in a partial transformation, and the number
// of choices it represents.
type tie struct {
	partial uint32
	choices uint32
	row     uint8
}

// someRoom is the initial capacity for partial transformations. Few puzzles
// need more.
const someRoom = 256

// none is greater than the string of any row.
const none = 1 << 63

// New returns a search.
func New() *Search {
	return &Search{
		current: make([]partial, 0, someRoom),
		next:    make([]partial, 0, someRoom),
		ties:    make([]tie, 0, someRoom),
	}
}

// Canonical sets form to the canonical form of a puzzle, and returns the number
// of its automorphisms: how many of the 3,359,232 geometric transformations
// turn the puzzle into itself, each with some relabelling. Both slices hold 81
// cells from 0 to 9, and may be the same. Canonical allocates only if a puzzle
// has more partial transformations than any before.
func (s *Search) Canonical(form, puzzle []uint8) (automorphisms int) {
	s.views[0].setRows(puzzle, 9, 1)
	s.views[1].setRows(puzzle, 1, 9)
	s.current = append(s.current[:0], start(0), start(1))
	for r := range 9 {
		label := s.current[0].next // the same for all
		s.next, s.ties, s.least = s.next[:0], s.ties[:0], none
		if r == 0 && s.solved() {
			s.startSolved()
		} else {
			s.findNext(r%3 == 0)
		}
		showRow(form[9*r:9*r+9], s.least, label)
		s.current, s.next = s.next, s.current
	}
	for i := range s.current {
		automorphisms += s.current[i].ways()
	}
	return automorphisms
}

// findNext finds the least next row, and the partial transformations that give
// it.
func (s *Search) findNext(newBand bool) {
	for i := range s.current {
		s.compare(i, newBand)
	}
	for _, t := range s.ties {
		s.extend(t)
	}
}

// showRow writes a row to cells, and replaces fresh by new labels.
func showRow(cells []uint8, row uint64, next uint8) {
	for i := range cells {
		label := uint8(row>>(32-4*i)) & 15
		if label == fresh {
			label = next
			next++
		}
		cells[i] = label
	}
}

// compare collects, of all rows that may come next in a partial transformation,
// those that give the least string so far.
func (s *Search) compare(i int, newBand bool) {
	p := &s.current[i]
	v := &s.views[p.view]
	for rows := p.following; rows != 0; rows &= rows - 1 {
		r := bits.TrailingZeros16(rows)
		choices := v.choices(r, p.unused, newBand)
		if choices == 0 {
			continue
		}
		t := tie{uint32(i), choices, uint8(r)}
		if v.repeats>>r&1 != 0 {
			s.extend(t) // its string is known only when it is placed
			continue
		}
		shown := p.shows(&v.rows[r], s.least)
		if shown > s.least {
			continue
		}
		if shown < s.least {
			s.least, s.next, s.ties = shown, s.next[:0], s.ties[:0]
		}
		s.ties = append(s.ties, t)
	}
}

// extend takes a row as the next one in a partial transformation, in all
// possible ways.
func (s *Search) extend(t tie) {
	p := s.current[t.partial]
	v := &s.views[p.view]
	s.row, s.repeats = &v.rows[t.row], v.repeats>>t.row&1 != 0
	p.take(t.row)
	p.weight *= t.choices
	s.place(p, position{})
}
