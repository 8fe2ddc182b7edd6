package check

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Summary counts what a check found.
type Summary struct {
	pipeline.Stats

	Records int64 // with malformed ones
	Failed  int64 // records that fail the check, and ExtraAnswers

	GivenSolutions     int64 // records that carry a solution, right or wrong
	MissingSolutions   int64 // records without a solution
	WrongSolutions     int64
	MalformedSolutions int64 // with a bad character or another length
	OtherAnswers       int64 // right answers of Config.Answers that are not the first solution
	ExtraAnswers       int64 // answers after the last record, other text in their files, and faults of these as a whole
	NotMinimal         int64 // puzzles with redundant clues
	RedundantClues     int64 // redundant clues, over all puzzles
	Duplicates         int64 // puzzles equal to an earlier one
	Isomorphs          int64 // puzzles isomorphic but not equal to an earlier one
	Leaks              int64 // puzzles equal to one in Config.Against
	IsomorphicLeaks    int64 // puzzles isomorphic but not equal to one in Config.Against
	Symmetric          int64 // puzzles with more than one automorphism
	NoCanonicalForm    int64 // puzzles of order 16, which have no canonical form

	Against          int64 // records in Config.Against
	AgainstMalformed int64 // malformed records in Config.Against, and faults of these inputs as a whole

	Spilled int64 // bytes of keys and matches that went to disk

	Clues [geometry.MaxCells + 1]int64 // puzzles by their number of clues
	// Guesses counts puzzles by the number of bits of their guesses: 0, 1, 2-3, 4-7, … (In JSON
	// the name must not hide Stats.Guesses.)
	Guesses [65]int64 `json:"guess_bits"`
	// Tiers counts puzzles by tier, Explained by ER in tenths, and Ratings by rating, if these
	// labels were asked for; otherwise all are 0.
	Tiers     [explain.TierCount]int64
	Explained [256]int64
	Ratings   [256]int64
	Hardest   []HardPuzzle // the puzzles with most guesses, hardest first

	// Fingerprint is the sum, modulo 2^128, of the keys of all well-formed records, or 0 without
	// Config.Fingerprint. It is the same for two corpora with the same puzzles, each as often, in any order and form.
	// FormsFingerprint sums the keys of representatives of classes of isomorphs, and is the same
	// if puzzles are replaced by isomorphs. Two different corpora have the same
	// fingerprint by chance once in 2^128; it does not protect against a corpus that was made
	// to fit.
	Fingerprint, FormsFingerprint Key
}

// A HardPuzzle is a puzzle that took many guesses.
type HardPuzzle struct {
	Where
	Number  int64   // over all inputs, from 1
	Cells   []uint8 // the puzzle, 0 = blank
	Clues   int
	Guesses uint64
}

// maxHardest is the number of hard puzzles to keep.
const maxHardest = 10

// add counts a record. It calls named only if the record's place and puzzle are needed.
func (s *Summary) add(r *checked, named func() HardPuzzle) {
	s.Records++
	if r.Verdict == bulk.Malformed {
		return
	}
	s.Clues[r.Clues]++
	s.Guesses[bits.Len64(r.Guesses)]++
	switch r.Given {
	case GivenRight, AnswerRight:
		s.GivenSolutions++
	case AnswerAnother:
		s.GivenSolutions++
		s.OtherAnswers++
	case GivenMissing:
		s.MissingSolutions++
	case GivenWrong, GivenSwapped:
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

// addHard adds puzzles and keeps the hardest.
func (s *Summary) addHard(hard ...HardPuzzle) {
	s.Hardest = append(s.Hardest, hard...)
	slices.SortFunc(s.Hardest, func(a, b HardPuzzle) int {
		return cmp.Or(cmp.Compare(b.Guesses, a.Guesses), cmp.Compare(a.Number, b.Number))
	})
	s.Hardest = s.Hardest[:min(len(s.Hardest), maxHardest)]
}

// Join adds the results for other records. The order of calls makes no difference, except for
// Stats.Unverified, if all places are places in the whole: see Whole.
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
	for i := range t.Ratings {
		s.Explained[i] += t.Explained[i]
		s.Ratings[i] += t.Ratings[i]
	}
	s.addHard(t.Hardest...)
	s.Fingerprint = s.Fingerprint.sum(t.Fingerprint)
	s.FormsFingerprint = s.FormsFingerprint.sum(t.FormsFingerprint)
}

// addLabels counts the labels of a well-formed record.
func (s *Summary) addLabels(labels []columns.Column, values []byte) {
	for i := range labels {
		value := string(columns.Label(values, i))
		switch labels[i].Name {
		case "tier":
			s.Tiers[slices.Index(labels[i].Values, value)+int(explain.Easy)]++
		case "er":
			if tenths, err := strconv.Atoi(strings.Replace(value, ".", "", 1)); err == nil {
				s.Explained[tenths]++
			}
		case "rating":
			rating, _ := strconv.Atoi(value) // 0 is solver.Unrated
			s.Ratings[rating]++
		}
	}
}

// addKeys counts a well-formed record by its representative, and adds its keys to fingerprints.
func (s *Summary) addKeys(c *checks, record int, fingerprint bool) {
	if fingerprint {
		s.Fingerprint = s.Fingerprint.sum(c.Keys[record])
	}
	if len(c.Forms) == 0 {
		return
	}
	form := &c.Forms[record]
	switch {
	case form.Automorphisms == 0:
		s.NoCanonicalForm++
		return
	case form.Automorphisms > 1:
		s.Symmetric++
	}
	if fingerprint {
		s.FormsFingerprint = s.FormsFingerprint.sum(form.Key)
	}
}
