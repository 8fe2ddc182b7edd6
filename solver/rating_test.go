package solver

import (
	"hash/fnv"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// rated is the number of corpus puzzles that TestRatingOfIsomorphs takes, with
// a hundred isomorphs each. SUDOKUBATCH_RATED sets it; by default it is a small
// sample.
var rated, _ = strconv.Atoi(os.Getenv("SUDOKUBATCH_RATED"))

func newRater(tb testing.TB) *Rater {
	r, err := NewRater(geometry.Of(9))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// ratingsOf returns the ratings of puzzles.
func ratingsOf(r *Rater, puzzles []uint8) []Rating {
	ratings := slices.Repeat([]Rating{255}, len(puzzles)/(r.shape.Side()*r.shape.Side()))
	r.Rate(ratings, puzzles)
	return ratings
}

// ratedCorpora returns about n puzzles of all kinds.
func ratedCorpora(tb testing.TB, n int) (puzzles []uint8) {
	for _, corpus := range []string{"kaggle", "17clue", "diabolical", "top1465", "hardest11", "multi", "mixed"} {
		lines := puzzletest.Lines(tb, corpus)
		for i := range n/7 + 1 {
			puzzles = append(puzzles, puzzletest.Decode(lines[i*len(lines)/(n/7+1)])...)
		}
	}
	return puzzles
}

func TestRatingOfIsomorphs(t *testing.T) {
	n, images := 40, 6
	if rated > 0 {
		n, images = rated, 100
	}
	r, g := newRater(t), puzzletest.NewGenerator(9, 81)
	t.Logf("engine %s", r.EngineUsed())
	puzzles := ratedCorpora(t, n)
	ratings := ratingsOf(r, puzzles)
	for i, want := range ratings {
		puzzle := puzzles[81*i : 81*i+81]
		var all []uint8
		for range images {
			all = append(all, puzzletest.RandomSymmetry(9, g.Perm, g.IntN(2) == 0).Apply(puzzle)...)
		}
		for k, got := range ratingsOf(r, all) {
			if got != want {
				t.Fatalf("%s: rating %d, its isomorph %s: %d", puzzletest.Encode(puzzle), want,
					puzzletest.Encode(all[81*k:81*k+81]), got)
			}
		}
	}
	slices.Sort(ratings)
	if kinds := len(slices.Compact(ratings)); kinds < 12 {
		t.Errorf("only %d ratings occur", kinds)
	}
}

// TestRatingOfEngines checks that ratings depend neither on the engine nor on
// the other puzzles of a call.
func TestRatingOfEngines(t *testing.T) {
	puzzles := ratedCorpora(t, ratingBatch) // more than one batch
	want := ratingsOf(newRater(t), puzzles)
	band := newRater(t)
	band.solver = mustNew(t, 9, Options{Engine: "band", Limit: 2})
	if got := ratingsOf(band, puzzles); !slices.Equal(got, want) {
		t.Errorf("lanes %v, band %v", want, got)
	}
	for i := 0; i < len(want); i += 8 {
		if got := ratingsOf(band, puzzles[81*i:81*i+81]); got[0] != want[i] {
			t.Errorf("puzzle %d: %d alone, %d with others", i, got[0], want[i])
		}
	}
}

// TestIsomorphs checks that the isomorphs drawn for a puzzle are different and
// have its canonical form.
func TestIsomorphs(t *testing.T) {
	puzzle := puzzletest.Decode(puzzletest.Escargot)
	s, c := newIsomorphs(geometry.Of(9)), NewCanonicalizer()
	cells := make([]uint8, 81*1000)
	s.draw(cells, puzzle)
	want, _ := canonicalForm(c, puzzle)
	seen := map[string]bool{}
	for ; len(cells) > 0; cells = cells[81:] {
		if got, _ := canonicalForm(c, cells[:81]); got != want {
			t.Fatalf("%s has the form %s", puzzletest.Encode(cells[:81]), got)
		}
		seen[puzzletest.Encode(cells[:81])] = true
	}
	if len(seen) != 1000 {
		t.Errorf("%d of 1000 isomorphs are different", len(seen))
	}
}

// TestRatingOfKnown has ratings that must not change while ratingVersion stays
// the same.
func TestRatingOfKnown(t *testing.T) {
	r := newRater(t)
	for line, want := range map[string]Rating{
		puzzletest.SolvedGrid: 1,
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": 3,
		puzzletest.Escargot: 51,
		puzzletest.None:     Unrated,
		puzzletest.Two:      Unrated,
		puzzletest.Many:     Unrated,
		puzzletest.Stalls:   Unrated,
		"11...............................................................................": Unrated,
	} {
		if got := ratingsOf(r, puzzletest.Decode(line))[0]; got != want {
			t.Errorf("%s: %d, want %d", line, got, want)
		}
	}
}

// TestRatingsStay checks that ratings of puzzles of all kinds do not change, on
// any processor.
func TestRatingsStay(t *testing.T) {
	hash := fnv.New64a()
	for _, rating := range ratingsOf(newRater(t), ratedCorpora(t, 280)) {
		hash.Write([]byte{byte(rating)})
	}
	if got := hash.Sum64(); got != 0x2ee967648b4fcbea {
		t.Errorf("the ratings have the hash %#x", got)
	}
}

// TestRatingScale checks that ratings grow with the sum of guesses, and that no
// sum is so close to a rounding border that the processor's logarithm could
// matter.
func TestRatingScale(t *testing.T) {
	last := Rating(10)
	for sum := uint64(ratingIsomorphs); sum <= ratingIsomorphs*2000; sum++ {
		x := 10 * math.Log2(1+float64(sum)/ratingIsomorphs)
		if _, part := math.Modf(x); math.Abs(part-0.5) < 1e-9 {
			t.Errorf("%d guesses: %.12f", sum, x)
		}
		rating := ratingOf(sum)
		if rating < last || rating > last+3 {
			t.Errorf("%d guesses: %d after %d", sum, rating, last)
		}
		last = rating
	}
	for guesses, want := range map[uint64]Rating{1: 10, 3: 20, 7: 30, 2000: 110, 1 << 40: 110} {
		if got := rateGuesses(slices.Repeat([]Result{{Guesses: guesses}}, ratingIsomorphs), 2000); got != want {
			t.Errorf("%d guesses: %d, want %d", guesses, got, want)
		}
	}
}

// TestRatingStops checks that Rate returns soon after Stop returned true.
func TestRatingStops(t *testing.T) {
	puzzles := ratedCorpora(t, 2000)
	for _, after := range []int{0, 1, 5} {
		r, calls := newRater(t), 0
		r.Stop = func() bool { calls++; return calls > after }
		ratings := ratingsOf(r, puzzles)
		if calls > after+2 { // Feed and Flush each call Stop
			t.Errorf("%d calls of Stop after it said so", calls-after)
		}
		if ratings[len(ratings)-1] != 255 {
			t.Error("the last puzzle was rated")
		}
	}
}
