package lane

// A table holds digits by line and box: the digits of a band's mini-rows, by row and box, or of a
// stack's mini-columns, by column and box. Order 9 uses three of the four lines and boxes.
type table [4][4]uint16

// A view holds what a look at the mini-rows of a band finds.
type view struct {
	some, twice, singles table // digits: all, those with two places, naked singles
}

// A plainState is one lane during a pass.
type plainState struct {
	order, side int
	cells       [256]uint16 // candidates
	columns     [16]uint16  // by column: the naked singles seen, in order 16 since the lane was loaded
	views       [4]view     // of the bands
	dead        bool        // certainly
	changed     bool        // a candidate went
	solved      uint16      // digits that are naked singles of every row
	all         uint16      // digits of the order
}

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

// exchange calls move for each word of the state and its place in a block, in which the words of a
// lane are stride apart.
func (s *plainState) exchange(words []uint16, stride int, move func(mine, theirs *uint16)) {
	n := s.order * s.order
	for cell := range n {
		move(&s.cells[cell], &words[cell*stride])
	}
	for column := range s.order {
		move(&s.columns[column], &words[(n+column)*stride])
	}
}

// rowSteps makes a row step for each band. Order 9 looks at all bands before the first step; order
// 16, where the views of all bands would crowd out the cells, looks at each band before its step.
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

// look finds the naked singles of a band and the digits of its mini-rows.
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

// rowStep applies the rules along the rows and boxes of one band, to the candidates as they were
// when it was looked at.
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

// stay returns the digits that the mini-rows of a band may hold, without its naked singles. In order
// 16 the singles are taken away before the line–box rule is applied, which finds more; in order 9
// the rule has to see them.
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

// takeSingles takes the naked singles of a band from their rows and boxes.
func (s *plainState) takeSingles(stay *table, v *view) {
	for t := range s.side {
		for k := range s.side {
			stay[t][k] &^= v.singles.line(t) | v.singles.box(k)
		}
	}
}

// onlyPlace returns the digits with one place in a row.
func onlyPlace(keep, twice *[4]uint16) uint16 {
	var once, more uint16
	for k := range keep {
		more |= once&keep[k] | keep[k]&twice[k]
		once |= keep[k]
	}
	return once &^ more
}

// update gives a cell of a column its new candidates: its own single, or those that stay for its
// mini-row and are no single of the column. If one of these is hidden, only that one is left.
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

// columnStep applies the line–box rule along the columns of one stack. A digit hidden in a column
// is, after this step, hidden in its box and row; naked singles were taken from their columns in
// the row step.
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

// keep applies the order's line–box rule to a table.
func (s *plainState) keep(some *table) table {
	if s.order == 9 {
		return matched(some)
	}
	return confined(some)
}

// matched returns what stays of a 3×3 table: for each digit, the entries that lie on a perfect
// matching of lines to boxes. If there is none, nothing stays, so the digit is missing from every
// line and box.
func matched(some *table) (keep table) {
	for t := range 3 {
		for k := range 3 {
			t1, t2, k1, k2 := (t+1)%3, (t+2)%3, (k+1)%3, (k+2)%3
			keep[t][k] = some[t][k] & (some[t1][k1]&some[t2][k2] | some[t1][k2]&some[t2][k1])
		}
	}
	return keep
}

// confined returns what stays of a 4×4 table by pointing and claiming, each applied once.
func confined(some *table) (keep table) {
	keep = *some
	for t := range 4 {
		for k := range 4 {
			var line, box uint16 // the digits elsewhere in the line, and in the box
			for i := 1; i < 4; i++ {
				line |= some[t][(k+i)%4]
				box |= some[(t+i)%4][k]
			}
			for i := 1; i < 4; i++ {
				keep[(t+i)%4][k] &^= some[t][k] &^ line // claimed: the line has no other box
				keep[t][(k+i)%4] &^= some[t][k] &^ box  // pointed: the box has no other line
			}
		}
	}
	return keep
}
