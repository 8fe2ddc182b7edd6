package gen

// This file has conditions on the columns of new puzzles.

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A Wish is a condition on a column of package columns that new puzzles must meet. A puzzle without a
// value does not meet it.
type Wish struct {
	Column string
	// Values are the wanted values. If there are none, values from From to To are wanted. Values of
	// technique are names or aliases, and values of techniques, too: a step must have one of them.
	Values []string
	// Only changes what values of techniques mean: every step must have one of them, or a technique that is
	// simpler than all of them. Its least rating is lower.
	Only     bool
	From, To float64
	// InTurn says that puzzle i must have value i of Values, round and round.
	InTurn bool
}

// words describes the values that are wanted for a puzzle.
func (w *Wish) words(number uint64) string {
	switch {
	case w.Only:
		return "only steps " + strings.Join(w.Values, ", ") + " or simpler"
	case w.Column == "techniques":
		return "a step " + strings.Join(w.Values, " or ")
	case w.InTurn:
		return w.Column + " " + w.Values[number%uint64(len(w.Values))]
	case len(w.Values) > 0:
		return w.Column + " " + strings.Join(w.Values, " or ")
	case math.IsInf(w.To, 1):
		return fmt.Sprintf("%s %v or more", w.Column, w.From)
	case math.IsInf(w.From, -1):
		return fmt.Sprintf("%s up to %v", w.Column, w.To)
	}
	return fmt.Sprintf("%s %v to %v", w.Column, w.From, w.To)
}

// notMade returns the error for a puzzle that was given up after so many tries.
func (cfg *Config) notMade(number uint64, tries int, nearest string) error {
	var wanted []string
	o := &cfg.Options
	if i := o.PatternOf(number); i >= 0 {
		wanted = append(wanted, fmt.Sprintf("pattern %d", i+1))
	}
	if o.Clues > 0 {
		counts := o.ClueCounts()
		n := strconv.Itoa(counts[0])
		if o.ClueTurns {
			n = strconv.Itoa(counts[number%uint64(len(counts))])
		} else if len(counts) > 1 {
			n += " to " + strconv.Itoa(counts[len(counts)-1])
		}
		wanted = append(wanted, n+" clues")
	}
	if o.Symmetry != generate.NoSymmetry {
		wanted = append(wanted, "symmetry "+o.Symmetry.String())
	}
	if o.MinGuesses > 0 {
		wanted = append(wanted, fmt.Sprintf("at least %d guesses", o.MinGuesses))
	}
	if o.MaxGuesses > 0 || o.Easy {
		wanted = append(wanted, fmt.Sprintf("at most %d guesses", o.MaxGuesses))
	}
	for i := range cfg.Wishes {
		wanted = append(wanted, cfg.Wishes[i].words(number))
	}
	if cfg.Where != nil {
		wanted = append(wanted, fmt.Sprintf("%v", cfg.Where))
	}
	return fmt.Errorf("%w in %s tries with %s%s", generate.ErrNotMade, grouped(tries), strings.Join(wanted, ", "), nearest)
}

// grouped returns a number with commas between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// A wanted is a wish that a chooser tests.
type wanted struct {
	*Wish
	means [][]string      // by value: what it means in its column
	most  []explain.Score // by value if InTurn, or one: the highest ER of puzzles that meet the wish
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
	if len(w.Values) == 0 && (w.InTurn || w.Only || w.From > w.To) {
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
	case w.Only:
		wish.allowSimpler(cfg.Scale)
	case len(w.Values) > 0 && !w.InTurn:
		wish.most = []explain.Score{slices.Max(wish.most)}
	case w.Column == "er" && len(w.Values) == 0:
		wish.most = []explain.Score{explain.Score(max(1, min(math.Floor(w.To*10+1e-6), float64(anyER))))}
	case len(w.Values) == 0:
		wish.most = []explain.Score{anyER}
	}
	return wish, nil
}

// allowSimpler makes one value of all values and of all simpler techniques.
func (w *wanted) allowSimpler(scale explain.Scale) {
	allowed, simplest, most := slices.Concat(w.means...), anyER, explain.Score(0)
	for _, t := range explain.Techniques() {
		if least, _ := t.Ratings(scale); slices.Contains(allowed, inCounts(t)) {
			simplest = min(simplest, least)
		}
	}
	for _, t := range explain.Techniques() {
		least, limit := t.Ratings(scale)
		if limit > 0 && least < simplest {
			allowed = append(allowed, inCounts(t))
		}
		if slices.Contains(allowed, inCounts(t)) {
			most = max(most, limit)
		}
	}
	slices.Sort(allowed)
	w.means, w.most = [][]string{slices.Compact(allowed)}, []explain.Score{most}
}

// inCounts returns how the column techniques names a technique.
func inCounts(t explain.Technique) string { return strconv.Quote(t.String()) + ":" }

// anyER is no limit of ER.
const anyER explain.Score = math.MaxUint8

// meaningOf returns what a value means in a column, and the highest ER of puzzles with it.
func meaningOf(c *columns.Column, value string, scale explain.Scale) (means []string, most explain.Score, err error) {
	most = anyER
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
// their names as the column techniques has them, and any ER: other steps may be harder.
func techniqueMeaning(name string, scale explain.Scale, anyStep bool) (means []string, most explain.Score, err error) {
	for _, t := range explain.TechniquesNamed(name) {
		_, limit := t.Ratings(scale)
		switch {
		case limit == 0:
		case anyStep:
			means, most = append(means, inCounts(t)), anyER
		default:
			means, most = append(means, t.String()), max(most, limit)
		}
	}
	if len(means) > 0 {
		return means, most, nil
	}
	return nil, 0, fmt.Errorf("the scale %v has no %q (%s)", scale, name, columns.NearTechniques(name, scale))
}

// mostER returns the highest ER with which a puzzle can meet the wish.
func (w *wanted) mostER(number uint64) explain.Score { return w.most[number%uint64(len(w.most))] }

// met reports whether a value is wanted for a puzzle.
func (w *wanted) met(value []byte, number uint64) bool {
	if value == nil {
		return false
	}
	means := w.means
	switch {
	case len(means) == 0:
		n, err := strconv.ParseFloat(string(value), 64)
		return err == nil && w.From <= n && n <= w.To
	case w.InTurn:
		means = means[number%uint64(len(means)):][:1]
	case w.Only:
		allowed := 0
		for _, text := range means[0] {
			allowed += bytes.Count(value, []byte(text))
		}
		return allowed == bytes.Count(value, []byte(`":`))
	}
	return slices.ContainsFunc(means, func(texts []string) bool {
		return slices.ContainsFunc(texts, func(text string) bool {
			return string(value) == text || w.Column == "techniques" && bytes.Contains(value, []byte(text))
		})
	})
}
