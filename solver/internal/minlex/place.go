package minlex

// A position is how far the columns of the row at hand are placed.
type position struct {
	column uint8  // of the form: those before it are placed
	stack  bool   // whether its stack is chosen
	chosen bool   // whether itself is
	blank  uint8  // how many of the stacks that were tied are blank still
	shown  uint64 // the columns placed, four bits each
}

// place puts the columns of the row at hand in all orders that show the least,
// and adds the results to the partial transformations of the next level, unless
// others show less. p has its columns and labels as they were before the row, but
// for what at says.
func (s *Search) place(p partial, at position) {
	var last uint64 // label in the column before
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

// chooseStack chooses which of the tied stacks that are left comes next. All
// that may show the least are placed in turn, the last of them by the caller.
// Where a fresh digit is twice in a slot, it shows less than another only if both
// have as many fresh digits, and then they are equal here.
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

// chooseColumn chooses which column of the group comes next. All that show the
// least are placed in turn, the last of them by the caller.
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
