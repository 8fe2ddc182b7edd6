package minlex

import "math/bits"

// A Search finds canonical forms. It holds all scratch memory and is for one
// goroutine at a time; New makes one.
type Search struct {
	views         [2]view
	current, next []partial

	// Of the row of the form that is being found: the least so far, what shows
	// it, and the row being tried.
	least   uint64
	ties    []tie
	row     *[9]uint8
	repeats bool
	common  int // in a solved grid: digits of T's second row in U's first
}

// A tie is a row that can come next in a partial transformation, and how many
// choices it stands for.
type tie struct {
	partial uint32
	choices uint32
	row     uint8
}

// someRoom is the number of partial transformations that there is room for
// from the start; few puzzles need as many.
const someRoom = 256

// none is greater than every row.
const none = 1 << 63

// New makes a search.
func New() *Search {
	return &Search{
		current: make([]partial, 0, someRoom),
		next:    make([]partial, 0, someRoom),
		ties:    make([]tie, 0, someRoom),
	}
}

// Canonical sets form to the canonical form of a puzzle, and returns the number
// of its automorphisms: of the 3,359,232 geometric transformations, those that,
// each with some relabelling, turn the puzzle into itself. Both are 81 cells,
// values 0 to 9, and may be the same. It does not allocate but where a puzzle
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

// findNext finds the least next row, and the partial transformations that show
// it.
func (s *Search) findNext(newBand bool) {
	for i := range s.current {
		s.compare(i, newBand)
	}
	for _, t := range s.ties {
		s.extend(t)
	}
}

// showRow writes a row in which digits met first show as fresh.
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

// compare notes, of all rows that can come next in a partial transformation,
// those that show the least so far.
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
			s.extend(t) // what it shows is known when it is placed
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

// extend takes a row as the next one in a partial transformation, in all ways.
func (s *Search) extend(t tie) {
	p := s.current[t.partial]
	v := &s.views[p.view]
	s.row, s.repeats = &v.rows[t.row], v.repeats>>t.row&1 != 0
	p.take(t.row)
	p.weight *= t.choices
	s.place(p, position{})
}
