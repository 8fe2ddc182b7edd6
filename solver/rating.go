package solver

import (
	"fmt"
	"math"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/search"
	"github.com/sudokubatch/sudokubatch/solver/internal/singles"
)

// ratingVersion is the version of the definition of Rating. Ratings of the same
// version are comparable. Any change of a rating needs a new version. A new
// SearchVersion needs one if it changes the number of guesses below the
// threshold of clause learning; later guesses do not count.
const ratingVersion = 1

// A Rating measures how hard a puzzle with one solution is, from 1 to 110. It is
// the same with every engine and on every machine, and in order 9 for all
// isomorphs of a puzzle:
//
//   - 1 to 8: naked and hidden singles alone solve the puzzle ([MeansSingles]).
//     A round fills all current singles at once. The rating is half the
//     number of rounds, rounded up, and at most 8.
//   - 9: the closure of the common search solves it ([MeansClosure]).
//   - 10 and more: it needs guesses ([MeansSearch]). The rating is
//     10·log₂(1 + m), rounded, where m is the mean number of guesses for
//     16 of its isomorphs: 10 for one guess, 20 for three, 30 for seven.
//     Twice as many guesses mean a rating that is 10 higher.
//
// The guesses of a single search vary by about a tenth with the orientation and
// labels of the puzzle. The mean of 16 isomorphs is usually within half a step
// of the scale. The isomorphs are drawn from the canonical form (see
// [Canonicalizer]) by a generator that the form seeds, so they are the same for
// all isomorphs of a puzzle. Each is searched for two solutions. Guesses beyond
// 2,000 do not count, so clause learning has no influence.
//
// In detail: the generator is PCG-DXSM ([math/rand/v2.PCG]), seeded with the
// 64-bit FNV-1a hash of the form's 81 bytes 0 to 9, and ratingVersion. Each
// isomorph takes one number from it, multiplied by n = 2·1296²·9!, divided by
// 2⁶⁴ and rounded down. Successive divisions of this number give remainders
// that choose the isomorph:
//
//   - by 2: whether to transpose;
//   - by 1296, for the rows, and again for the columns: by 6 the order of
//     the bands, then by 6 the order within each of the three bands;
//   - by each d from 1 to 9: d is inserted into the list of labels at the
//     remainder's position, from 0, and the label that was there moves to the
//     end.
//
// Puzzles of order 16 have no canonical form. Their isomorphs are drawn from the
// puzzle itself, with a hash of its 256 bytes 0 to 16. So isomorphs of a puzzle
// usually have ratings that differ by 0 to 3. Guesses beyond 300 do not count
// (the threshold of clause learning in order 16), which makes 82 the highest
// rating. Each isomorph takes two numbers from the generator. The first,
// multiplied by 2·24¹⁰ and divided as above, chooses whether to transpose and
// the orders of lines, with 24 orders of four bands or lines. The second,
// multiplied by 16!, chooses the labels.
//
// In the other orders, each of these choices takes a number of its own, multiplied
// by the number of ways. Where boxes have more columns than rows, there is no
// transposition. Orders 4 and 6 begin with the canonical form, the others with the
// puzzle. Guesses beyond the threshold of the order do not count.
//
// Puzzles with no or several solutions have the zero Rating, Unrated.
type Rating uint8

// Unrated is the Rating of a puzzle that does not have exactly one solution.
const Unrated Rating = 0

const (
	ratingIsomorphs  = 16
	ratingClosure    = Rating(9)
	ratingMaxSingles = Rating(8)
)

// ratingBatch is the number of puzzles rated together. It keeps the lanes of an
// engine nearly always full.
const ratingBatch = 256

// A Rater rates puzzles of one order. Each goroutine needs its own Rater. It has all its
// memory from the start, and allocates only when a [Canonicalizer] or [Solver]
// would.
type Rater struct {
	// Stop, if it is not nil, is called now and then. If it returns true, Rate
	// returns early. The ratings are then meaningless, and the Rater must not
	// be used again.
	Stop func() bool

	shape     geometry.Box
	solver    *Solver // decides which puzzles have one solution
	searcher  *Solver // searches isomorphs
	guesses   uint64  // guesses that count for an isomorph
	batch     Request
	done      bool // the batch is finished
	isomorphs *isomorphs
	cells     []uint8
	results   []Result
	searched  []int // puzzles that need guesses
}

