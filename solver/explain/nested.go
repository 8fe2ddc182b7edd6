package explain

import "slices"

// This file has chains within chains. Once the candidates that are off are
// removed from the grid, a Rater of its own looks there for all chains. Each
// excludes candidates, if it needs that others are off.

// A nestedChain is such a chain.
type nestedChain struct {
	id         uint64 // equal chains have equal ids
	statements int    // in it and in the chains within it
	links      []Link // if Rater.retell is set
}

// An exclusion says what a nestedChain removes if its premises are off.
type exclusion struct {
	nestedChain
	removed, premises []candidate
}

// A nestState is a grid in which chains are looked for, and which. Steps of a
// puzzle come to the same states again.
type nestState struct {
	cands [81]uint16
	mode  mode
}

// A nestResult has the exclusions of a nestState, and what the search cost. Later
// grids of the puzzle have fewer candidates. Premises that are gone are off. One
// is left, as a chain without premises would be an easier step.
type nestResult struct {
	list []exclusion
	work int
}

// mostStates is how many results a Rater keeps.
const mostStates = 1 << 12

// nest returns the Rater that looks for chains in the grid without the
// candidates that are off.
func (r *Rater) nest(o *outcome) *Rater {
	if r.inner == nil {
		r.inner = &Rater{collect: true, work: r.work}
	}
	in := r.inner
	in.retell, in.plainChains = r.retell, r.plainChains
	in.grid = r.grid
	for _, node := range o.off {
		c := r.graph.at[node]
		in.grid.remove(int(c.cell), int(c.digit))
	}
	return in
}

// advanceChains lists the candidates that chains exclude.
func (r *Rater) advanceChains(o *outcome) {
	m := r.reasoner.mode
	if m.level < levelForcing || r.work.spent() {
		return
	}
	in := r.nest(o)
	state := nestState{in.grid.cands, m}
	keep := !r.collect && !r.retell && !r.plainChains && !in.grid.broken
	if known, ok := r.reasoner.nests[state]; ok && keep {
		r.work.done += known.work
		for i := range known.list {
			r.excludeBy(o, &known.list[i])
		}
		return
	}
	before := r.work.done
	list := r.nestedChains(o, in, m)
	if !keep {
		return
	}
	if r.reasoner.nests == nil || len(r.reasoner.nests) == mostStates {
		r.reasoner.nests = map[nestState]nestResult{}
	}
	r.reasoner.nests[state] = nestResult{list, r.work.done - before}
}

// nestedChains looks for chains in the grid of in.
func (r *Rater) nestedChains(o *outcome, in *Rater, m mode) []exclusion {
	in.graph.number(&in.grid)
	in.graph.buildAll(&in.grid)
	if in.graph.count <= maxLevelNodes {
		in.levels.build(&in.graph)
	}
	in.proofs.clear()
	in.forget()
	dynamic := mode{kind: houseLinks | cellLinks, dynamic: true, level: m.inner}
	if m.level >= levelDynamic {
		in.allChains(dynamic)
	} else {
		in.allForcingChains()
	}
	if list := r.take(o, in); len(list) > 0 {
		return list
	}
	in.proofs.clear()
	switch m.level {
	case levelStatic:
		in.allChains(mode{kind: houseLinks | cellLinks})
	case levelNested:
		dynamic.level = levelForcing
		in.allChains(dynamic)
	}
	return r.take(o, in)
}

// take lists what the proofs exclude, the best first.
func (r *Rater) take(o *outcome, in *Rater) (all []exclusion) {
	r.work.done += workOfSearch
	list, order := in.proofs.list, in.proofs.sorted[:0]
	for i := range list {
		order = append(order, i)
	}
	slices.SortFunc(order, func(a, b int) int { return list[a].compare(&list[b]) })
	in.proofs.sorted = order
	var cycles [][9]cellSet
	var removed []candidate
	var gone wideSet // nodes that better proofs exclude
	for _, i := range order {
		p := &list[i]
		removed = removed[:0]
		if p.result == noResult {
			gone := in.goneBy(p.path)
			if slices.Contains(cycles, gone) {
				continue
			}
			cycles = append(cycles, gone)
			removed = in.listGone(removed, &gone, p.path)
		} else if c := in.graph.at[p.result.node()]; p.result.isOn() {
			for rest := in.grid.cands[c.cell] &^ (1 << c.digit); rest != 0; rest &= rest - 1 {
				removed = append(removed, candidate{c.cell, uint8(lowest(rest))})
			}
		} else {
			removed = append(removed, c)
		}
		news := slices.ContainsFunc(removed, func(c candidate) bool { return !gone.has(r.graph.node[c.cell][c.digit]) })
		if !news {
			continue
		}
		if e := r.unravelled(in, p, removed); len(e.premises) > 0 { // none: it is a proof of the grid with all candidates
			r.excludeBy(o, &e)
			all = append(all, e)
			for _, c := range removed {
				gone.add(r.graph.node[c.cell][c.digit])
			}
		}
	}
	return all
}

