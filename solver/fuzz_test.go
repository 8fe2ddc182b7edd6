package solver

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// FuzzSolve checks that an engine, chosen by the input, agrees with the judge
// on any cells, and that Verify accepts its solution.
func FuzzSolve(f *testing.F) {
	for _, seed := range puzzletest.FuzzSeeds() {
		f.Add(seed)
	}
	const limit = 2
	judges, solvers := map[int]*Solver{}, map[int][]*Solver{}
	for _, order := range Orders() {
		judges[order] = mustNew(f, order, Options{Limit: limit, MaxGuesses: 300})
		for _, info := range Engines() {
			if !slices.Contains(info.Orders, order) {
				continue
			}
			solvers[order] = append(solvers[order], mustNew(f, order, Options{Engine: info.Name, Limit: limit, MaxGuesses: 1000}))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		puzzle := puzzletest.FuzzPuzzle(data)
		if puzzle == nil {
			return
		}
		order := puzzletest.OrderOf(puzzle)
		solution := slices.Clone(puzzle)
		want := judges[order].Solve(solution)
		if (want.Status == Contradiction) != puzzletest.HasClash(puzzle) {
			t.Fatalf("got %+v, clues that clash: %v", want, puzzletest.HasClash(puzzle))
		}
		if want.Status == GaveUp {
			return
		}
		s := solvers[order][puzzletest.FuzzPick(data)%len(solvers[order])]
		cells := slices.Clone(puzzle)
		got := s.Solve(cells)
		if problem := disagreement(limit, got, want, puzzle, cells, solution); problem != "" {
			t.Fatalf("%s: %s: %+v, judge %+v", s.Engine(), problem, got, want)
		}
		if err := Verify(puzzle, cells); (err == nil) != (got.Solutions > 0) {
			t.Fatalf("%s: %+v, Verify: %v", s.Engine(), got, err)
		}
	})
}
