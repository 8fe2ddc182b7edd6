package explain

// This file finds what follows if a candidate is assumed to be on, or off.
//
// A statement is a node with its state: twice the node, plus one if it is on.

// A statement says that a candidate is on or off.
type statement uint16

func on(node uint16) statement  { return statement(node)<<1 | 1 }
func off(node uint16) statement { return statement(node) << 1 }

func (s statement) node() uint16      { return uint16(s >> 1) }
func (s statement) isOn() bool        { return s&1 != 0 }
func (s statement) denied() statement { return s ^ 1 }

// told returns as one Statement a statement, or several that are off.
func (r *Rater) told(all ...statement) Statement {
	told := Statement{On: all[0].isOn()}
	for _, s := range all {
		c := r.graph.at[s.node()]
		told.Candidates = append(told.Candidates, Candidate{c.cell, c.digit + 1})
	}
	return told
}

// A reason says where a statement comes from: one statement, or several that
// are off.
type reason struct {
	from  uint32 // its parents in the outcome's memory
	count uint16
	least uint16 // at least so many statements lead to it, with itself
	exact uint16 // the exact number, 0 if not known
	// rule is what an on statement is the last one of: 1 is a cell, 2 to 4 are a
	// box, row or column. Of an off statement it is the chain within the chain
	// that excludes it, as an index from 1. 0: none, or not known.
	rule uint16
}

// The rules that leave one candidate.
const (
	lastDigit = iota + 1
	lastPlace // in a box; a row and a column follow
)

// An outcome has the statements that follow from an assumption, in the order
// in which they were found, and their reasons. If two statements contradict
// each other, it ends there.
type outcome struct {
	known    [2]wideSet // nodes that are off, and on
	reasons  []reason   // by statement
	on, off  []uint16   // nodes, in order
	parents  []statement
	nested   []nestedChain
	conflict bool
	first    statement // a statement that is known
	second   reason    // the reason of its denial
}

// A wideSet is a set of nodes of any graph.
type wideSet [maxNodes/64 + 1]uint64

func (s *wideSet) add(node uint16)      { s[node>>6] |= 1 << (node & 63) }
func (s *wideSet) has(node uint16) bool { return s[node>>6]>>(node&63)&1 != 0 }

func (o *outcome) knows(s statement) bool { return o.known[s&1][s>>7]>>(s>>1&63)&1 != 0 }

// isNews reports whether a statement is not known, or its denial is.
func (o *outcome) isNews(s statement) bool { return !o.knows(s) || o.knows(s.denied()) }

// A mode says which implications are used.
type mode struct {
	kind    linkKind
	dynamic bool // statements that are off count for the links that follow
	level   int  // how much else they count for, one of the levels
	inner   int  // the level of the chains within chains of levelDynamic
}

// The levels of dynamic chains: what the candidates that are off make counts,
// too.
const (
	levelLinks   = iota
	levelPlus    // locked candidates, pairs and X-wings
	levelForcing // and forcing chains and cycles
	levelStatic  // and static chains with cases
	levelDynamic // and dynamic chains, instead of both
	levelNested  // and dynamic chains of levelForcing
)

// A reasoner finds outcomes. It has a copy of the grid in which the candidates
// that are off are removed.
type reasoner struct {
	cands  [81]uint16
	places [27][9]uint16
	moved  [9]uint32 // digit: houses where it lost a place since advanceLocking
	mode   mode
	levels *[maxLevelNodes]nodeSet // weak links as bits, nil if there are none
	marks  [2 * maxNodes]uint32
	stamp  uint32
	todo   []statement

	advanced []advance
	nests    map[nestState]nestResult // of this puzzle
}

// assume finds what follows from a statement.
func (r *Rater) assume(o *outcome, start statement) {
	q := &r.reasoner
	if r.collect {
		r.work.done++
	}
	if q.mode.dynamic {
		q.cands, q.places, q.moved = r.grid.cands, r.grid.places, [9]uint32{}
	}
	o.known = [2]wideSet{}
	if n := 2 * r.graph.count; cap(o.reasons) < n {
		o.reasons = make([]reason, n, n+n/4)
	} else {
		o.reasons = o.reasons[:n]
	}
	o.on, o.off, o.parents, o.nested, o.conflict = o.on[:0], o.off[:0], o.parents[:0], o.nested[:0], false
	o.add(start, reason{least: 1, exact: 1})
	nextOn, nextOff := 0, 0
	for !o.conflict {
		switch {
		case nextOn < len(o.on):
			r.followOn(o, o.on[nextOn])
			nextOn++
		case nextOff < len(o.off):
			r.followOff(o, o.off[nextOff])
			nextOff++
		case q.mode.level == levelLinks || !r.advance(o):
			return
		}
	}
}

// add adds a statement that is not known.
func (o *outcome) add(s statement, why reason) {
	o.known[s&1][s>>7] |= 1 << (s >> 1 & 63)
	o.reasons[s] = why
	if s.isOn() {
		o.on = append(o.on, s.node())
	} else {
		o.off = append(o.off, s.node())
	}
}

// because returns a reason with one parent.
func (o *outcome) because(parent statement) reason {
	o.parents = append(o.parents, parent)
	return reason{from: uint32(len(o.parents) - 1), count: 1, least: o.reasons[parent].least + 1}
}

// and adds a parent to the reason made last.
func (o *outcome) and(why *reason, parent statement) {
	o.parents = append(o.parents, parent)
	why.count++
	why.least = max(why.least, o.reasons[parent].least+1)
}

// parentsOf returns the parents of a reason.
func (o *outcome) parentsOf(why reason) []statement {
	return o.parents[why.from : why.from+uint32(why.count)]
}