// unravelled returns what a proof needs and excludes.
func (r *Rater) unravelled(in *Rater, p *proof, removed []candidate) exclusion {
	u := unravelling{base: &r.grid, in: in}
	u.unravel(p)
	n := nestedChain{id: u.id, statements: p.statements}
	if r.retell {
		h := in.found(NoTechnique, 0)
		if p.path != nil {
			in.tellPath(h, p.path)
		} else {
			in.tellCases(h, p.cases, p.kind, p.conclusion)
		}
		n.links = slices.Clone(h.links)
	}
	return exclusion{n, slices.Clone(removed), u.premises}
}

// excludeBy lists what a chain excludes.
func (r *Rater) excludeBy(o *outcome, e *exclusion) {
	why := reason{}
	for _, c := range e.premises {
		if r.grid.has(c) {
			o.join(&why, off(r.graph.node[c.cell][c.digit]))
		}
	}
	o.nested = append(o.nested, e.nestedChain)
	why.rule = uint16(len(o.nested))
	cells, last := 0, -1
	for _, c := range e.removed {
		if int(c.cell) != last {
			last = int(c.cell)
			cells++
		}
	}
	r.exclude(e.removed, cells, why)
}

// An unravelling goes through a proof in the order of the original. It finds
// the candidates that must be off, and a name of the proof.
type unravelling struct {
	base     *grid // with all candidates
	in       *Rater
	id       uint64
	premises []candidate
	has      [9]cellSet
}

// trace goes through the statements that lead to s.
func (u *unravelling) trace(p *proof, o *outcome, s statement, why reason) {
	u.target()
	u.in.reasoner.ancestors(o, s, why, func(s statement, why reason) {
		rule := why.rule
		switch {
		case !s.isOn():
		case why.count == 0:
			rule = p.rule
		case rule == 0:
			rule = u.in.strongRule(o.parentsOf(why)[0].node(), s.node())
		}
		u.visit(s, rule)
	})
}

func (u *unravelling) target() { u.id = u.id*0x9E3779B97F4A7C15 + 1 }

func (u *unravelling) visit(s statement, rule uint16) {
	c := u.in.graph.at[s.node()]
	u.id = (u.id ^ (uint64(c.cell)*18 + uint64(c.digit)*2 + uint64(s&1) + 2)) * 0x9E3779B97F4A7C15
	u.id ^= u.id >> 29
	if s.isOn() {
		u.need(s, rule)
	}
}

// need adds what must be off so that s is the only one by a rule.
func (u *unravelling) need(s statement, rule uint16) {
	c := u.in.graph.at[s.node()]
	switch rule {
	case 0:
	case lastDigit:
		for gone := u.base.cands[c.cell] &^ u.in.grid.cands[c.cell]; gone != 0; gone &= gone - 1 {
			u.add(c.cell, uint8(lowest(gone)))
		}
	default:
		house := cellHouses[c.cell][rule-lastPlace]
		for gone := u.base.places[house][c.digit] &^ u.in.grid.places[house][c.digit]; gone != 0; gone &= gone - 1 {
			u.add(houseCells[house][lowest(gone)], c.digit)
		}
	}
}

func (u *unravelling) add(cell, digit uint8) {
	if !u.has[digit].has(int(cell)) {
		u.has[digit] = u.has[digit].or(cellOf(int(cell)))
		u.premises = append(u.premises, candidate{cell, digit})
	}
}

// strongRule returns the rule of a strong link.
func (r *Rater) strongRule(from, to uint16) uint16 {
	a, b := r.graph.at[from], r.graph.at[to]
	if a.cell == b.cell {
		return lastDigit
	}
	for t, house := range cellHouses[b.cell] {
		if places := r.grid.places[house][b.digit]; cellHouses[a.cell][t] == house && places == cellPlaces[a.cell][t]|cellPlaces[b.cell][t] {
			return lastPlace + uint16(t)
		}
	}
	return 0
}

// weakRule returns the rule of a weak link.
func (r *Rater) weakRule(from, to uint16) uint16 {
	a, b := r.graph.at[from], r.graph.at[to]
	if a.cell == b.cell {
		return lastDigit
	}
	for t, house := range cellHouses[b.cell] {
		if cellHouses[a.cell][t] == house {
			return lastPlace + uint16(t)
		}
	}
	return 0
}

// nestedStatements returns the number of statements in the chains within a
// chain. Equal chains count once.
func (q *reasoner) nestedStatements(outcomes []*outcome, conclusion statement, kind caseKind) (count int) {
	var seen []uint64
	gather := func(o *outcome, s statement, why reason) {
		if len(o.nested) == 0 {
			return
		}
		q.ancestors(o, s, why, func(s statement, why reason) {
			if s.isOn() || why.rule == 0 {
				return
			}
			if n := &o.nested[why.rule-1]; !slices.Contains(seen, n.id) {
				seen = append(seen, n.id)
				count += n.statements
			}
		})
	}
	for _, o := range outcomes {
		if kind == absurdCase {
			gather(o, o.first, o.reasons[o.first])
			gather(o, o.first.denied(), o.second)
		} else {
			gather(o, conclusion, o.reasons[conclusion])
		}
	}
	return count
}

// A work counts what chains within chains cost: how often the consequences of a
// statement were found. A search for all chains costs as much as many.
type work struct{ done, most int }

const workOfSearch = 50

func (w *work) spent() bool { return w.most > 0 && w.done > w.most }
