package learn

// A shrinker holds the scratch memory of shrink.
type shrinker struct {
	excluded []uint8  // by candidate: number of literals in the clause that it makes false
	groups   []uint32 // by group: the last conflict whose clause has a negative literal of a member
}

func newShrinker(candidates, groups int) shrinker {
	return shrinker{excluded: make([]uint8, candidates), groups: make([]uint32, groups)}
}

// shrink shortens the learned clause, using a rule that no clause states: a
// true candidate c makes each of its peers b false. It does two things.
//
// If c makes two or more of the clause's literals "b is true" false, the single
// literal "c is false" replaces them. Its level is the same.
//
// If the clause has the literal "c is false", literals "b is true" of its peers
// b are redundant, and are dropped.
//
// The new clause is weaker, but half as long, and just as useful for
// propagation. The first literal always stays.
//
// M. Fleury and A. Biere, "Efficient all-UIP learned clause minimization",
// 2021, also replace several literals of one level by one; they use resolution.
func (l *Learner) shrink() {
	a := &l.analysis
	all := len(a.learned)
	for _, p := range a.learned[1:all] {
		if c, ok := l.reasons[p.candidate()].peer(); ok {
			if a.excluded[c]++; a.excluded[c] == 2 {
				a.learned = append(a.learned, isFalse(c))
			}
		}
	}
	for _, p := range a.learned[1:all] {
		if c, ok := l.reasons[p.candidate()].peer(); ok {
			a.excluded[c] = 0
		}
	}
	l.dropImplying()
}

// dropImplying drops each literal "b is true" if the clause also has a literal
// "c is false" for a peer c of b, because the first implies the second.
func (l *Learner) dropImplying() {
	a := &l.analysis
	for _, p := range a.learned {
		if p&1 != 0 {
			for _, g := range &l.seats[p.candidate()].group {
				a.groups[g] = a.count
			}
		}
	}
	kept := a.learned[:1]
next:
	for _, p := range a.learned[1:] {
		if p&1 == 0 {
			for _, g := range &l.seats[p.candidate()].group {
				if a.groups[g] == a.count {
					continue next
				}
			}
		}
		kept = append(kept, p)
	}
	a.learned = kept
}
