package solver

import (
	"fmt"
	"math"

	"github.com/sudokubatch/sudokubatch/solver/internal/singles"
)

// ratingVersion is the version of the definition of Rating. Ratings can be
// compared where it is the same; whatever may change one raises it. A new
// SearchVersion does if it changes guesses up to the threshold of clause learning:
// those beyond it do not count.
const ratingVersion = 1

// A Rating says how hard a 9×9 puzzle with one solution is, on a scale from 1 to
// 110. It is the same for all isomorphs of a puzzle, with every engine and on
// every machine:
//
//   - 1 to 8: naked and hidden singles alone solve the puzzle ([TierSingles]).
//     A round puts all singles that there are at once; the rating is half the
//     number of rounds, rounded up, but at least 1 and at most 8.
//   - 9: the closure of the common search solves it ([TierClosure]).
//   - 10 and more: it needs guesses ([TierSearch]). The rating is
//     10·log₂(1 + m), rounded, where m is the mean number of guesses that
//     16 of its isomorphs need: 10 for one guess, 20 for three, 30 for seven;
//     puzzles that need about twice as many guesses are rated 10 higher.
//
// One search's guesses depend on how the puzzle happens to be turned and
// labelled, by a tenth or so; the mean of 16 is within half a step of the scale,
// mostly. The isomorphs are drawn from the canonical form (see [Canonicalizer]),
// by a generator that has the form for its seed, so they are the same ones
// for all isomorphs of a puzzle. Each is searched for two solutions. Of its guesses
// those beyond 2,000 do not count, so clause learning has no influence.
//
// In detail: the generator is PCG-DXSM ([math/rand/v2.PCG]), seeded with the
// 64-bit FNV-1a hash of the form's 81 bytes 0 to 9, and ratingVersion. Each
// isomorph takes one number from it, times n = 2·1296²·9!, divided by 2⁶⁴ and
// rounded down. From that, the remainders of successive divisions choose: by 2,
// whether to transpose; by 1296 the rows, and again the columns (by 6 the order
// of the bands, and by 6 the order within each of the three); by 1 to 9 the
// labels: the remainder by d is the position in the list of labels so far,
// from 0, at which d is put, while what was there moves to the end.
//
// Puzzles of other orders have no rating, for want of a canonical form, nor have
// those with no solution or several: that is the zero Rating, Unrated.
type Rating uint8

// Unrated is the Rating of a puzzle that has not got one solution.
const Unrated Rating = 0

const (
	ratingIsomorphs  = 16
	ratingMaxGuesses = 2000 // the threshold of clause learning in order 9
	ratingClosure    = Rating(9)
	ratingMaxSingles = Rating(8)
)

// ratingBatch is how many puzzles are rated together: enough that the lanes of
// an engine are full nearly always.
const ratingBatch = 256

// A Rater rates 9×9 puzzles. It is for one goroutine at a time; make one for
// each. It holds all its memory, and does not allocate when it rates, except as
// [Canonicalizer] and [Solver] do with a few of the strangest puzzles.
type Rater struct {
	// Stop, if it is not nil, is called now and then. If it returns true, Rate
	// returns early, with ratings that mean nothing, and the Rater is of no
	// further use.
	Stop func() bool

	solver    *Solver
	batch     Batch
	done      bool // with the batch
	isomorphs *isomorphs
	cells     []uint8
	results   []Result
	searched  []int // puzzles that need guesses
}

// NewRater makes a Rater.
func NewRater() *Rater {
	s, err := New(9, Options{Limit: 2})
	if err != nil {
		panic(err) // there always is an engine of order 9
	}
	const n = ratingBatch * ratingIsomorphs
	r := &Rater{
		solver:    s,
		isomorphs: newIsomorphs(),
		cells:     make([]uint8, 81*n),
		results:   make([]Result, n),
		searched:  make([]int, 0, ratingBatch),
	}
	r.batch.Done = func() { r.done = true }
	return r
}

// EngineUsed is Solver.EngineUsed of the solver that r uses.
func (r *Rater) EngineUsed() string { return r.solver.EngineUsed() }

// Rate rates puzzles and sets ratings, one for each puzzle: 81 cells each, row by
// row, 0 = blank, one puzzle after the other. Puzzles are not changed. Lengths that do
// not match and values beyond 9 are mistakes of the caller's, and Rate panics.
func (r *Rater) Rate(ratings []Rating, puzzles []uint8) {
	if len(puzzles) != 81*len(ratings) {
		panic(fmt.Sprintf("solver: %d cells for the ratings of %d puzzles", len(puzzles), len(ratings)))
	}
	for len(ratings) > 0 {
		n := min(len(ratings), ratingBatch)
		if !r.rateBatch(ratings[:n], puzzles[:81*n]) {
			return
		}
		ratings, puzzles = ratings[n:], puzzles[81*n:]
	}
}

// rateBatch rates up to ratingBatch puzzles, and reports whether to go on.
func (r *Rater) rateBatch(ratings []Rating, puzzles []uint8) bool {
	copy(r.cells, puzzles)
	if !r.solve(len(ratings)) {
		return false
	}
	r.searched = r.searched[:0]
	for i := range ratings {
		ratings[i] = Unrated
		switch result := &r.results[i]; {
		case !result.Unique():
		case result.Guesses == 0:
			ratings[i] = rateEasy(puzzles[81*i : 81*i+81])
		default:
			r.searched = append(r.searched, i)
		}
	}
	return r.rateSearched(ratings, puzzles)
}

// rateEasy rates a puzzle that the closure solves.
func rateEasy(puzzle []uint8) Rating {
	rounds, solved := singles.Rounds(puzzle)
	if !solved {
		return ratingClosure
	}
	return min(max(Rating(rounds+1)/2, 1), ratingMaxSingles)
}

// rateSearched rates the puzzles that need guesses, and reports whether to go on.
func (r *Rater) rateSearched(ratings []Rating, puzzles []uint8) bool {
	const size = 81 * ratingIsomorphs
	for k, i := range r.searched {
		r.isomorphs.draw(r.cells[size*k:size*(k+1)], puzzles[81*i:81*i+81])
	}
	if !r.solve(len(r.searched) * ratingIsomorphs) {
		return false
	}
	for k, i := range r.searched {
		ratings[i] = rateGuesses(r.results[ratingIsomorphs*k:][:ratingIsomorphs])
	}
	return true
}

// rateGuesses rates a puzzle by the guesses of its isomorphs.
func rateGuesses(results []Result) Rating {
	sum := uint64(0)
	for i := range results {
		sum += min(results[i].Guesses, ratingMaxGuesses)
	}
	return ratingOf(sum)
}

// ratingOf returns the rating of a puzzle whose isomorphs need so many guesses
// together. No sum is so near to where it is rounded that floating point could
// make a difference.
func ratingOf(sum uint64) Rating {
	return Rating(math.Round(10 * math.Log2(1+float64(sum)/ratingIsomorphs)))
}

// solve solves the first n puzzles of r.cells, and reports whether that was
// finished.
func (r *Rater) solve(n int) bool {
	if n == 0 {
		return true
	}
	r.done = false
	r.batch.Stop, r.batch.Cells, r.batch.Results = r.Stop, r.cells[:81*n], r.results[:n]
	r.solver.Feed(&r.batch)
	r.solver.Flush()
	return r.done
}
