package solver

import (
	"slices"
	"testing"
)

// fuzzPuzzle makes a puzzle of any bytes. The first chooses the order, and
// whether clues that clash with earlier ones are left out; each of the others
// is a cell.
func fuzzPuzzle(data []byte) []uint8 {
	if len(data) == 0 {
		return nil
	}
	order := 9
	if data[0]&1 != 0 {
		order = 16
	}
	cells := make([]uint8, order*order)
	for i, value := range data[1:min(len(data), len(cells)+1)] {
		value %= 32
		clash := func(peer int) bool { return cells[peer] == value }
		if int(value) > order || data[0]&2 != 0 && slices.ContainsFunc(boards[order].peers[i], clash) {
			continue
		}
		cells[i] = value
	}
	return cells
}

// fuzzSeeds are puzzles of all kinds and bytes of no kind.
func fuzzSeeds() [][]byte {
	seeds := [][]byte{{}, {0}, {1}, {0, 1, 1}, {1, 16, 16}}
	for _, line := range []string{lineEscargot, lineNone, lineTwo, lineMany, lineSolved} {
		seeds = append(seeds, append([]byte{0}, decodePuzzle(line)...))
	}
	for i, order := range Orders() {
		g := newGenerator(order, 15)
		for kind := range 4 {
			seeds = append(seeds, append([]byte{uint8(i)}, g.puzzle(kind)...))
		}
		for range 5 {
			seed := []byte{uint8(i + 2)}
			for range order * order {
				seed = append(seed, uint8(g.IntN(256)))
			}
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// All engines agree on any cells, the fast ones and the reference on guesses
// too, and Verify accepts what they return.
func FuzzSolve(f *testing.F) {
	for _, seed := range fuzzSeeds() {
		f.Add(seed)
	}
	const limit = 2
	fast := map[int]engine{9: newBand(), 16: newGrid()}
	guesses := map[int]uint64{9: 60, 16: 6} // for the reference, which is slow
	judges, solvers := map[int]*Solver{}, map[int][]*Solver{}
	for _, order := range Orders() {
		judges[order] = mustNew(f, order, Options{Limit: limit, MaxGuesses: 300})
		for _, info := range Engines() {
			if slices.Contains(info.Orders, order) {
				solvers[order] = append(solvers[order],
					mustNew(f, order, Options{Engine: info.Name, Limit: limit, MaxGuesses: 1000}))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		puzzle := fuzzPuzzle(data)
		if puzzle == nil {
			return
		}
		order := orderOf(puzzle)
		checkSearch(t, fast[order], puzzle, limit, guesses[order])
		solution := slices.Clone(puzzle)
		want := judges[order].Solve(solution)
		if (want.Status == Contradiction) != hasClash(puzzle) {
			t.Fatalf("got %+v, clues that clash: %v", want, hasClash(puzzle))
		}
		if want.Status == GaveUp {
			return // too hard, perhaps for cdcl too, which knows no budget
		}
		for _, s := range solvers[order] {
			cells := slices.Clone(puzzle)
			got := s.Solve(cells)
			if problem := disagreement(limit, got, want, puzzle, cells, solution); problem != "" {
				t.Fatalf("%s: %s: %+v, judge %+v", s.Engine(), problem, got, want)
			}
			if err := Verify(cells, puzzle); (err == nil) != (got.Solutions > 0) {
				t.Fatalf("%s: %+v, Verify: %v", s.Engine(), got, err)
			}
		}
	})
}
