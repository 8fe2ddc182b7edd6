package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// parse converts lines of digits, with "." for blanks, to cells.
func parse(text string) []uint8 {
	var cells []uint8
	for _, char := range strings.Join(strings.Fields(text), "") {
		cells = append(cells, uint8(strings.IndexRune(".123456789", char)))
	}
	return cells
}

const escargot = `
	1....7.9. .3..2...8 ..96..5..
	..53..9.. .1..8...2 6....4...
	3......1. .4......7 ..7...3..`

func Example() {
	s, err := solver.New(9, solver.Options{Limit: 2}) // 2: also prove it unique
	if err != nil {
		fmt.Println(err)
		return
	}
	cells := parse(escargot)
	result := s.Solve(cells)
	fmt.Println(result.Status, result.Unique())
	for row := range 9 {
		fmt.Println(cells[9*row : 9*row+9])
	}
	// Output:
	// solved true
	// [1 6 2 8 5 7 4 9 3]
	// [5 3 4 1 2 9 6 7 8]
	// [7 8 9 6 4 3 5 2 1]
	// [4 7 5 3 1 2 9 8 6]
	// [9 1 3 5 8 6 7 4 2]
	// [6 2 8 7 9 4 1 3 5]
	// [3 5 6 4 7 8 2 1 9]
	// [2 4 1 9 3 5 8 6 7]
	// [8 9 7 2 6 1 3 5 4]
}

// One puzzle needs no Solver.
func ExampleSolve() {
	puzzle := parse(`1... ..2. .3.. ...4`)
	solution, err := solver.Solve(puzzle)
	fmt.Println(solution, err)
	unique, err := solver.IsUnique(puzzle)
	fmt.Println(unique, err)
	count, err := solver.Count(make([]uint8, 16), 1000)
	fmt.Println(count, err)
	_, err = solver.Solve(parse(`11.. .... .... ....`))
	fmt.Println(err, errors.Is(err, solver.ErrNoSolution))
	// Output:
	// [1 2 4 3 3 4 2 1 4 3 1 2 2 1 3 4] <nil>
	// true <nil>
	// 288 <nil>
	// no solution: r1c1 and r1c2 hold the same clue in one house true
}

func ExampleNew() {
	s, err := solver.New(16, solver.Options{Engine: "dlx"})
	fmt.Println(s.Engine(), s.Order(), err)

	_, err = solver.New(10, solver.Options{})
	fmt.Println(err)
	// Output:
	// dlx 16 <nil>
	// no puzzles of order 10: orders are [4 6 8 9 12 16 25]
}

// Solve finds clashing clues without search.
func ExampleSolver_Solve_contradiction() {
	s, _ := solver.New(9, solver.Options{})
	cells := parse("5.......5" + strings.Repeat(".", 72))
	result := s.Solve(cells)
	fmt.Println(result.Status, result.Clash)
	// Output: contradiction [0 8]
}

// The puzzles lie one after the other in one slice.
func ExampleSolver_SolveBatch() {
	s, _ := solver.New(9, solver.Options{Limit: 2})
	batch := parse(escargot + strings.Repeat(".", 81) + "12345678. ........9" + strings.Repeat(".", 63))
	results := make([]solver.Result, 3)
	s.SolveBatch(batch, results)
	for i, result := range results {
		fmt.Println(result.Status, result.Solutions, batch[81*i:81*i+9])
	}
	// Output:
	// solved 1 [1 6 2 8 5 7 4 9 3]
	// multiple 2 [1 2 3 4 5 6 7 8 9]
	// no solution 0 [1 2 3 4 5 6 7 8 0]
}

// The last puzzles of a batch may be finished while the next batch is solved.
func ExampleSolver_Feed() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s, _ := solver.New(9, solver.Options{Limit: 2})
	for number := range 3 {
		b := &solver.Request{
			Cells:   parse(strings.Repeat(escargot, 100)),
			Results: make([]solver.Result, 100),
			Stop:    func() bool { return ctx.Err() != nil },
		}
		b.Done = func() { fmt.Println("batch", number, "is done:", b.Results[99].Status) }
		s.Feed(b)
	}
	s.Flush()
	// Unordered output:
	// batch 0 is done: solved
	// batch 1 is done: solved
	// batch 2 is done: solved
}

// Stop ends a search that would take forever, such as counting the solutions of
// an empty grid. The batch is then not done.
func ExampleRequest_stop() {
	s, _ := solver.New(9, solver.Options{Limit: math.MaxInt})
	deadline := time.Now().Add(time.Millisecond)
	done := false
	s.Feed(&solver.Request{
		Cells:   make([]uint8, 81),
		Results: make([]solver.Result, 1),
		Stop:    func() bool { return time.Now().After(deadline) },
		Done:    func() { done = true },
	})
	s.Flush()
	fmt.Println("done:", done)
	// Output: done: false
}

// The limit is the number of solutions to count.
func ExampleOptions_limit() {
	puzzle := parse(`
		...4..... .5..8.2.6 .....3...
		2...4.... 3......1. ..5.3.8.2
		5...6.3.8 ..6....95 ..8......`)
	for _, limit := range []int{1, 2, 100, 1000} {
		s, _ := solver.New(9, solver.Options{Limit: limit})
		result := s.Solve(append([]uint8{}, puzzle...))
		fmt.Println(result.Status, result.Solutions, result.Complete)
	}
	// Output:
	// solved 1 false
	// multiple 2 false
	// multiple 100 false
	// multiple 847 true
}

// A budget of guesses ends a search after the same amount of work on every
// machine.
func ExampleOptions_budget() {
	for _, budget := range []uint64{3, 0} {
		s, _ := solver.New(9, solver.Options{Engine: "mrv", MaxGuesses: budget})
		result := s.Solve(parse(escargot))
		fmt.Println(result.Status, result.Solutions)
	}
	// Output:
	// gave up 0
	// solved 1
}

func ExampleVerify() {
	puzzle := parse(escargot)
	solution := append([]uint8{}, puzzle...)
	s, _ := solver.New(9, solver.Options{})
	s.Solve(solution)
	fmt.Println(solver.Verify(puzzle, solution))

	solution[1] = 7
	fmt.Println(solver.Verify(puzzle, solution))
	// Output:
	// <nil>
	// r1c6 holds a second 7 in its row, column or box
}

// Means and ratings measure difficulty. They are the same for all isomorphs of
// a puzzle.
func ExampleRater() {
	const easy = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"
	puzzles := parse(easy + escargot)
	ratings := make([]solver.Rating, 2)
	rater, err := solver.NewRater(geometry.Of(9))
	if err != nil {
		panic(err)
	}
	rater.Rate(ratings, puzzles)
	fmt.Println(ratings)

	s, _ := solver.New(9, solver.Options{Limit: 2})
	for ; len(puzzles) > 0; puzzles = puzzles[81:] {
		solution := append([]uint8{}, puzzles[:81]...)
		fmt.Println(solver.MeansOf(geometry.OfCells(len(puzzles[:81])), puzzles[:81], s.Solve(solution)))
	}
	// Output:
	// [3 51]
	// singles
	// search
}
