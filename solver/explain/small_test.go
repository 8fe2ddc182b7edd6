package explain

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/generate"
	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestSmallSteps explains puzzles of 4×4 and 6×6 to their ends, on both scales. No step contradicts the solution that
// the puzzle was made from, and hints are the same steps, without ratings.
func TestSmallSteps(t *testing.T) {
	t.Parallel()
	const count = 400
	var seen [techniqueCount]int
	for i, board := range []shapes.Box{{Rows: 2, Columns: 2}, {Rows: 2, Columns: 3}, {Rows: 3, Columns: 2}} {
		r := New(Options{Scale: Scale(i % 2)})
		g, err := generate.New(generate.Options{Order: board.Side(), Box: board, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		n := board.Cells()
		b := &generate.Series{Cells: make([]uint8, count*n), Solutions: make([]uint8, count*n), Results: make([]generate.Result, count)}
		g.Feed(b)
		g.Flush()
		for i := range count {
			puzzle, solution := b.Cells[i*n:][:n], b.Solutions[i*n:][:n]
			rating, steps := r.ExplainFrom(board, puzzle, nil)
			if rating.Status != Rated || rating.ER+rating.EP+rating.ED != 0 || rating.Tier() != NoTier || rating.Steps != len(steps) {
				t.Errorf("%v of %v: %+v", puzzle, board, rating)
			}
			for technique, times := range rating.Counts {
				seen[technique] += int(times)
			}
			followHints(t, r, State{Puzzle: puzzle, Cells: slices.Clone(puzzle), Board: board, Marks: new(Marks)}, solution, steps)
		}
	}
	for _, technique := range []Technique{hiddenSingle, directHiddenPair, pointing, claiming, nakedPair, xWing, hiddenPair, skyscraper, xyWing, wxyzWing, xChain} {
		if seen[technique] < 2 {
			t.Errorf("%v occurs %d times", technique, seen[technique])
		}
	}
}

// followHints takes hints until the puzzle is solved. They must be the steps, and right. An isomorph of the state, with
// rows for columns, has a hint of the same technique; it may differ where the grid's order decides between techniques.
func followHints(t *testing.T, r *Rater, s State, solution []uint8, steps []Step) {
	t.Helper()
	for n := 0; ; n++ {
		h := r.Hint(s, solution)
		end := h.Candidates()
		for cell, right := range solution {
			if s.Cells[cell] != 0 && s.Cells[cell] != right || end[cell]>>(right-1)&1 == 0 {
				t.Fatalf("%v of %v: wrong step %v", s.Puzzle, s.Board, h.Step.String())
			}
		}
		if h.Solved() {
			if n != len(steps) {
				t.Fatalf("%v of %v: %d hints, but %d steps", s.Puzzle, s.Board, n, len(steps))
			}
			return
		}
		if len(h.Wrong) > 0 || n == len(steps) || h.String() != steps[n].String() || h.Step.Rating != 0 {
			t.Fatalf("%v of %v: hint %d: %v", s.Puzzle, s.Board, n+1, &h)
		}
		other := r.Hint(turned(s), turned(State{Puzzle: solution, Board: s.Board}).Puzzle)
		if one, two := h.Step.Technique, other.Step.Technique; one != two && min(one, two) <= hiddenTriplet {
			t.Fatalf("%v of %v: hint %d is %v, turned %v", s.Puzzle, s.Board, n+1, &h, &other)
		}
		if p := h.Step.Placed; p.Digit != 0 {
			s.Cells[p.Cell] = p.Digit
		}
		s.Marks = end
	}
}

// turned returns the state with rows for columns, and with each digit one less and the last in place of 1.
func turned(s State) State {
	n := s.Board.Side()
	other := State{Puzzle: make([]uint8, n*n), Cells: make([]uint8, n*n), Board: s.Board.Transposed(), Marks: new(Marks)}
	digit := func(d uint8) uint8 {
		if d == 1 {
			return uint8(n)
		}
		return max(d, 1) - 1
	}
	for cell, clue := range s.Puzzle {
		at := cell%n*n + cell/n
		if other.Puzzle[at] = digit(clue); s.Cells != nil {
			other.Cells[at], other.Marks[at] = digit(s.Cells[cell]), s.Marks[cell]>>1|s.Marks[cell]&1<<(n-1)
		}
	}
	return other
}

// TestSmallWords has steps of 6×6 in words, and puzzles without exactly one solution.
func TestSmallWords(t *testing.T) {
	t.Parallel()
	of := func(cells ...uint8) (s Statement) {
		for _, cell := range cells {
			s.Candidates = append(s.Candidates, Candidate{cell, 2})
		}
		return s
	}
	tall := shapes.Box{Rows: 3, Columns: 2}
	for _, tt := range []struct {
		board      shapes.Box
		hint       hint // in the frame of 9×9
		text, json string
	}{
		{
			tall,
			hint{technique: hiddenSingle, rating: lastBlank, placed: true, at: candidate{52, 5}, inHouses: []uint8{5}},
			"Full House (Hidden Single) in box 6: r6c6 is 6", `{"technique":"Hidden Single","places":"r6c6=6"}`,
		},
		{
			shapes.Of(6),
			hint{technique: hiddenSingle, rating: 15, placed: true, at: candidate{32, 5}, inHouses: []uint8{12}},
			"Hidden Single in row 3: r3c6 is 6", `{"technique":"Hidden Single","places":"r3c6=6"}`,
		},
		{
			shapes.Of(6),
			hint{technique: pointing, rating: 26, marked: []candidate{{27, 0}, {28, 0}}, removed: []candidate{{32, 0}}, inHouses: []uint8{3, 12}},
			"Pointing Pair (Pointing), 1 in r3c1, r3c2: r3c6 is not 1", `{"technique":"Pointing","pattern":["r3c1=1","r3c2=1"],"removes":["r3c6=1"]}`,
		},
		{
			tall,
			hint{technique: xChain, rating: 66, removed: []candidate{{13, 1}}, links: []Link{{From: of(3), To: of(12, 13), Within: []Link{{From: of(0), To: of(3)}}}}},
			"X-Chain, r1c3≠2 → r2c3≠2 and r2c4≠2 (by r1c1≠2 → r1c3≠2): r2c4 is not 2",
			`{"technique":"X-Chain","chain":"r1c3≠2 → r2c3≠2 and r2c4≠2 (by r1c1≠2 → r1c3≠2)","removes":["r2c4=2"]}`,
		},
	} {
		step := tt.hint.step(emptyGrids[tt.board], tt.board)
		if got := step.String(); got != tt.text {
			t.Errorf("%s, want %s", got, tt.text)
		}
		if got := string(step.AppendJSON(nil)); got != tt.json {
			t.Errorf("%s, want %s", got, tt.json)
		}
	}
	wrong := make([]uint8, 36)
	wrong[0], wrong[6] = 1, 1
	for want, cells := range map[Status][]uint8{Multiple: make([]uint8, 36), NoSolution: wrong, Unsupported: make([]uint8, 64)} {
		if rating, steps := New(Options{}).ExplainFrom(shapes.OfCells(len(cells)), cells, nil); rating.Status != want || steps != nil {
			t.Errorf("%v, %d steps, want %v", rating.Status, len(steps), want)
		}
	}
}
