//go:build js

package main

// This file has the functions for one puzzle.

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage/stepdata"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
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
		p.candidates, err = bulk.ParseCandidates(args[0].String())
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
	if o.Solution == "" {
		return answer, nil
	}
	if p.candidates != nil {
		return nil, fmt.Errorf("solution: %w", bulk.ErrCandidates)
	}
	cells, err := formats.Parse(o.Solution, p.board.Side())
	if err != nil {
		return nil, fmt.Errorf("solution: %w", err)
	}
	if err := solver.VerifyBox(p.board, p.cells, cells); err != nil {
		answer["wrong"] = err.Error()
	}
	return answer, nil
}

// explainer is made when the first puzzle is explained.
var explainer = sync.OnceValue(func() *explain.Rater { return explain.New(explain.Options{MaxWork: explain.GenerousWork}) })

// state returns what a player has of a puzzle of clues.
func (o *playOptions) state(p *puzzle) (s explain.State, err error) {
	s = explain.State{Puzzle: p.cells, Cells: p.cells}
	if o.State != "" {
		if s.Cells, err = formats.Parse(o.State, p.board.Side()); err != nil {
			return s, fmt.Errorf("state: %w", err)
		}
	}
	if len(o.Marks) > 0 {
		text := o.Marks[0]
		if len(o.Marks) > 1 { // a text for each cell
			masks := make([]uint32, len(o.Marks))
			for cell, digits := range o.Marks {
				if strings.Trim(digits, "123456789") != "" {
					return s, fmt.Errorf("marks: cell %d is %q: want digits from 1 to 9", cell, digits)
				}
				for _, digit := range digits {
					masks[cell] |= 1 << (digit - '1')
				}
			}
			text = string(bulk.AppendCandidatesValue(nil, masks))
		}
		if err = columns.ReadMarks(&s, text); err != nil {
			err = fmt.Errorf("marks: %w", err)
		}
	}
	return s, err
}

// judge returns the result for a puzzle of clues, and a hint for the player's state. There is no hint if the puzzle does
// not have one solution.
func (o *playOptions) judge(p *puzzle) (answer object, h *explain.Hint, f *found, err error) {
	s, err := o.state(p)
	if err != nil {
		return nil, nil, nil, err
	}
	answer, f, err = p.solve(2)
	if err != nil {
		return nil, nil, nil, err
	}
	wrong := []any{}
	if answer["status"] == "unique" {
		hint := explainer().Hint(s, f.solution)
		h = &hint
		for _, m := range h.Wrong {
			wrong = append(wrong, m.Cell)
		}
		maps.Copy(answer, stepdata.OfState(h.Cells, h.Marks))
	}
	answer["wrong"] = wrong
	return answer, h, f, nil
}

// hint judges a state and finds the next step: hint(puzzle, options).
func hint(args []js.Value) (object, error) {
	var o playOptions
	p, err := puzzleOf(args, &o, &o.shape)
	if err == nil && p.candidates != nil {
		err = bulk.ErrCandidates
	}
	if err != nil {
		return nil, err
	}
	answer, h, _, err := o.judge(&p)
	if err != nil {
		return nil, err
	}
	maps.Copy(answer, members("text mistakes step candidates", "", "", nil, nil))
	if h == nil {
		return answer, nil
	}
	answer["text"], answer["mistakes"] = h.String(), h.Mistakes()
	if h.Step.Technique != explain.NoTechnique {
		candidates := []any{}
		for cell := range slices.Chunk(bulk.AppendCandidatesValue(nil, h.Candidates()[:]), 9) {
			candidates = append(candidates, strings.ReplaceAll(string(cell), ".", ""))
		}
		answer["step"], answer["candidates"] = stepObject(&h.Step), candidates
	}
	return answer, nil
}

// stepObject describes a step.
func stepObject(s *explain.Step) object {
	o := stepdata.Of(s)
	maps.Copy(o, members("technique name rating text short", s.Technique.String(), s.Name(), s.Rating.Float(), s.String(), s.Short()))
	return o
}

// rate rates a puzzle: rate(puzzle, options).
func rate(args []js.Value) (object, error) {
	var o playOptions
	answer, _, err := o.explain(args, &o.shape)
	return answer, err
}

// explainPuzzle rates a puzzle and lists its steps: explain(puzzle, options). The ratings ER, EP and ED, and the
// steps, begin at the state.
func explainPuzzle(args []js.Value) (object, error) {
	var o playOptions
	answer, steps, err := o.explain(args, &o)
	all := []any{}
	for i := range steps {
		all = append(all, stepObject(&steps[i]))
	}
	if err == nil {
		answer["steps"] = all
	}
	return answer, err
}

// explain rates a puzzle. The options are its own, or only their shape.
func (o *playOptions) explain(args []js.Value, options any) (answer object, steps []explain.Step, err error) {
	p, err := puzzleOf(args, options, &o.shape)
	if err != nil {
		return nil, nil, err
	}
	var f *found
	var rating explain.Rating
	switch {
	case p.candidates == nil:
		var h *explain.Hint
		if answer, h, f, err = o.judge(&p); h != nil {
			rating, steps = explainer().ExplainFrom(h.Cells, h.Marks)
		}
	case o.State != "" || len(o.Marks) > 0:
		err = errors.New("state and marks are for puzzles of clues, but this one is given as candidates")
	default:
		if answer, f, err = p.solve(2); err == nil {
			rating, steps = explainer().ExplainCandidates(p.candidates)
			maps.Copy(answer, stepdata.OfState(explain.StartOf(p.candidates), (*explain.Marks)(p.candidates)))
			answer["wrong"] = []any{}
		}
	}
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(answer, members("rated rating er ep ed technique tier stepCount", false, nil, nil, nil, nil, nil, nil, nil))
	if answer["status"] != "unique" {
		return answer, nil, nil
	}
	if rating.Status == explain.Rated || rating.Status == explain.AtLeast {
		known := func(s explain.Score) any {
			if s == 0 {
				return nil
			}
			return s.Float()
		}
		maps.Copy(answer, members("rated er ep ed technique tier stepCount", rating.Status == explain.Rated, rating.ER.Float(), known(rating.EP), known(rating.ED),
			rating.Hardest.String(), rating.Tier().String(), rating.Steps))
		return answer, steps, p.label(answer, f, "rating")
	}
	return answer, nil, p.label(answer, f, "rating tier")
}

// label adds the values of columns to an answer.
func (p *puzzle) label(answer object, f *found, names string) error {
	e, err := p.evaluate(names, f)
	if err != nil {
		return err
	}
	for i, value := range e.Values(0, bulk.Form{Kind: bulk.Line, Order: p.board.Side()}) {
		name := strings.Fields(names)[i]
		if number, err := strconv.Atoi(string(value)); err == nil {
			answer[name] = number
		} else if value != nil {
			answer[name] = string(value)
		}
	}
	return nil
}
