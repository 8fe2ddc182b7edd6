package lanetest

// A table holds digits by line and box. For a band these are the digits of its mini-rows, by row
// and box; for a stack, the digits of its mini-columns, by column and box. Order 9 uses three of
// the four lines and boxes.
type table [4][4]uint16

// A view holds facts about the mini-rows of a band.
type view struct {
	some, twice, singles table // all digits, digits with two places or more, naked singles
}

// A plainState holds one lane during a pass.
type plainState struct {
	order, side int
	cells       [256]uint16 // candidates
	columns     [16]uint16  // by column: its naked singles so far; in order 16 passes keep them
	views       [4]view     // by band
	dead        bool        // the lane is certainly dead
	changed     bool        // the pass removed a candidate
	solved      uint16      // digits that are naked singles in every row
	all         uint16      // all digits of the order
}

// pass implements Kernels.Pass.
func (k *plain) pass(block *uint16) (dead, changed, open uint32) {
	words := k.block(block)
	s := plainState{order: k.order, side: k.side, all: uint16(1<<k.order - 1)}
	for l := range k.lanes {
		s.dead, s.changed, s.solved = false, false, s.all
		s.exchange(words[l:], k.lanes, func(mine, theirs *uint16) { *mine = *theirs })
		s.rowSteps()
		for stack := range k.side {
			s.columnStep(stack)
		}
		s.exchange(words[l:], k.lanes, func(mine, theirs *uint16) { *theirs = *mine })
		set := func(lanes *uint32, is bool) {
			if is {
				*lanes |= 1 << l
			}
		}
		set(&dead, s.dead)
		set(&changed, s.changed)
		set(&open, s.solved != s.all)
	}
	return dead, changed, open
}

// exchange calls move for each word of the state and its place in a block. The words of a lane are
// stride apart.
func (s *plainState) exchange(words []uint16, stride int, move func(mine, theirs *uint16)) {
	n := s.order * s.order
	for cell := range n {
		move(&s.cells[cell], &words[cell*stride])
	}
	for column := range s.order {
		move(&s.columns[column], &words[(n+column)*stride])
	}
}

// rowSteps makes a row step for each band. Order 9 computes the views of all bands before the first
// step. In order 16 these would displace the cells from the first-level cache, so each view is
// computed just before its step.
func (s *plainState) rowSteps() {
	ahead := 1
	if s.order == 9 {
		ahead = s.side
		s.columns = [16]uint16{}
	}
	for band := range s.side {
		if band%ahead == 0 {
			for i := range ahead {
				s.look(band + i)
			}
		}
		s.rowStep(band)
	}
}

// look computes the view of a band: its naked singles and the digits of its mini-rows.
func (s *plainState) look(band int) {
	v := &s.views[band]
	*v = view{}
	for t := range s.side {
		for c, x := range s.cells[(band*s.side+t)*s.order:][:s.order] {
			k := c / s.side
			v.twice[t][k] |= v.some[t][k] & x
			v.some[t][k] |= x
			if x&(x-1) == 0 {
				v.singles[t][k] |= x
				s.columns[c] |= x
			}
		}
	}
}

// rowStep applies the rules along the rows and boxes of one band, as its view shows them.
func (s *plainState) rowStep(band int) {
	cells, v := s.cells[band*s.side*s.order:], &s.views[band]
	stay := s.stay(v)
	for t := range s.side {
		s.solved &= v.singles.line(t)
		hidden := onlyPlace(&stay[t], &v.twice[t])
		for k := range s.side {
			for i := range s.side {
				c := s.side*k + i
				s.update(&cells[t*s.order+c], stay[t][k], hidden, c)
			}
		}
	}
}

