//go:build js

package main

// This file has the functions for one puzzle.

import (
	"bytes"
	"fmt"
	"maps"
	"sync"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage/stepdata"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// mostListed is the greatest number of puzzles that list returns.
const mostListed = 1000

// sizesOf returns the sizes of puzzles that JavaScript names: a number, or none.
func sizesOf(v js.Value) (sizes []int) {
	if v.Type() == js.TypeNumber {
		sizes = append(sizes, v.Int())
	}
	return sizes
}

// boxOf returns the shape of boxes that JavaScript names, or the zero Box.
func boxOf(v js.Value) (geometry.Box, error) {
	if v.Type() != js.TypeString {
		return geometry.Box{}, nil
	}
	return geometry.Parse(v.String())
}

// puzzleOf reads the first arguments of a function: the text of a puzzle, its size and its box. The
// last two may be missing.
func puzzleOf(args []js.Value) (puzzle []uint8, shape geometry.Box, err error) {
	if puzzle, err = formats.Parse(args[0].String(), sizesOf(args[1])...); err == nil {
		shape, err = boxOf(args[2])
	}
	return puzzle, geometry.Like(shape, geometry.OfCells(len(puzzle)).Side()), err
}

// list finds the puzzles in text or bytes of any form: list(text, size). It returns the first puzzles,
// the records that cannot be read, and whether there are more.
func list(args []js.Value) (object, error) {
	puzzles, faults, more := []any{}, []any{}, false
	var text []byte
	if v := args[0]; v.Type() == js.TypeString {
		text = []byte(v.String())
	} else {
		text = make([]byte, v.Length())
		js.CopyBytesToGo(text, v)
	}
	for cells, err := range formats.PuzzlesIn(bytes.NewReader(text), "", sizesOf(args[1])...) {
		switch {
		case len(puzzles)+len(faults) == mostListed:
			more = true
		case err != nil:
			faults = append(faults, errorObject(err))
			continue
		default:
			puzzles = append(puzzles, formats.Format(cells))
			continue
		}
		break
	}
	return object{"puzzles": puzzles, "faults": faults, "more": more}, nil
}

// solve solves a puzzle: solve(text, size, box, limit).
func solve(args []js.Value) (object, error) {
	cells, shape, err := puzzleOf(args)
	if err != nil {
		return nil, err
	}
	found, _, err := solved(cells, shape, args[3].Int())
	return found, err
}

// kept returns a function that makes a value for a key at its first call, and then returns it again.
// Calls of JavaScript do not overlap, so one value of a key is enough. It forgets all values if there are many.
func kept[K comparable, V any](create func(K) (V, error)) func(K) (V, error) {
	made := map[K]V{}
	return func(key K) (V, error) {
		if value, ok := made[key]; ok {
			return value, nil
		}
		value, err := create(key)
		if len(made) == 8 {
			clear(made)
		}
		if err == nil {
			made[key] = value
		}
		return value, err
	}
}

// A search is what a solver is made for.
type search struct {
	shape geometry.Box
	limit int
}

var (
	solverFor = kept(func(s search) (*solver.Solver, error) {
		return solver.New(s.shape.Side(), solver.Options{Box: s.shape, Limit: s.limit})
	})
	checkerFor = kept(solver.NewMinimalChecker)
	raterFor   = kept(solver.NewRater)
)

// solved returns the result for a puzzle, and the cells of the solution.
func solved(puzzle []uint8, shape geometry.Box, limit int) (object, []uint8, error) {
	s, err := solverFor(search{shape, limit})
	if err != nil {
		return nil, nil, err
	}
	cells := append([]uint8(nil), puzzle...)
	result := s.Solve(cells)
	found := members("puzzle order clues status solutions complete guesses solution clash",
		formats.Format(puzzle), shape.Side(), clues(puzzle), columns.Status(result.Status, limit),
		result.Solutions, result.Complete, float64(result.Guesses), nil, nil)
	if result.Solutions > 0 {
		found["solution"] = formats.Format(cells)
	}
	if result.Status == solver.Contradiction {
		found["clash"] = []any{int(result.Clash[0]), int(result.Clash[1])}
	}
	return found, cells, nil
}

func clues(cells []uint8) int { return len(cells) - bytes.Count(cells, []byte{0}) }

// check solves a puzzle and finds its redundant clues: check(text, size, box, solution). The solution
// may be null; otherwise the answer says whether it is right.
func check(args []js.Value) (object, error) {
	puzzle, shape, err := puzzleOf(args)
	if err != nil {
		return nil, err
	}
	found, solution, err := solved(puzzle, shape, 2)
	if err != nil {
		return nil, err
	}
	found["minimal"], found["redundant"], found["wrong"] = nil, []any{}, nil
	if found["status"] == "unique" {
		checker, err := checkerFor(shape)
		if err != nil {
			return nil, err
		}
		var sets [1]solver.CellSet
		checker.Redundant(sets[:], puzzle, solution)
		var redundant []any
		for cell := range sets[0].All {
			redundant = append(redundant, cell)
		}
		found["minimal"], found["redundant"] = len(redundant) == 0, redundant
	}
	if given := args[3]; given.Type() == js.TypeString {
		cells, err := formats.Parse(given.String(), shape.Side())
		if err != nil {
			return nil, fmt.Errorf("solution: %w", err)
		}
		if err := solver.VerifyBox(shape, puzzle, cells); err != nil {
			found["wrong"] = err.Error()
		}
	}
	return found, nil
}

// explainer is made when the first puzzle is explained.
var explainer = sync.OnceValue(func() *explain.Rater { return explain.New(explain.Options{}) })

// judged returns the result for a puzzle, and a hint for the state in args[3] and the marks in args[4]. Each
// may be null. There is no hint if the puzzle does not have one solution.
func judged(args []js.Value) (found object, puzzle []uint8, shape geometry.Box, h *explain.Hint, err error) {
	if puzzle, shape, err = puzzleOf(args); err != nil {
		return nil, nil, shape, nil, err
	}
	found, solution, err := solved(puzzle, shape, 2)
	if err != nil {
		return nil, nil, shape, nil, err
	}
	s := explain.State{Puzzle: puzzle, Cells: puzzle}
	if args[3].Type() == js.TypeString {
		s.Cells, err = formats.Parse(args[3].String(), shape.Side())
	}
	if args[4].Type() == js.TypeString && err == nil {
		err = columns.ReadMarks(&s, args[4].String())
	}
	if err != nil {
		return nil, nil, shape, nil, fmt.Errorf("state: %w", err)
	}
	wrong := []any{}
	if found["status"] == "unique" {
		hint := explainer().Hint(s, solution)
		h = &hint
		for _, m := range h.Wrong {
			wrong = append(wrong, m.Cell)
		}
		maps.Copy(found, stepdata.OfState(h.Cells, h.Marks))
	}
	found["wrong"] = wrong
	return found, puzzle, shape, h, nil
}

// hint judges a state and finds the next step: hint(text, size, box, state, marks).
func hint(args []js.Value) (object, error) {
	found, _, _, h, err := judged(args)
	if h == nil {
		return found, err
	}
	found["text"], found["mistakes"] = h.String(), h.Mistakes()
	if h.Step.Technique != explain.NoTechnique {
		found["step"], found["candidates"] = stepObject(&h.Step), string(bulk.AppendCandidatesValue(nil, h.Candidates()[:]))
	}
	return found, nil
}

// stepObject describes a step.
func stepObject(s *explain.Step) object {
	o := stepdata.Of(s)
	maps.Copy(o, members("technique name rating text short", s.Technique.String(), s.Name(), s.Rating.Float(), s.String(), s.Short()))
	return o
}

// explainPuzzle rates a puzzle: explain(text, size, box, state, marks, withSteps). The ratings ER, EP and ED, and the steps,
// begin at the state.
func explainPuzzle(args []js.Value) (object, error) {
	found, puzzle, shape, h, err := judged(args)
	if err != nil {
		return nil, err
	}
	found["rated"] = false
	maps.Copy(found, members("rating er ep ed technique tier stepCount steps", nil, nil, nil, nil, nil, nil, nil, []any{}))
	if h == nil {
		return found, nil
	}
	rater, err := raterFor(shape)
	if err != nil {
		return nil, err
	}
	var ratings [1]solver.Rating
	rater.Rate(ratings[:], puzzle)
	found["rating"] = int(ratings[0])
	rating, steps := explainer().ExplainFrom(h.Cells, h.Marks)
	if rating.Status != explain.Rated && rating.Status != explain.AtLeast {
		return found, nil
	}
	found["rated"] = rating.Status == explain.Rated
	known := func(s explain.Score) any {
		if s == 0 {
			return nil
		}
		return s.Float()
	}
	maps.Copy(found, members("er ep ed technique tier stepCount", rating.ER.Float(), known(rating.EP), known(rating.ED),
		rating.Hardest.String(), rating.Tier().String(), rating.Steps))
	if args[5].Truthy() {
		all := []any{}
		for i := range steps {
			all = append(all, stepObject(&steps[i]))
		}
		found["steps"] = all
	}
	return found, nil
}
