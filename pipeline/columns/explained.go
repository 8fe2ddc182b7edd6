package columns

// This file has the columns of Sudoku Explainer's ratings.

import (
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// An explainer rates the puzzles of a batch, each when a column first needs it.
type explainer struct {
	rater  *explain.Rater
	record bool // a column needs the steps
	known  bool // rating and steps belong to puzzle of
	of     int
	rating explain.Rating
	steps  []explain.Step
}

// recordSteps makes the scratch memory keep the steps of puzzles.
func (s *Scratch) recordSteps() { s.explainer.record = true }

// explained returns the rating of a puzzle.
func (found *Found) explained() *explain.Rating {
	e := &found.scratch.explainer
	if e.known && e.of == found.Index {
		return &e.rating
	}
	if e.rater == nil {
		e.rater = explain.New(explain.Options{})
	}
	if e.record {
		e.rating, e.steps = e.rater.Explain(found.Puzzle)
	} else {
		e.rating = e.rater.Rate(found.Puzzle)
	}
	e.known, e.of = true, found.Index
	return &e.rating
}

// scoreColumn returns the function of a column that holds a rating.
func scoreColumn(of func(*explain.Rating) explain.Score) func([]byte, formats.Form, *Found) []byte {
	return func(dst []byte, _ formats.Form, found *Found) []byte {
		if found.Puzzle == nil {
			return nil
		}
		score := of(found.explained())
		if score == 0 {
			return nil
		}
		return append(dst, score.String()...)
	}
}

// exact returns the ER of a rating that is not a lower bound.
func exact(r *explain.Rating) explain.Score {
	if r.Status != explain.Rated {
		return 0
	}
	return r.ER
}

// appendTechnique appends the hardest technique. Where there is no rating, it says why.
func appendTechnique(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	switch r := found.explained(); r.Status {
	case explain.Rated:
		if r.Steps == 0 {
			return nil // a solved grid
		}
		return append(dst, r.Hardest.String()...)
	case explain.AtLeast:
		return append(append(dst, "at least "...), r.ER.String()...)
	default:
		return append(dst, r.Status.String()...)
	}
}

// appendTechniques appends the number of steps by technique, as JSON.
func appendTechniques(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Puzzle == nil || found.explained().Status != explain.Rated {
		return nil
	}
	dst = append(dst, '{')
	for t, n := range found.explained().Counts {
		if n == 0 {
			continue
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = strconv.AppendQuote(dst, explain.Technique(t).String())
		dst = strconv.AppendUint(append(dst, ':'), uint64(n), 10)
	}
	return append(dst, '}')
}

func appendSteps(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Puzzle == nil || found.explained().Status != explain.Rated {
		return nil
	}
	return strconv.AppendInt(dst, int64(found.explained().Steps), 10)
}

// appendPath appends the steps, as JSON.
func appendPath(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Puzzle == nil || found.explained().Status != explain.Rated {
		return nil
	}
	dst = append(dst, '[')
	for i := range found.scratch.explainer.steps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = found.scratch.explainer.steps[i].AppendJSON(dst)
	}
	return append(dst, ']')
}
