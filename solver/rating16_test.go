package solver

// This file tests the ratings of puzzles of all orders but 9.

import (
	"hash/fnv"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/literaltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// literalRatingIn computes the rating of a puzzle that needs guesses, straight from
// the definition of Rating.
func literalRatingIn(shape geometry.Box, puzzle []uint8) Rating {
	n, guesses := shape.Side(), uint64(300)
	if n < 9 {
		guesses = 2000
	}
	if n < 8 {
		form := make([]uint8, len(puzzle))
		(&Canonicalizer{Box: shape}).Canonical(form, puzzle)
		puzzle = form
	}
	hash := fnv.New64a()
	hash.Write(puzzle)
	random := rand.NewPCG(hash.Sum64(), ratingVersion)
	draw := func(below *big.Int) func(int64) int {
		n := new(big.Int).Mul(below, new(big.Int).SetUint64(random.Uint64()))
		n.Rsh(n, 64)
		return func(by int64) int {
			rest := new(big.Int)
			n.DivMod(n, big.NewInt(by), rest)
			return int(rest.Int64())
		}
	}
	permuted := func(remainder func(int64) int, n int) (order []int) {
		for d := range n {
			at := remainder(int64(d + 1))
			order = append(order, d)
			order[at], order[d] = d, order[at]
		}
		return order
	}
	total := uint64(0)
	for range 16 {
		ways := new(big.Int).Exp(big.NewInt(24), big.NewInt(10), nil)
		remainder := draw(ways.Lsh(ways, 1))
		if n != 16 {
			remainder = func(by int64) int { return draw(big.NewInt(by))(by) }
		}
		transposed := shape.Rows == shape.Columns && remainder(2) == 1
		axis := func(lines int) (all []int) {
			for _, band := range permuted(remainder, n/lines) {
				for _, line := range permuted(remainder, lines) {
					all = append(all, lines*band+line)
				}
			}
			return all
		}
		rows, columns := axis(shape.Rows), axis(shape.Columns)
		if n == 16 {
			remainder = draw(new(big.Int).MulRange(1, 16))
		}
		digits := permuted(remainder, n)
		image := make([]uint8, n*n)
		for i := range image {
			row, column := rows[i/n], columns[i%n]
			if transposed {
				row, column = column, row
			}
			if c := puzzle[n*row+column]; c > 0 {
				image[i] = uint8(digits[c-1] + 1)
			}
		}
		total += min(literaltest.Search(shape, image, 2, guesses).Guesses, guesses)
	}
	return Rating(math.Round(10 * math.Log2(1+float64(total)/16)))
}

func TestRating16AsDefined(t *testing.T) {
	r, err := NewRater(geometry.Of(16))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[Rating]bool{}
	for _, puzzle := range ratable16(t) {
		got := ratingsOf(r, puzzle)[0]
		kinds[got] = true
		if want := literalRatingIn(geometry.Of(16), puzzle); got > ratingClosure && got != want {
			t.Errorf("%s: %d, want %d", puzzletest.Encode(puzzle), got, want)
		}
	}
	if len(kinds) < 5 {
		t.Errorf("only the ratings %v occur", kinds)
	}
}

// TestRatingAsDefinedInOrders checks the ratings of some puzzles of other orders,
// transposed ones among them.
func TestRatingAsDefinedInOrders(t *testing.T) {
	for _, shape := range []geometry.Box{geometry.Of(4), geometry.Of(6), geometry.Of(6).Transposed(), geometry.Of(8), geometry.Of(12)} {
		r, err := NewRater(shape)
		if err != nil {
			t.Fatal(err)
		}
		g := puzzletest.NewGenerator(shape.Side(), 8)
		kinds := map[bool]int{}
		for i := range 200 {
			puzzle := g.Puzzle(4 * i)
			if shape != geometry.Of(shape.Side()) {
				puzzle = transposed(puzzle)
			}
			got := ratingsOf(r, puzzle)[0]
			if kinds[got > ratingClosure]++; got == Unrated {
				t.Errorf("%v: %s is unrated", shape, puzzletest.Encode(puzzle))
			}
			if got <= ratingClosure || kinds[true] > 3 {
				continue
			}
			if want := literalRatingIn(shape, puzzle); got != want {
				t.Errorf("%v: %s: %d, want %d", shape, puzzletest.Encode(puzzle), got, want)
			}
		}
		if shape.Side() > 4 && (kinds[true] == 0 || kinds[false] == 0) {
			t.Errorf("%v: %v puzzles need guesses", shape, kinds)
		}
	}
}

// transposed returns the transposed puzzle.
func transposed(puzzle []uint8) []uint8 {
	n, image := geometry.OfCells(len(puzzle)).Side(), make([]uint8, len(puzzle))
	for i, value := range puzzle {
		image[i%n*n+i/n] = value
	}
	return image
}

// ratable16 returns 16×16 puzzles of all means.
func ratable16(tb testing.TB) (puzzles [][]uint8) {
	for _, line := range puzzletest.Sample(tb, "x16_goomii", 30) {
		puzzles = append(puzzles, puzzletest.Decode(line))
	}
	return puzzles
}

// TestRating16HasMeans checks that a rating implies the means, and that ratings of
// isomorphs are near each other.
func TestRating16HasMeans(t *testing.T) {
	r, err := NewRater(geometry.Of(16))
	if err != nil {
		t.Fatal(err)
	}
	s := mustNew(t, 16, Options{Limit: 2})
	g := puzzletest.NewGenerator(16, 5)
	for _, puzzle := range ratable16(t) {
		image := puzzletest.RandomSymmetry(16, g.Perm, g.IntN(2) == 0).Apply(puzzle)
		rating, again := ratingsOf(r, puzzle)[0], ratingsOf(r, image)[0]
		means := MeansOf(geometry.OfCells(len(puzzle)), puzzle, s.Solve(slices.Clone(puzzle)))
		if want := map[bool]Means{true: MeansSearch, false: means}[rating > ratingClosure]; means != want || rating == Unrated {
			t.Errorf("%s: rating %d, means %v", puzzletest.Encode(puzzle), rating, means)
		}
		if d := int(rating) - int(again); d < -8 || d > 8 || means != MeansSearch && d != 0 {
			t.Errorf("%s: rating %d, its isomorph %d", puzzletest.Encode(puzzle), rating, again)
		}
	}
}
