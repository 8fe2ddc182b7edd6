package minlex

// fresh is the label of digits that have not occurred yet. It is greater than
// all other labels. Strings with fresh in place of a new label compare in the
// same way: if two agree so far, they have the same number of labels.
const fresh = 15

// A partial is a partial transformation: it determines which rows of a view the
// form's rows so far come from, the order of columns, and the labels. It
// represents several transformations if they cannot be distinguished yet.
type partial struct {
	// labels has four bits for each digit: its label in the form, or fresh.
	// Blank has label 0.
	labels uint64
	// columns holds, for each column of the form, its column in the view.
	columns [9]uint8
	// next is the label of the next fresh digit.
	next uint8
	// tied is the number of stacks that were blank in all rows so far. They are
	// the leftmost, and their order is open.
	tied uint8
	// view is the index of the view: 0, or 1 for the transposed puzzle.
	view uint8
	// starts is a set of columns of the form: those that start a group. The
	// order within a group is open.
	starts uint16
	// unused is the set of rows of the view not taken yet; following, the set
	// of these that may come next.
	unused, following uint16
	// weight is the number of choices of rows that the partial represents.
	weight uint32
}

// slotStarts holds the first columns of the form's stacks, and the end.
const slotStarts = 1<<0 | 1<<3 | 1<<6 | 1<<9

// start returns the partial transformation that has taken no row of a view.
func start(view uint8) partial {
	return partial{
		labels:    0xfffffffff0,
		columns:   [9]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8},
		next:      1,
		tied:      3,
		view:      view,
		starts:    slotStarts,
		unused:    1<<9 - 1,
		following: 1<<9 - 1,
		weight:    1,
	}
}

// take takes a row of the view. The next row must come from the same band, or
// from any band if it is complete.
func (p *partial) take(row uint8) {
	p.unused &^= 1 << row
	p.following = p.unused & (7 << (row / 3 * 3))
	if p.following == 0 {
		p.following = p.unused
	}
}

// label returns the label of a digit. shift is four times the digit.
func (p *partial) label(shift uint8) uint64 { return p.labels >> (shift & 63) & 15 }

// slot returns the least string that three columns of the form, from the given
// one, can have in a row.
func (p *partial) slot(row *[9]uint8, from uint8) uint64 {
	columns := p.columns[from : from+3 : from+3]
	a, b, c := p.label(row[columns[0]]), p.label(row[columns[1]]), p.label(row[columns[2]])
	switch p.starts >> (from + 1) & 3 {
	case 0: // one group
		a, b = min(a, b), max(a, b)
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
	case 1: // the second column starts a group
		b, c = min(b, c), max(b, c)
	case 2:
		a, b = min(a, b), max(a, b)
	}
	return a<<8 | b<<4 | c
}

// shows returns the least string that the form can have for a row without
// repeated digits. If it is greater than limit, shows may return any value
// above limit.
func (p *partial) shows(row *[9]uint8, limit uint64) uint64 {
	a := p.slot(row, 0)
	if p.tied < 2 && a<<24 > limit {
		return a << 24
	}
	b, c := p.slot(row, 3), p.slot(row, 6)
	if p.tied >= 2 {
		a, b = min(a, b), max(a, b)
	}
	if p.tied == 3 {
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
	}
	return a<<24 | b<<12 | c
}

// swapStacks swaps two tied stacks, given by their first columns.
func (p *partial) swapStacks(a, b uint8) {
	for range 3 {
		p.columns[a], p.columns[b] = p.columns[b], p.columns[a]
		a++
		b++
	}
}

// repeated reports whether the row's digit in a column of the form is also in
// one of the columns from first up to it.
func (p *partial) repeated(row *[9]uint8, first, column uint8) bool {
	digit := row[p.columns[column]]
	for _, c := range p.columns[first:column] {
		if row[c] == digit {
			return true
		}
	}
	return false
}

// ways returns the number of transformations that a complete partial
// represents.
func (p *partial) ways() int {
	n := int(p.weight)
	for slot := range 3 {
		switch p.starts >> (3*slot + 1) & 3 {
		case 0:
			n *= 6
		case 1, 2:
			n *= 2
		}
	}
	switch p.tied {
	case 2:
		n *= 2
	case 3:
		n *= 6
	}
	return n
}
