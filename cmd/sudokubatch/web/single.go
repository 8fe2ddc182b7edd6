//go:build js

package main

// This file has the functions for one puzzle.

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// mostListed is the greatest number of puzzles that list returns.
const mostListed = 1000

// A puzzle is what a call is about.
type puzzle struct {
	cells      []uint8  // of candidates, the cells with one
	candidates []uint32 // nil: the cells say all
	board      geometry.Box
}

// text returns the puzzle in one line.
func (p *puzzle) text() string {
	if p.candidates != nil {
		return string(bulk.AppendCandidatesValue(nil, p.candidates))
	}
	return formats.Format(p.cells)
}

// puzzleOf reads the arguments of a call: a puzzle as text or cells, and options, whose shape is part of them.
func puzzleOf(args []js.Value, options any, s *shape) (p puzzle, err error) {
	if err := read(options, args[1]); err != nil {
		return p, err
	}
	if args[0].Type() != js.TypeString {
		p.cells, err = cellsOf(args[0], s.Size.Sides)
	} else if p.cells, err = formats.Parse(args[0].String(), s.Size.Sides...); errors.Is(err, bulk.ErrCandidates) {
		p.candidates, err = bulk.ParseCandidates(args[0].String(), 9)
		p.cells = onesOf(p.candidates)
	}
	if err != nil {
		return p, err
	}
	p.board, err = geometry.Resolve(geometry.OfCells(len(p.cells)).Side(), s.Box.Box)
	return p, err
}

// cellsOf returns cells that JavaScript gives, for a grid of one of the sizes; none means any.
func cellsOf(v js.Value, sizes []int) ([]uint8, error) {
	if sizes == nil {
		sizes = geometry.Sides()
	}
	cells := make([]uint8, v.Length())
	js.CopyBytesToGo(cells, v)
	if !slices.Contains(sizes, geometry.OfCells(len(cells)).Side()) {
		return nil, fmt.Errorf("%d cells: want a grid of size %v", len(cells), sizes)
	}
	return cells, nil
}

// format returns cells in one line: format(cells).
func format(args []js.Value) (object, error) {
	cells, err := cellsOf(args[0], nil)
	if err != nil {
		return nil, err
	}
	return object{"line": formats.Format(cells)}, nil
}

// onesOf returns the cells with one candidate as clues.
func onesOf(candidates []uint32) []uint8 {
	cells := make([]uint8, len(candidates))
	for i, digits := range candidates {
		if digits&(digits-1) == 0 {
			cells[i] = uint8(bits.Len32(digits))
		}
	}
	return cells
}

// list finds the puzzles in text or bytes of any form: list(text, options). It returns the first puzzles,
// the records that cannot be read, and whether there are more.
func list(args []js.Value) (object, error) {
	var s shape
	if err := read(&s, args[1]); err != nil {
		return nil, err
	}
	var text []byte
	if v := args[0]; v.Type() == js.TypeString {
		text = []byte(v.String())
	} else {
		text = make([]byte, v.Length())
		js.CopyBytesToGo(text, v)
	}
	for _, side := range s.Size.Sides {
		if marks := drawnMarks(text, side); marks != nil {
			return members("puzzles faults more marks", []any{formats.Format(onesOf(marks))}, []any{}, false, digitsOf(marks)), nil
		}
	}
	puzzles, faults, more := []any{}, []any{}, false
	for cells, err := range formats.PuzzlesIn(bytes.NewReader(text), "", s.Size.Sides...) {
		if errors.Is(err, bulk.ErrCandidates) {
			puzzles, faults = listCandidates(text)
			break
		}
		if more = len(puzzles)+len(faults) == mostListed; more {
			break
		}
		if err != nil {
			faults = append(faults, errorObject(err))
		} else {
			puzzles = append(puzzles, formats.Format(cells))
		}
	}
	if len(puzzles) > mostListed {
		puzzles, more = puzzles[:mostListed], true
	}
	return members("puzzles faults more", puzzles, faults[:min(len(faults), mostListed)], more), nil
}

// drawnMarks returns the candidates of a text that draws one small grid with pencil marks, or nil. No form of files
// holds these.
func drawnMarks(text []byte, side int) []uint32 {
	if side >= 9 || len(text) > 4<<10 {
		return nil
	}
	marks, err := bulk.ParseCandidates(string(text), side)
	several := slices.ContainsFunc(marks, func(digits uint32) bool { return digits&(digits-1) != 0 })
	if err != nil || !several || slices.Contains(marks, 0) {
		return nil
	}
	return marks
}

