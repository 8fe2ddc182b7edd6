package minlex

// fresh is the label of digits that were not met yet. It is greater than all
// labels, and strings in which a digit met first shows as fresh compare as
// those with its label in its place: two that agree so far have met equally
// many.
const fresh = 15

// A partial is a partial transformation, or many that cannot be distinguished
// yet: the rows of the form so far come from certain rows of a view, in such
// and such an order of columns, with such and such labels.
type partial struct {
	// labels holds four bits for each digit: fresh, or its label in the form.
	// Blank has label 0.
	labels uint64
	// columns holds the view's column for each column of the form.
	columns [9]uint8
	// next is the label that the next fresh digit gets.
	next uint8
	// tied is the number of stacks, the leftmost, that were blank in all rows
	// so far. Their order is open.
	tied uint8
	// view is the orientation.
	view uint8
	// starts says which columns of the form start a group, as bits. The order
	// within a group is open.
	starts uint16
	// unused says which rows of the view are left, as bits; following, which of
	// them can come next.
	unused, following uint16
	// weight is how many choices of rows it stands for.
	weight uint32
}

// slotStarts are the first columns of the form's stacks, and the end.
const slotStarts = 1<<0 | 1<<3 | 1<<6 | 1<<9

// start is the partial transformation that has taken no row of a view.
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

// take takes a row of the view. The rest of its band follows, or any band.
func (p *partial) take(row uint8) {
	p.unused &^= 1 << row
	p.following = p.unused & (7 << (row / 3 * 3))
	if p.following == 0 {
		p.following = p.unused
	}
}

// label returns the label of a digit, given as its shift.
func (p *partial) label(shift uint8) uint64 { return p.labels >> (shift & 63) & 15 }

// slot returns the least that three columns of the form, from the given one,
// can show of a row.
func (p *partial) slot(row *[9]uint8, from uint8) uint64 {
	columns := p.columns[from : from+3 : from+3]
	a, b, c := p.label(row[columns[0]]), p.label(row[columns[1]]), p.label(row[columns[2]])
	switch p.starts >> (from + 1) & 3 {
	case 0: // one group
		a, b = min(a, b), max(a, b)
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
	case 1: // the second column starts one
		b, c = min(b, c), max(b, c)
	case 2:
		a, b = min(a, b), max(a, b)
	}
	return a<<8 | b<<4 | c
}

// shows returns the least that the form can show of a row without a repeated
// digit; or something greater than limit, where that is greater.
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

// swapStacks swaps two of the tied stacks, given by their first columns.
func (p *partial) swapStacks(a, b uint8) {
	for range 3 {
		p.columns[a], p.columns[b] = p.columns[b], p.columns[a]
		a++
		b++
	}
}

// repeated reports whether the row's digit in a column of the form is also in
// one before it, from first on.
func (p *partial) repeated(row *[9]uint8, first, column uint8) bool {
	digit := row[p.columns[column]]
	for _, c := range p.columns[first:column] {
		if row[c] == digit {
			return true
		}
	}
	return false
}

// ways returns how many transformations a complete one stands for.
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