// NewRater returns a Rater for puzzles of a shape: 1 MiB for order 9, 10 MiB for
// order 16. The error is the same as for [New].
func NewRater(shape geometry.Box) (*Rater, error) {
	s, err := New(shape.Side(), Options{Box: shape, Limit: 2})
	if err != nil {
		return nil, err
	}
	const n = ratingBatch * ratingIsomorphs
	r := &Rater{
		shape: shape, solver: s, searcher: s, guesses: search.Threshold(shape),
		isomorphs: newIsomorphs(shape),
		cells:     make([]uint8, shape.Cells()*n),
		results:   make([]Result, n),
		searched:  make([]int, 0, ratingBatch),
	}
	if shape.Side() != 9 { // there, ending at the threshold saves no time
		r.searcher, err = New(shape.Side(), Options{Box: shape, Limit: 2, MaxGuesses: r.guesses})
	}
	r.batch.Done = func() { r.done = true }
	return r, err
}

// EngineUsed returns Solver.EngineUsed of the solver in r.
func (r *Rater) EngineUsed() string { return r.solver.EngineUsed() }

// Rate sets ratings to the ratings of puzzles. puzzles holds order² cells for
// each rating, row by row, 0 = blank, and is not changed. Rate panics if the
// lengths do not match or a value exceeds the order.
func (r *Rater) Rate(ratings []Rating, puzzles []uint8) {
	size := r.shape.Cells()
	if len(puzzles) != size*len(ratings) {
		panic(fmt.Sprintf("solver: %d cells for the ratings of %d puzzles", len(puzzles), len(ratings)))
	}
	for len(ratings) > 0 {
		n := min(len(ratings), ratingBatch)
		if !r.rateBatch(ratings[:n], puzzles[:size*n]) {
			return
		}
		ratings, puzzles = ratings[n:], puzzles[size*n:]
	}
}

// rateBatch rates up to ratingBatch puzzles, and reports whether to continue.
func (r *Rater) rateBatch(ratings []Rating, puzzles []uint8) bool {
	size := r.shape.Cells()
	copy(r.cells, puzzles)
	if !r.solve(r.solver, len(ratings)) {
		return false
	}
	r.searched = r.searched[:0]
	for i := range ratings {
		ratings[i] = Unrated
		switch result := &r.results[i]; {
		case !result.Unique():
		case result.Guesses == 0:
			ratings[i] = r.rateEasy(puzzles[size*i:][:size])
		default:
			r.searched = append(r.searched, i)
		}
	}
	return r.rateSearched(ratings, puzzles)
}

// rateEasy rates a puzzle that the closure solves.
func (r *Rater) rateEasy(puzzle []uint8) Rating {
	rounds, solved := singles.Rounds(r.shape, puzzle)
	if !solved {
		return ratingClosure
	}
	return min(max(Rating(rounds+1)/2, 1), ratingMaxSingles)
}

// rateSearched rates the puzzles that need guesses, and reports whether to
// continue.
func (r *Rater) rateSearched(ratings []Rating, puzzles []uint8) bool {
	size := r.shape.Cells()
	for k, i := range r.searched {
		r.isomorphs.draw(r.cells[size*ratingIsomorphs*k:][:size*ratingIsomorphs], puzzles[size*i:][:size])
	}
	if !r.solve(r.searcher, len(r.searched)*ratingIsomorphs) {
		return false
	}
	for k, i := range r.searched {
		ratings[i] = rateGuesses(r.results[ratingIsomorphs*k:][:ratingIsomorphs], r.guesses)
	}
	return true
}

// rateGuesses rates a puzzle by the guesses of its isomorphs. For each, at most
// the given number counts.
func rateGuesses(results []Result, most uint64) Rating {
	sum := uint64(0)
	for i := range results {
		sum += min(results[i].Guesses, most)
	}
	return ratingOf(sum)
}

// ratingOf returns the rating of a puzzle whose isomorphs need sum guesses
// together. No sum is so close to a rounding border that floating-point errors
// could change the rating.
func ratingOf(sum uint64) Rating {
	return Rating(math.Round(10 * math.Log2(1+float64(sum)/ratingIsomorphs)))
}

// solve solves the first n puzzles of r.cells, and reports whether it finished.
func (r *Rater) solve(by *Solver, n int) bool {
	if n == 0 {
		return true
	}
	r.done = false
	r.batch.Stop, r.batch.Cells, r.batch.Results = r.Stop, r.cells[:r.shape.Cells()*n], r.results[:n]
	by.Feed(&r.batch)
	by.Flush()
	return r.done
}