// listCandidates returns the puzzles of a text that gives candidates, and the records that cannot be read.
func listCandidates(text []byte) (puzzles, faults []any) {
	var r model.Records
	bulk.Form{Kind: bulk.Candidates, Order: 9}.Decode(&r, text)
	for one := range slices.Chunk(r.Candidates, geometry.Of(9).Cells()) {
		puzzles = append(puzzles, string(bulk.AppendCandidatesValue(nil, one)))
	}
	for i := range r.Faults {
		faults = append(faults, errorObject(&r.Faults[i]))
	}
	return puzzles, faults
}

// solve solves a puzzle: solve(puzzle, options).
func solve(args []js.Value) (object, error) {
	o := solveOptions{Limit: 2}
	p, err := puzzleOf(args, &o, &o.shape)
	if err != nil {
		return nil, err
	}
	found, _, err := p.solve(o.Limit)
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
	// evaluatorFor makes what computes columns, by their names.
	evaluatorFor = kept(func(names string) (*columns.Evaluator, error) {
		all, err := columns.Parse(strings.Fields(names))
		return columns.NewEvaluator(all), err
	})
)

// found is what a search for two solutions found.
type found struct {
	solution []uint8
	result   solver.Result
}

// solve returns the result for the puzzle in two ways.
func (p *puzzle) solve(limit int) (object, *found, error) {
	s, err := solverFor(search{p.board, limit})
	if err != nil {
		return nil, nil, err
	}
	var result solver.Result
	cells := slices.Clone(p.cells)
	if p.candidates != nil {
		result = s.SolveCandidates(p.candidates, cells)
	} else {
		result = s.Solve(cells)
	}
	answer := members("puzzle order clues status solutions complete guesses solution clash",
		p.text(), p.board.Side(), len(cells)-bytes.Count(p.cells, []byte{0}), columns.Status(result.Status, limit),
		result.Solutions, result.Complete, float64(result.Guesses), nil, nil)
	if result.Solutions > 0 {
		answer["solution"] = formats.Format(cells)
	}
	if result.Status == solver.Contradiction && p.candidates == nil {
		answer["clash"] = []any{int(result.Clash[0]), int(result.Clash[1])}
	}
	return answer, &found{cells, result}, nil
}

// evaluate returns an evaluator that has prepared columns, by their names.
func (p *puzzle) evaluate(names string, f *found) (*columns.Evaluator, error) {
	e, err := evaluatorFor(names)
	if err == nil {
		e.Prepare(columns.Puzzles{Board: p.board, Cells: p.cells, Candidates: p.candidates, Solved: f.solution, Results: []solver.Result{f.result}}, nil)
	}
	return e, err
}

// check solves a puzzle and finds its redundant clues: check(puzzle, options). If there is a solution
// among the options, the answer says whether it is right.
func check(args []js.Value) (object, error) {
	var o checkOptions
	p, err := puzzleOf(args, &o, &o.shape)
	if err != nil {
		return nil, err
	}
	answer, f, err := p.solve(2)
	if err != nil {
		return nil, err
	}
	answer["minimal"], answer["redundant"], answer["wrong"] = nil, []any{}, nil
	if answer["status"] == "unique" {
		e, err := p.evaluate("redundant", f)
		if err != nil {
			return nil, err
		}
		redundant := []any{}
		for _, one := range e.AppendRedundant(nil, 0) {
			if cell := int(one) % (1 << columns.RedundantCellBits); p.candidates == nil {
				redundant = append(redundant, cell)
			} else {
				redundant = append(redundant, []any{cell, int(one) >> columns.RedundantCellBits})
			}
		}
		answer["minimal"], answer["redundant"] = len(redundant) == 0, redundant
	}
	if o.Solution == nil {
		return answer, nil
	}
	if p.candidates != nil {
		return nil, fmt.Errorf("solution: %w", bulk.ErrCandidates)
	}
	cells, err := formats.Parse(*o.Solution, p.board.Side())
	if err != nil {
		return nil, fmt.Errorf("solution: %w", err)
	}
	if err := solver.VerifyBox(p.board, p.cells, cells); err != nil {
		answer["wrong"] = err.Error()
	}
	return answer, nil
}
