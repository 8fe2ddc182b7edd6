package learn

// A shrinker is the scratch memory of shrink.
type shrinker struct {
	excluded []uint8  // of each candidate: literals of the clause that are false because of it
	groups   []uint32 // of each group: the last conflict whose clause says of a member that it is false
}

func newShrinker(candidates, groups int) shrinker {
	return shrinker{excluded: make([]uint8, candidates), groups: make([]uint32, groups)}
}

// shrink makes the learned clause shorter by what no clause says: that a true
// candidate b makes a peer c of it false. So b is of no use in a clause that says c is
// false; and where c has made two or more such b false, its being false takes their
// place, on the same level. The clause then says less, but is half as long, and leads
// as far. The first literal stays.
//
// One literal takes the place of several of its level in M. Fleury and A. Biere,
// "Efficient all-UIP learned clause minimization", 2021, too, there by resolution.
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

// dropImplying leaves out of the learned clause that a candidate is true where that
// implies another of its literals.
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
