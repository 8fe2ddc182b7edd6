package search

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/literaltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// perShape is the number of puzzles of each shape in the tests of this file. The
// variable SUDOKUBATCH_SHAPES sets another one, for a long test.
func perShape(order int) int {
	if n, err := strconv.Atoi(os.Getenv("SUDOKUBATCH_SHAPES")); err == nil {
		return n
	}
	return 4 + 4000/(order*order*order)
}

// eachShape calls test with puzzles of each shape, usual or transposed.
func eachShape(t *testing.T, seed uint64, test func(t *testing.T, shape geometry.Box, g *puzzletest.Generator, puzzle []uint8)) {
	for _, usual := range geometry.Boxes() {
		order := usual.Side()
		t.Run(strconv.Itoa(order), func(t *testing.T) {
			t.Parallel()
			g := puzzletest.NewGenerator(order, seed)
			for i := range perShape(order) {
				puzzle := g.Puzzle(i)
				test(t, usual, g, puzzle)
				if usual != usual.Transposed() {
					other := make([]uint8, len(puzzle))
					for cell := range puzzle {
						other[cell%order*order+cell/order] = puzzle[cell]
					}
					test(t, usual.Transposed(), g, other)
				}
			}
		})
	}
}

// candidatesOf returns random candidates of the cells: all of a few blanks and
// some of the others.
func candidatesOf(g *puzzletest.Generator, shape geometry.Box, puzzle []uint8) (masks []uint32) {
	all := uint32(1)<<shape.Side() - 1
	solution := slices.Clone(puzzle)
	reference.NewPropagate(shape).Search(solution, 1, 300)
	for cell, clue := range puzzle {
		m := all
		if g.IntN(4) > 0 {
			m &= g.Uint32() | 1<<solution[cell]>>1
		}
		if clue != 0 && g.IntN(3) > 0 {
			m = 1 << clue >> 1
		}
		masks = append(masks, m)
	}
	return masks
}

// TestShapes compares the engine of each shape with the literal search, for
// puzzles given as clues and as candidates.
func TestShapes(t *testing.T) {
	engines := map[geometry.Box]*tail{}
	for _, b := range geometry.Boxes() {
		engines[b], engines[b.Transposed()] = withTail(b, portable(b)), withTail(b.Transposed(), portable(b.Transposed()))
	}
	eachShape(t, 6, func(t *testing.T, shape geometry.Box, g *puzzletest.Generator, puzzle []uint8) {
		t.Helper()
		e, budget := engines[shape], uint64(1)<<g.IntN(7)
		cells, want := slices.Clone(puzzle), slices.Clone(puzzle)
		limit := 1 + g.IntN(3)
		if out, literally := e.Search(cells, limit, budget), literaltest.Search(shape, want, limit, budget); out != literally || !slices.Equal(cells, want) {
			t.Fatalf("%v: %s\nlimit %d, at most %d guesses: got %+v %v, literally %+v %v", shape, puzzletest.Encode(puzzle), limit, budget, out, cells, literally, want)
		}
		masks := candidatesOf(g, shape, puzzle)
		out := e.SearchCandidates(masks, cells, limit, budget)
		if literally := literaltest.SearchCandidates(shape, masks, want, limit, budget); out != literally || !slices.Equal(cells, want) {
			t.Fatalf("%v: %b\nlimit %d, at most %d guesses: got %+v %v, literally %+v %v", shape, masks, limit, budget, out, cells, literally, want)
		}
	})
}

// TestBlockedCell has a cell without a candidate, although each house has a place
// for each digit.
func TestBlockedCell(t *testing.T) {
	for _, usual := range geometry.Boxes() {
		for _, shape := range []geometry.Box{usual, usual.Transposed()} {
			n := shape.Side()
			cells, inRow := make([]uint8, n*n), n-shape.Columns
			for digit := range n {
				if digit < inRow {
					cells[shape.Columns+digit] = uint8(digit) + 1
				} else {
					cells[(shape.Rows+digit-inRow)*n] = uint8(digit) + 1
				}
			}
			if out := portable(shape).Search(cells, 1, 5); out != (engine.Outcome{Complete: true}) {
				t.Errorf("%v: %+v", shape, out)
			}
		}
	}
}

// TestShapesLearn gives all puzzles that need a guess to clause learning, and
// compares the numbers of solutions with an engine that shares no code with it.
func TestShapesLearn(t *testing.T) {
	learnt := map[geometry.Box]*tail{}
	for _, b := range geometry.Boxes() {
		for _, shape := range []geometry.Box{b, b.Transposed()} {
			learnt[shape] = withTail(shape, portable(shape))
		}
	}
	eachShape(t, 7, func(t *testing.T, shape geometry.Box, g *puzzletest.Generator, puzzle []uint8) {
		t.Helper()
		masks := candidatesOf(g, shape, puzzle)
		for given, search := range map[string]func(e *tail, cells []uint8, maxGuesses uint64) engine.Outcome{
			"clues": func(e *tail, cells []uint8, most uint64) engine.Outcome { return e.Search(cells, 3, most) },
			"candidates": func(e *tail, cells []uint8, most uint64) engine.Outcome {
				return e.SearchCandidates(masks, cells, 3, most)
			},
		} {
			e := learnt[shape]
			e.threshold = 0
			cells := slices.Clone(puzzle)
			out := search(e, cells, 3000)
			e.threshold = engine.Unlimited
			want := search(e, slices.Clone(puzzle), 3000)
			over := func(out engine.Outcome) bool { return out.Complete || out.Found == 3 }
			if over(out) && over(want) && (out.Found != want.Found || out.Complete != want.Complete) {
				t.Fatalf("%v: %s as %s %b: got %+v, by search %+v", shape, puzzletest.Encode(puzzle), given, masks, out, want)
			}
			if given == "clues" && out.Found > 0 && shape == geometry.Of(shape.Side()) {
				puzzletest.CheckSolution(t, cells, puzzle)
			}
		}
	})
}
