//go:build js

package main

// This file has hints and steps, for a puzzle and what a player has of it.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage/stepdata"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// explainer is made when the first puzzle is explained.
var explainer = sync.OnceValue(func() *explain.Rater { return explain.New(explain.Options{MaxWork: explain.GenerousWork}) })

// state returns what a player has of a puzzle of clues.
func (o *playOptions) state(p *puzzle) (s explain.State, err error) {
	s = explain.State{Puzzle: p.cells, Cells: p.cells, Board: p.board}
	if o.State != "" {
		if s.Cells, err = formats.Parse(o.State, p.board.Side()); err != nil {
			return s, fmt.Errorf("state: %w", err)
		}
	}
	if len(o.Marks) > 0 {
		text := o.Marks[0]
		if len(o.Marks) > 1 { // a text for each cell
			all := "123456789"[:min(p.board.Side(), 9)]
			text = ""
			for cell, digits := range o.Marks {
				if strings.Trim(digits, all) != "" {
					return s, fmt.Errorf("marks: cell %d is %q: want digits from 1 to %d", cell, digits, len(all))
				}
				text += strings.Map(func(digit rune) rune {
					if strings.ContainsRune(digits, digit) {
						return digit
					}
					return '.'
				}, all)
			}
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
		answer["step"], answer["candidates"] = stepObject(&h.Step), digitsOf(h.Candidates()[:len(h.Cells)])
	}
	return answer, nil
}

// digitsOf returns the candidates of each cell, such as "127".
func digitsOf(candidates []uint32) (all []any) {
	for cell := range slices.Chunk(bulk.AppendCandidatesValue(nil, candidates), 9) {
		all = append(all, strings.ReplaceAll(string(cell), ".", ""))
	}
	return all
}

func stepObject(s *explain.Step) object {
	o := stepdata.Of(s)
	maps.Copy(o, members("technique name rating text short", s.Technique.String(), s.Name(), known(s.Rating), s.String(), s.Short()))
	return o
}

// rate rates a puzzle: rate(puzzle, options).
func rate(args []js.Value) (object, error) {
	var o playOptions
	answer, _, err := o.explain(args, &o.shape)
	if err == nil && answer["er"] == nil {
		maps.Copy(answer, members("rated technique stepCount", false, nil, nil))
	}
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
			rating, steps = explainer().ExplainFrom(p.board, h.Cells, h.Marks)
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
		maps.Copy(answer, members("rated technique stepCount", rating.Status == explain.Rated, rating.Hardest.String(), rating.Steps))
		if p.board.Side() == 9 {
			maps.Copy(answer, members("er ep ed tier", rating.ER.Float(), known(rating.EP), known(rating.ED), rating.Tier().String()))
			return answer, steps, p.label(answer, f, "rating")
		}
	}
	return answer, steps, p.label(answer, f, "rating tier")
}

// known returns a rating as a number, or nil if there is none.
func known(s explain.Score) any {
	if s == 0 {
		return nil
	}
	return s.Float()
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
