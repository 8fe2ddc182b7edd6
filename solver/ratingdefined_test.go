package solver

// This file compares ratings with their definition and with the means.

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

// literalRating computes the rating of a puzzle that needs guesses, straight from the definition of Rating.
func literalRating(shape geometry.Box, puzzle []uint8) Rating {
	n, guesses := shape.Side(), uint64(300)
	if n <= 9 {
		guesses = 2000
	}
	if n < 8 || n == 9 {
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
	permuted := func(remainder func(int64) int, lines int) (order []int) {
		if lines == 3 && n == 9 {
			return [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[remainder(6)]
		}
		for d := range lines {
			at := remainder(int64(d + 1))
			order = append(order, d)
			order[at], order[d] = d, order[at]
		}
		return order
	}
	total := uint64(0)
	for range 16 {
		remainder := func(by int64) int { return draw(big.NewInt(by))(by) }
		switch n {
		case 9:
			remainder = draw(big.NewInt(2 * 1296 * 1296 * 362880))
		case 16:
			ways := new(big.Int).Exp(big.NewInt(24), big.NewInt(10), nil)
			remainder = draw(ways.Lsh(ways, 1))
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

// TestRatingAsDefined checks the ratings of some puzzles of each order, transposed ones among them.
func TestRatingAsDefined(t *testing.T) {
	for _, shape := range []geometry.Box{geometry.Of(4), geometry.Of(6), geometry.Of(6).Transposed(), geometry.Of(8), geometry.Of(9), geometry.Of(12), geometry.Of(16)} {
		most := map[int]int{9: 18, 16: 30}[shape.Side()]
		r, err := NewRater(shape)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[bool]int{}
		for _, puzzle := range ratable(t, shape) {
			got := ratingsOf(r, puzzle)[0]
			if kinds[got > ratingClosure]++; got == Unrated {
				t.Errorf("%v: %s is unrated", shape, puzzletest.Encode(puzzle))
			}
			if got <= ratingClosure || kinds[true] > max(most, 3) {
				continue
			}
			if want := literalRating(shape, puzzle); got != want {
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

// ratable returns puzzles of a shape of all means.
func ratable(tb testing.TB, shape geometry.Box) (puzzles [][]uint8) {
	g := puzzletest.NewGenerator(shape.Side(), 8)
	switch shape.Side() {
	case 9:
		for _, corpus := range []string{"17clue", "diabolical", "top1465"} {
			lines := puzzletest.Lines(tb, corpus)
			for i := range 6 {
				puzzles = append(puzzles, puzzletest.Decode(lines[i*len(lines)/6]))
			}
		}
	case 16:
		for _, line := range puzzletest.Sample(tb, "x16_goomii", 30) {
			puzzles = append(puzzles, puzzletest.Decode(line))
		}
	default:
		for i := range 200 {
			puzzle := g.Puzzle(4 * i)
			if shape != geometry.Of(shape.Side()) {
				puzzle = transposed(puzzle)
			}
			puzzles = append(puzzles, puzzle)
		}
	}
	return puzzles
}

// TestRatingHasMeans checks that a rating implies the means.
func TestRatingHasMeans(t *testing.T) {
	nine := slices.Collect(slices.Chunk(ratedCorpora(t, 200), 81))
	for _, puzzles := range [][][]uint8{nine, ratable(t, geometry.Of(16))} {
		shape := geometry.OfCells(len(puzzles[0]))
		r, err := NewRater(shape)
		if err != nil {
			t.Fatal(err)
		}
		s := mustNew(t, shape.Side(), Options{Limit: 2})
		for i, rating := range ratingsOf(r, slices.Concat(puzzles...)) {
			result := s.Solve(slices.Clone(puzzles[i]))
			want, got := MeansOf(shape, puzzles[i], result), MeansSearch
			switch {
			case rating == Unrated:
				got = MeansUnknown
			case rating < ratingClosure:
				got = MeansSingles
			case rating == ratingClosure:
				got = MeansClosure
			}
			if !result.Unique() {
				want = MeansUnknown
			}
			if got != want {
				t.Errorf("%s: rating %d, means %v", puzzletest.Encode(puzzles[i]), rating, want)
			}
		}
	}
}

// TestRatingNear checks that ratings of 16×16 isomorphs are near each other.
func TestRatingNear(t *testing.T) {
	r, err := NewRater(geometry.Of(16))
	if err != nil {
		t.Fatal(err)
	}
	g := puzzletest.NewGenerator(16, 5)
	for _, puzzle := range ratable(t, geometry.Of(16)) {
		image := puzzletest.RandomSymmetry(16, g.Perm, g.IntN(2) == 0).Apply(puzzle)
		rating, again := ratingsOf(r, puzzle)[0], ratingsOf(r, image)[0]
		if d := int(rating) - int(again); d < -8 || d > 8 || rating <= ratingClosure && d != 0 {
			t.Errorf("%s: rating %d, its isomorph %d", puzzletest.Encode(puzzle), rating, again)
		}
	}
}
