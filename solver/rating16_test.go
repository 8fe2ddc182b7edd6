package solver

// This file tests the ratings of 16×16 puzzles.

import (
	"hash/fnv"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/literal"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// literalRating16 computes the rating of a 16×16 puzzle that needs guesses,
// straight from the definition of Rating.
func literalRating16(puzzle []uint8) Rating {
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
		transposed := remainder(2) == 1
		axis := func() (all []int) {
			for _, band := range permuted(remainder, 4) {
				for _, line := range permuted(remainder, 4) {
					all = append(all, 4*band+line)
				}
			}
			return all
		}
		rows, columns := axis(), axis()
		digits := permuted(draw(new(big.Int).MulRange(1, 16)), 16)
		image := make([]uint8, 256)
		for i := range image {
			row, column := rows[i/16], columns[i%16]
			if transposed {
				row, column = column, row
			}
			if c := puzzle[16*row+column]; c > 0 {
				image[i] = uint8(digits[c-1] + 1)
			}
		}
		total += min(literal.Search(geometry.Of(16), image, 2, 300).Guesses, 300)
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
		if want := literalRating16(puzzle); got > ratingClosure && got != want {
			t.Errorf("%s: %d, want %d", puzzletest.Encode(puzzle), got, want)
		}
	}
	if len(kinds) < 5 {
		t.Errorf("only the ratings %v occur", kinds)
	}
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