// stay returns the digits that the mini-rows of a band may keep, without its naked singles. Order
// 16 removes the singles before the line–box rule, which then finds more. Order 9 needs them for
// its rule, and removes them afterwards.
func (s *plainState) stay(v *view) table {
	if s.order == 9 {
		stay := matched(&v.some)
		s.dead = s.dead || stay.line(0) != s.all
		s.takeSingles(&stay, v)
		return stay
	}
	stay := v.some
	s.takeSingles(&stay, v)
	stay = confined(&stay)
	for i := range s.side {
		s.dead = s.dead || stay.line(i)|v.singles.line(i) != s.all || stay.box(i)|v.singles.box(i) != s.all
	}
	return stay
}

// takeSingles removes the naked singles of a band from their rows and boxes.
func (s *plainState) takeSingles(stay *table, v *view) {
	for t := range s.side {
		for k := range s.side {
			stay[t][k] &^= v.singles.line(t) | v.singles.box(k)
		}
	}
}

// onlyPlace returns the digits with exactly one place in a row.
func onlyPlace(keep, twice *[4]uint16) uint16 {
	var once, more uint16
	for k := range keep {
		more |= once&keep[k] | keep[k]&twice[k]
		once |= keep[k]
	}
	return once &^ more
}

// update sets a cell's new candidates: its own single, or the digits that stay for its mini-row and
// are no single of its column. If one of these is hidden, it becomes the only candidate.
func (s *plainState) update(cell *uint16, stay, hidden uint16, column int) {
	x := *cell
	y := x & stay &^ s.columns[column]
	if x&(x-1) == 0 {
		y = x
	}
	if y&hidden != 0 {
		y &= hidden
	}
	s.changed = s.changed || y != x
	*cell = y
}

// columnStep applies the line–box rule along the columns of one stack. It need not look for
// singles: after it, a digit hidden in a column is also hidden in its box and row, and the row step
// has already removed naked singles from their columns.
func (s *plainState) columnStep(stack int) {
	var some table
	mini := func(t, k, i int) *uint16 { return &s.cells[(s.side*k+i)*s.order+s.side*stack+t] }
	for t := range s.side {
		for k := range s.side {
			for i := range s.side {
				some[t][k] |= *mini(t, k, i)
			}
		}
	}
	keep := s.keep(&some)
	for t := range s.side {
		s.dead = s.dead || keep.line(t) != s.all
		for k := range s.side {
			s.changed = s.changed || some[t][k] != keep[t][k]
			for i := range s.side {
				*mini(t, k, i) &= keep[t][k]
			}
		}
	}
}

// line returns the digits of a line.
func (t *table) line(i int) uint16 { return t[i][0] | t[i][1] | t[i][2] | t[i][3] }

// box returns the digits of a box.
func (t *table) box(k int) uint16 { return t[0][k] | t[1][k] | t[2][k] | t[3][k] }

// keep applies the line–box rule of the order to a table.
func (s *plainState) keep(some *table) table {
	if s.order == 9 {
		return matched(some)
	}
	return confined(some)
}

// matched returns the entries of a 3×3 table that lie, for each digit, on a perfect matching of
// lines to boxes. A digit without such a matching is missing from every line and box.
func matched(some *table) (keep table) {
	for t := range 3 {
		for k := range 3 {
			t1, t2, k1, k2 := (t+1)%3, (t+2)%3, (k+1)%3, (k+2)%3
			keep[t][k] = some[t][k] & (some[t1][k1]&some[t2][k2] | some[t1][k2]&some[t2][k1])
		}
	}
	return keep
}

// confined returns what pointing and claiming, each applied once, leave of a 4×4 table.
func confined(some *table) (keep table) {
	keep = *some
	for t := range 4 {
		for k := range 4 {
			var line, box uint16 // the digits in the rest of the line, and of the box
			for i := 1; i < 4; i++ {
				line |= some[t][(k+i)%4]
				box |= some[(t+i)%4][k]
			}
			for i := 1; i < 4; i++ {
				keep[(t+i)%4][k] &^= some[t][k] &^ line // claimed: the line has the digit only in this box
				keep[t][(k+i)%4] &^= some[t][k] &^ box  // pointed: the box has the digit only in this line
			}
		}
	}
	return keep
}