// derive adds a statement, unless it is known, or ends the outcome if it
// denies one that is.
func (o *outcome) derive(s statement, why reason) {
	switch {
	case o.knows(s.denied()):
		o.conflict, o.first, o.second = true, s.denied(), why
	case !o.knows(s):
		o.add(s, why)
	}
}

// followOn adds the nodes that are off because node is on.
func (r *Rater) followOn(o *outcome, node uint16) {
	q, n := &r.reasoner, &r.graph
	if q.levels != nil && !o.touches(&q.levels[node]) {
		return
	}
	why := reason{count: 1, least: o.reasons[on(node)].least + 1}
	for _, other := range n.weakLinks(node).of(q.mode.kind) {
		isOff, isOn := o.known[0][other>>6]>>(other&63)&1 != 0, o.known[1][other>>6]>>(other&63)&1 != 0
		if isOff && !isOn {
			continue
		}
		if c := n.at[other]; q.mode.dynamic && q.cands[c.cell]>>c.digit&1 == 0 {
			continue
		}
		why.from = uint32(len(o.parents))
		o.parents = append(o.parents, on(node))
		if isOn {
			o.conflict, o.first, o.second = true, on(other), why
			return
		}
		o.add(off(other), why)
	}
}

// touches reports whether a node of the set is on, or not known to be off.
func (o *outcome) touches(s *nodeSet) bool {
	off, on := &o.known[0], &o.known[1]
	return s[0]&(^off[0]|on[0])|s[1]&(^off[1]|on[1])|s[2]&(^off[2]|on[2])|s[3]&(^off[3]|on[3]) != 0
}

// followOff adds the nodes that are on because node is off.
func (r *Rater) followOff(o *outcome, node uint16) {
	q, n := &r.reasoner, &r.graph
	if !q.mode.dynamic {
		for _, other := range n.strongLinks(node, q.mode.kind) {
			if s := on(other); !o.knows(s) || o.knows(s.denied()) {
				o.derive(s, o.because(off(node)))
				if o.conflict {
					return
				}
			}
		}
		return
	}
	at := &n.home[node]
	cell, digit := int(at.cell), int(at.digit)&15
	var found [4]uint16
	var whys [4]reason
	count := 0
	left := q.cands[cell] &^ (1 << digit)
	if q.mode.kind&cellLinks != 0 && single(left) && left != q.cands[cell] {
		if other := n.node[cell][lowest(left)]; o.isNews(on(other)) {
			found[0], whys[0], count = other, r.onlyDigit(o, cell, off(node)), 1
		}
	}
	q.cands[cell] = left
	q.moved[digit] |= cellHouseBits[cell]
	for t, house := range at.houses {
		places := &q.places[house][digit]
		left := *places &^ at.places[t]
		if single(left) {
			other := n.node[houseCells[house][lowest(left)]][digit]
			known := !o.isNews(on(other))
			for _, f := range found[:count] {
				known = known || f == other
			}
			if !known {
				found[count], whys[count] = other, r.onlyPlace(o, int(house), digit, off(node))
				whys[count].rule = lastPlace + uint16(t)
				count++
			}
		}
		*places = left
	}
	for i, other := range found[:count] {
		o.derive(on(other), whys[i])
		if o.conflict {
			return
		}
	}
}

// onlyDigit returns the reason of a cell's last digit: parent, and that the
// others were removed.
func (r *Rater) onlyDigit(o *outcome, cell int, parent statement) reason {
	why := o.because(parent)
	why.rule = lastDigit
	for gone := r.grid.cands[cell] &^ r.reasoner.cands[cell]; gone != 0; gone &= gone - 1 {
		o.and(&why, off(r.graph.node[cell][lowest(gone)]))
	}
	return why
}

// onlyPlace returns the reason of a digit's last place in a house.
func (r *Rater) onlyPlace(o *outcome, house, digit int, parent statement) reason {
	why := o.because(parent)
	for gone := r.grid.places[house][digit] &^ r.reasoner.places[house][digit]; gone != 0; gone &= gone - 1 {
		o.and(&why, off(r.graph.node[houseCells[house][lowest(gone)]][digit]))
	}
	return why
}

// statements returns the number of statements that lead to s, with itself.
func (q *reasoner) statements(o *outcome, s statement) int {
	why := &o.reasons[s]
	if why.exact == 0 {
		why.exact = uint16(q.trace(o, s, *why))
	}
	return int(why.exact)
}

// trace counts the statements that lead to s by a reason, with itself.
func (q *reasoner) trace(o *outcome, s statement, why reason) int {
	q.stamp++
	q.marks[s] = q.stamp
	q.todo = q.todo[:0]
	count := 1
	for {
		for _, p := range o.parentsOf(why) {
			if q.marks[p] != q.stamp {
				q.marks[p] = q.stamp
				q.todo = append(q.todo, p)
				count++
			}
		}
		if len(q.todo) == 0 {
			return count
		}
		why = o.reasons[q.todo[len(q.todo)-1]]
		q.todo = q.todo[:len(q.todo)-1]
	}
}

// ancestors calls visit for s and the statements that lead to it by a reason,
// each once, the nearest first.
func (q *reasoner) ancestors(o *outcome, s statement, why reason, visit func(statement, reason)) {
	q.stamp++
	q.marks[s] = q.stamp
	q.todo = q.todo[:0]
	visit(s, why)
	for next := 0; ; next++ {
		for _, p := range o.parentsOf(why) {
			if q.marks[p] != q.stamp {
				q.marks[p] = q.stamp
				q.todo = append(q.todo, p)
			}
		}
		if next == len(q.todo) {
			return
		}
		why = o.reasons[q.todo[next]]
		visit(q.todo[next], why)
	}
}
