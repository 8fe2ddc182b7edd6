package minlex

// A Mapping is a transformation that turns a puzzle into its canonical form.
type Mapping struct {
	Cells  [81]uint8 // by cell of the form: the cell of the puzzle that goes there
	Digits [10]uint8 // by digit of the puzzle: its digit in the form; 0 stays 0
}

// Mapping sets m to a transformation that turns the puzzle of the last call of
// Canonical into form, its result. Digits that the puzzle does not have get the
// remaining labels in ascending order.
func (s *Search) Mapping(m *Mapping, form []uint8) {
	p := &s.current[0]
	v := &s.views[p.view]
	rows := p.rowOrder(v, form)
	for i := range m.Cells {
		row, column := rows[i/9], p.columns[i%9]
		if p.view == 1 {
			row, column = column, row
		}
		m.Cells[i] = 9*row + column
	}
	next := p.next
	for digit := range m.Digits {
		label := uint8(p.label(uint8(4 * digit)))
		if label == fresh {
			label = next
			next++
		}
		m.Digits[digit] = label
	}
}

// rowOrder returns, for each row of the form, its row of the view. The search
// does not keep these, so rowOrder matches rows by their contents; equal rows
// are interchangeable. Bands stay together.
func (p *partial) rowOrder(v *view, form []uint8) (order [9]uint8) {
	var shown [9]uint64
	for r := range shown {
		for _, column := range p.columns {
			shown[r] = shown[r]<<4 | p.label(v.rows[r][column])
		}
	}
	used := 0 // set of bands
	for band := range 3 {
		var want [3]uint64
		for i, cell := range form[27*band : 27*band+27] {
			want[i/9] = want[i/9]<<4 | uint64(cell)
		}
		for from := range 3 {
			if within, ok := arrange(&want, shown[3*from:]); ok && used>>from&1 == 0 {
				used |= 1 << from
				for i, row := range within {
					order[3*band+i] = uint8(3*from) + row
				}
				break
			}
		}
	}
	return order
}

// arrange returns the order in which three rows equal the wanted ones.
func arrange(want *[3]uint64, rows []uint64) (order [3]uint8, ok bool) {
	for _, o := range orders {
		if rows[o[0]] == want[0] && rows[o[1]] == want[1] && rows[o[2]] == want[2] {
			return o, true
		}
	}
	return order, false
}
