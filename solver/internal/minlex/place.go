package minlex

// A position is the progress of place in the current row.
type position struct {
	column uint8  // the next column of the form to place
	stack  bool   // its stack is chosen
	chosen bool   // the column itself is chosen
	blank  uint8  // number of tied stacks that are still blank
	shown  uint64 // the labels placed so far, four bits each
}

// place places the columns of the current row in all orders that give the least
// string, and adds the resulting partial transformations to the next level,
// unless the string is greater than the least so far. p has its state before
// the row, except for the columns before at.
func (s *Search) place(p partial, at position) {
	var last uint64 // label in the previous column
	if at.column%3 != 0 {
		last = p.label(s.row[p.columns[at.column-1]])
	}
	for ; at.column < 9; at.column++ {
		i := at.column
		if i%3 == 0 && i/3 < p.tied && !at.stack {
			s.chooseStack(&p, &at)
		}
		if !at.chosen && p.starts>>(i+1)&1 == 0 {
			s.chooseColumn(&p, at)
		}
		at.stack, at.chosen = false, false
		shift := s.row[p.columns[i]]
		label := p.label(shift)
		at.shown = at.shown<<4 | label
		if label == fresh {
			label = uint64(p.next)
			p.labels ^= (fresh ^ label) << shift
			p.next++
		}
		if label != last {
			p.starts |= 1 << i
		}
		last = label
	}
	if at.shown > s.least {
		return
	}
	if at.shown < s.least {
		s.least, s.next, s.ties = at.shown, s.next[:0], s.ties[:0]
	}
	p.tied = at.blank
	s.next = append(s.next, p)
}

// chooseStack chooses which of the remaining tied stacks comes next. It places
// all candidates for the least string in turn; the caller places the last one.
// A slot with a repeated fresh digit could be less than another, but only if
// both have the same number of fresh digits, and then they are equal in this
// comparison.
func (s *Search) chooseStack(p *partial, at *position) {
	first, end := at.column, 3*p.tied
	least, best := uint64(none), first
	for from := first; from < end; from += 3 {
		if shown := p.slot(s.row, from); shown < least {
			least, best = shown, from
		}
	}
	if least == 0 {
		at.blank++
	} else {
		for from := best + 3; from < end; from += 3 {
			if p.slot(s.row, from) == least {
				q, there := *p, *at
				q.swapStacks(first, from)
				there.stack = true
				s.place(q, there)
			}
		}
	}
	p.swapStacks(first, best)
}

// chooseColumn chooses which column of the group comes next. It places all
// candidates for the least string in turn; the caller places the last one.
func (s *Search) chooseColumn(p *partial, at position) {
	first := at.column
	least, best := p.label(s.row[p.columns[first]]), first
	end := first + 1
	for ; p.starts>>end&1 == 0; end++ {
		if label := p.label(s.row[p.columns[end]]); label < least {
			least, best = label, end
		}
	}
	if least == fresh {
		for j := first + 1; j < end; j++ {
			if s.repeats && p.repeated(s.row, first, j) {
				continue
			}
			q, there := *p, at
			q.columns[first], q.columns[j] = q.columns[j], q.columns[first]
			there.stack, there.chosen = true, true
			s.place(q, there)
		}
	}
	p.columns[first], p.columns[best] = p.columns[best], p.columns[first]
}
