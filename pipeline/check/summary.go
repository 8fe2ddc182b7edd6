package check

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Summary is what a check found, in numbers.
type Summary struct {
	pipeline.Stats

	Records int64 // malformed ones included
	Failed  int64 // records that are not what was asked for

	GivenSolutions     int64 // records with a solution beside the puzzle, whatever it is worth
	MissingSolutions   int64 // records without a solution beside the puzzle
	WrongSolutions     int64
	MalformedSolutions int64 // with a bad character, or of another length
	NotMinimal         int64 // puzzles with clues that can be dropped
	RedundantClues     int64 // such clues
	Duplicates         int64 // puzzles equal to an earlier one
	Isomorphs          int64 // isomorphic to an earlier one, the equal ones left out
	Leaks              int64 // equal to one of the other corpora
	IsomorphicLeaks    int64 // isomorphic to one of them, the equal ones left out
	Symmetric          int64 // puzzles with more than one automorphism
	NoCanonicalForm    int64 // puzzles without a canonical form: those of order 16

	Against          int64 // records of the other corpora
	AgainstMalformed int64 // of them, and what is wrong with those corpora as a whole

	Spilled int64 // bytes of puzzles to compare, and of of the matches, that went to disk

	Clues [257]int64 // puzzles by their number of clues
	// Guesses are puzzles by the bits of their number of guesses: 0, 1, 2-3, 4-7, …
	// (in JSON it must not hide that of Stats.)
	Guesses [65]int64 `json:"guess_bits"`
	// Tiers are puzzles by their tier, Ratings by their rating, where these labels were
	// asked for: otherwise all are 0.
	Tiers   [solver.TierSearch + 1]int64
	Ratings [256]int64
	Hardest []HardPuzzle // the puzzles with most guesses, the first one first

	// Fingerprint is the sum, modulo 2^128, of the keys of all well-formed
	// records: the same for two corpora that hold the same puzzles, each as often,
	// in any order and form. FormsFingerprint is that of the canonical forms, of
	// those puzzles that have one. Two corpora that differ have the same one by
	// chance once in 2^128; it is no proof against those who make a corpus to fit.
	Fingerprint, FormsFingerprint Key
}

// A HardPuzzle is one that took many guesses.
type HardPuzzle struct {
	Where
	Number  int64   // over all inputs, from 1
	Cells   []uint8 // the puzzle, 0 = blank
	Clues   int
	Guesses uint64
}

// maxHardest is how many hard puzzles are kept.
const maxHardest = 10

// add counts a record. Its place and puzzle are asked for only where they are to be
// named.
func (s *Summary) add(r *checked, named func() HardPuzzle) {
	s.Records++
	if r.Verdict == formats.Malformed {
		return
	}
	s.Clues[r.Clues]++
	s.Guesses[bits.Len64(r.Guesses)]++
	switch r.Given {
	case GivenRight:
		s.GivenSolutions++
	case GivenMissing:
		s.MissingSolutions++
	case GivenWrong:
		s.GivenSolutions++
		s.WrongSolutions++
	case GivenMalformed:
		s.GivenSolutions++
		s.MalformedSolutions++
	}
	if r.Redundant > 0 {
		s.NotMinimal++
		s.RedundantClues += int64(r.Redundant)
	}
	if r.Guesses == 0 || len(s.Hardest) == maxHardest && s.Hardest[maxHardest-1].Guesses >= r.Guesses {
		return
	}
	hard := named()
	hard.Clues, hard.Guesses = int(r.Clues), r.Guesses
	s.addHard(hard)
}

// addHard adds puzzles to the hardest, as far as they are among these.
func (s *Summary) addHard(hard ...HardPuzzle) {
	s.Hardest = append(s.Hardest, hard...)
	slices.SortFunc(s.Hardest, func(a, b HardPuzzle) int {
		return cmp.Or(cmp.Compare(b.Guesses, a.Guesses), cmp.Compare(a.Number, b.Number))
	})
	s.Hardest = s.Hardest[:min(len(s.Hardest), maxHardest)]
}

// Join adds what was found in other records. The order in which summaries are joined
// makes no difference but for Stats.Unverified, if the places of all are those in the
// whole: see Whole.
func (s *Summary) Join(t *Summary) {
	s.Stats.Join(&t.Stats)
	for _, sum := range [][2]*int64{
		{&s.Records, &t.Records},
		{&s.GivenSolutions, &t.GivenSolutions},
		{&s.MissingSolutions, &t.MissingSolutions},
		{&s.WrongSolutions, &t.WrongSolutions},
		{&s.MalformedSolutions, &t.MalformedSolutions},
		{&s.NotMinimal, &t.NotMinimal},
		{&s.RedundantClues, &t.RedundantClues},
		{&s.Symmetric, &t.Symmetric},
		{&s.NoCanonicalForm, &t.NoCanonicalForm},
		{&s.Failed, &t.Failed},
		{&s.Duplicates, &t.Duplicates},
		{&s.Isomorphs, &t.Isomorphs},
		{&s.Leaks, &t.Leaks},
		{&s.IsomorphicLeaks, &t.IsomorphicLeaks},
		{&s.Against, &t.Against},
		{&s.AgainstMalformed, &t.AgainstMalformed},
		{&s.Spilled, &t.Spilled},
	} {
		*sum[0] += *sum[1]
	}
	for i, n := range t.Clues {
		s.Clues[i] += n
	}
	for i, n := range t.Guesses {
		s.Guesses[i] += n
	}
	for i, n := range t.Tiers {
		s.Tiers[i] += n
	}
	for i, n := range t.Ratings {
		s.Ratings[i] += n
	}
	s.addHard(t.Hardest...)
	s.Fingerprint = s.Fingerprint.Sum(t.Fingerprint)
	s.FormsFingerprint = s.FormsFingerprint.Sum(t.FormsFingerprint)
}

// addLabels counts the labels of a well-formed record.
func (s *Summary) addLabels(l *labelSlot, record int) {
	if len(l.Tiers) > 0 {
		s.Tiers[l.Tiers[record]]++
	}
	if len(l.Ratings) > 0 {
		s.Ratings[l.Ratings[record]]++
	}
}

// addKeys adds the keys of a well-formed record to the fingerprints.
func (s *Summary) addKeys(c *checks, record int) {
	if len(c.Keys) > 0 {
		s.Fingerprint = s.Fingerprint.Sum(c.Keys[record])
	}
	if len(c.Forms) == 0 {
		return
	}
	switch form := &c.Forms[record]; {
	case form.Automorphisms == 0:
		s.NoCanonicalForm++
		return
	case form.Automorphisms > 1:
		s.Symmetric++
		fallthrough
	default:
		s.FormsFingerprint = s.FormsFingerprint.Sum(form.Key)
	}
}
