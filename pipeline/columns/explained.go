package columns

// This file has the columns of Sudoku Explainer's ratings.

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An explainer rates the puzzles of a batch, each when a column first needs it.
type explainer struct {
	rater  *explain.Rater
	full   bool // a column needs ratings above explain.MaxTierRating
	record bool // a column needs the steps
	scale  explain.Scale
	limit  func(puzzle int) explain.Score // see Reader.MaxRating
	known  bool                           // rating and steps belong to puzzle of
	of     int
	rating explain.Rating
	steps  []explain.Step
}

// rateFully makes ratings go on above explain.MaxTierRating.
func (e *Evaluator) rateFully() {
	e.explainer.full = true
}

// OnScale returns the columns with the ratings of a scale of difficulty.
func OnScale(columns []Column, scale explain.Scale) []Column {
	columns = slices.Clone(columns)
	for i := range columns {
		c := &columns[i]
		if prepare := c.prepare; c.Cost == Explain && scale != explain.Sukaku {
			c.prepare = func(e *Evaluator) {
				if e.explainer.scale != scale {
					e.explainer.scale, e.explainer.rater = scale, nil
				}
				if prepare != nil {
					prepare(e)
				}
			}
		}
	}
	return columns
}

// recordSteps makes the Evaluator keep the steps of puzzles.
func (e *Evaluator) recordSteps() {
	e.rateFully()
	e.explainer.record = true
}

// explained returns the rating of a puzzle.
func (found *Found) explained() *explain.Rating {
	e := &found.by.explainer
	if e.known && e.of == found.Index {
		return &e.rating
	}
	if e.rater == nil {
		e.rater = explain.New(explain.Options{Scale: e.scale, MaxWork: explain.GenerousWork})
	}
	most := explain.Score(0)
	if !e.full {
		most = explain.MaxTierRating
	}
	if e.limit != nil {
		if limit := e.limit(found.Index); limit > 0 && (most == 0 || limit < most) {
			most = limit
		}
	}
	e.rater.Limit(most)
	switch given := found.Candidates; {
	case given != nil && e.record:
		e.rating, e.steps = e.rater.ExplainCandidates(given)
	case given != nil:
		e.rating = e.rater.RateCandidates(given)
	case e.record:
		e.rating, e.steps = e.rater.Explain(found.Puzzle)
	default:
		e.rating = e.rater.Rate(found.Puzzle)
	}
	e.known, e.of = true, found.Index
	return &e.rating
}

// scoreColumn returns the function of a column that holds a rating.
func scoreColumn(of func(*explain.Rating) explain.Score) func([]byte, bulk.Form, *Found) []byte {
	return func(dst []byte, _ bulk.Form, found *Found) []byte {
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

// erIf returns the ER of a rating with a status: explain.Rated, or explain.AtLeast if the ER is a
// lower bound.
func erIf(status explain.Status) func(*explain.Rating) explain.Score {
	return func(r *explain.Rating) explain.Score {
		if r.Status != status {
			return 0
		}
		return r.ER
	}
}

// appendTechnique appends the hardest technique. Where there is no rating, it says why.
func appendTechnique(dst []byte, _ bulk.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	return found.explained().AppendTechnique(dst)
}

// techniqueNames are the values of the column technique, but for lower bounds such as "at least 9.5".
var techniqueNames = append(namesOf(explain.Techniques()), explain.Multiple.String(), explain.NoSolution.String(), explain.Unsupported.String())

func namesOf(techniques []explain.Technique) (names []string) {
	for _, t := range techniques {
		names = append(names, t.String())
	}
	return names
}

// techniquesNamed returns the values of the column technique that another name means.
func techniquesNamed(name string) []string {
	if strings.HasPrefix(name, "at least ") {
		return []string{name}
	}
	return namesOf(explain.TechniquesNamed(name))
}

// NearTechniques says which techniques of a scale have names near to one that it does not have.
func NearTechniques(name string, scale explain.Scale) string {
	all := "the help of label lists all names"
	if near := namesOf(explain.Near(name, scale)); len(near) > 0 {
		return "near: " + strings.Join(near, ", ") + "; " + all
	}
	return all
}

// appendTechniques appends the number of steps by technique, as JSON.
func appendTechniques(dst []byte, _ bulk.Form, found *Found) []byte {
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

func appendSteps(dst []byte, _ bulk.Form, found *Found) []byte {
	if found.Puzzle == nil || found.explained().Status != explain.Rated {
		return nil
	}
	return strconv.AppendInt(dst, int64(found.explained().Steps), 10)
}

// appendPath appends the steps, as JSON.
func appendPath(dst []byte, _ bulk.Form, found *Found) []byte {
	if found.Puzzle == nil || found.explained().Status != explain.Rated {
		return nil
	}
	dst = append(dst, '[')
	for i := range found.by.explainer.steps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = found.by.explainer.steps[i].AppendJSON(dst)
	}
	return append(dst, ']')
}

// tierNames are the values of the column tier.
var tierNames = func() (names []string) {
	for tier := explain.Easy; tier <= explain.Beyond; tier++ {
		names = append(names, tier.String())
	}
	return names
}()

func appendTier(dst []byte, _ bulk.Form, found *Found) []byte {
	if found.Puzzle == nil {
		return nil
	}
	tier := found.tier()
	if tier == explain.NoTier {
		return nil
	}
	return append(dst, tier.String()...)
}

func (found *Found) tier() explain.Tier {
	if len(found.Puzzle) == 81 {
		return found.explained().Tier()
	}
	return tierOf16(found.by.puzzles.Board, found.Puzzle, solver.Result{Solutions: found.Solutions, Guesses: found.Guesses})
}

// tierOf16 returns the tier of a 16×16 puzzle, which has no ER, from the result of the common
// search: Easy if singles solve it, Medium if the rules of the search do, which are singles and
// locked candidates, and Hard if it takes guesses.
func tierOf16(shape geometry.Box, puzzle []uint8, result solver.Result) explain.Tier {
	switch solver.MeansOf(shape, puzzle, result) {
	case solver.MeansSingles:
		return explain.Easy
	case solver.MeansClosure:
		return explain.Medium
	case solver.MeansSearch:
		if result.Solutions == 1 {
			return explain.Hard
		}
	}
	return explain.NoTier
}
