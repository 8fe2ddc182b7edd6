package generate

// This file knows how rare puzzles with few clues are.

// triesByClues are the tries that a 9×9 puzzle takes on average, by its number of clues. Counted without a symmetry.
var triesByClues = map[int]uint64{22: 28, 21: 420, 20: 23_000, 19: 4_700_000}

// unseenTries are tries at 18 clues that gave no puzzle.
const unseenTries = 17_000_000

// TriesEach returns about how many tries a puzzle takes that has the fewest clues that the options allow, or 0 if
// that was not counted. If more is set, it takes more tries.
func (o Options) TriesEach() (tries uint64, more bool) {
	switch {
	case o.Order != 9 || o.Symmetry != NoSymmetry || o.Clues == 0 || o.Clues > 22:
		return 0, false
	case o.Clues < 19:
		return unseenTries, true
	}
	return triesByClues[o.Clues], false
}
