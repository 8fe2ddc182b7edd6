package gen

// This file tests values, and knows which ratings they can have.

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// A wanted is a wish that a chooser tests.
type wanted struct {
	*Wish
	means [][]string      // by value: what it means in its column
	most  []explain.Score // by value, or one for all: the highest ER of puzzles that meet the wish, or 0
}

// newWanted returns a wish to test. It returns an error if no puzzle can meet it.
func newWanted(w *Wish, cfg *Config) (wanted, error) {
	known, err := columns.Parse([]string{w.Column})
	if err != nil {
		return wanted{}, err
	}
	if c := &known[0]; cfg.Options.Order != 9 && (c.Only9 || c.Name == "technique") {
		return wanted{}, fmt.Errorf("%s: only 9×9 puzzles have it", w.Column)
	}
	if len(w.Values) == 0 && (w.InTurn || w.From > w.To) {
		return wanted{}, fmt.Errorf("%s: no value is wanted", w.Column)
	}
	wish := wanted{Wish: w}
	for _, value := range w.Values {
		means, most, err := meaningOf(&known[0], value, cfg.Scale)
		if err != nil {
			return wanted{}, fmt.Errorf("%s: %w", w.Column, err)
		}
		wish.means, wish.most = append(wish.means, means), append(wish.most, most)
	}
	switch {
	case w.Column == "er" && len(w.Values) == 0:
		wish.most = []explain.Score{explain.Score(max(1, min(math.Floor(w.To*10+1e-6), math.MaxUint8)))}
	case len(wish.most) > 0 && !w.InTurn:
		most := slices.Max(wish.most)
		if slices.Contains(wish.most, 0) {
			most = 0
		}
		wish.most = []explain.Score{most}
	}
	return wish, nil
}

// meaningOf returns what a value means in a column, and the highest ER of puzzles with it, or 0.
func meaningOf(c *columns.Column, value string, scale explain.Scale) (means []string, most explain.Score, err error) {
	switch {
	case c.Name == "technique" || c.Name == "techniques":
		return techniqueMeaning(value, scale, c.Name == "techniques")
	case c.Values != nil && !slices.Contains(c.Values, value):
		return nil, 0, fmt.Errorf("unknown value %q (known: %s)", value, strings.Join(c.Values, ", "))
	case c.Name == "tier":
		most = explain.Tier(slices.Index(c.Values, value) + 1).Most()
	}
	return []string{value}, most, nil
}

// techniqueMeaning returns the techniques that a name means on a scale. If any step counts, it returns
// their names as the column techniques has them, and no highest ER: other steps may be harder.
func techniqueMeaning(name string, scale explain.Scale, anyStep bool) (means []string, most explain.Score, err error) {
	for _, t := range explain.TechniquesNamed(name) {
		_, limit := t.Ratings(scale)
		switch {
		case limit == 0:
		case anyStep:
			means = append(means, strconv.Quote(t.String())+":")
		default:
			means, most = append(means, t.String()), max(most, limit)
		}
	}
	if len(means) > 0 {
		return means, most, nil
	}
	var known []string
	for _, t := range explain.Techniques() {
		if _, limit := t.Ratings(scale); limit > 0 {
			known = append(known, t.String())
		}
	}
	for _, a := range explain.Aliases {
		known = append(known, a.Name)
	}
	return nil, 0, fmt.Errorf("the scale %v has no %q (it has: %s)", scale, name, strings.Join(known, ", "))
}

// class returns the index of the value that is wanted for a puzzle, of n values.
func (w *wanted) class(number uint64, n int) int {
	if w.InTurn {
		return int(number % uint64(n))
	}
	return 0
}

// mostER returns the highest ER with which a puzzle can meet the wish, or 0 if any can.
func (w *wanted) mostER(number uint64) explain.Score {
	if len(w.most) == 0 {
		return 0
	}
	return w.most[w.class(number, len(w.most))]
}

// met reports whether a value is wanted for a puzzle.
func (w *wanted) met(value []byte, number uint64) bool {
	if value == nil {
		return false
	}
	if len(w.means) == 0 {
		n, err := strconv.ParseFloat(string(value), 64)
		return err == nil && w.From <= n && n <= w.To
	}
	means := w.means
	if w.InTurn {
		means = means[w.class(number, len(means)):][:1]
	}
	for _, any := range means {
		if slices.ContainsFunc(any, func(text string) bool {
			return string(value) == text || w.Column == "techniques" && bytes.Contains(value, []byte(text))
		}) {
			return true
		}
	}
	return false
}
