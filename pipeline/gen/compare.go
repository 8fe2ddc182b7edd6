package gen

// This file compares wishes before any puzzle is tried.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// compare returns an error if two wishes exclude each other, or all together.
func compare(wishes []*wanted, scale explain.Scale) error {
	classes := 1
	for _, w := range wishes {
		if w.InTurn {
			classes = max(classes, len(w.Values))
		}
	}
	for number := range uint64(classes) {
		for i := range wishes {
			for k := range i {
				if err := clash(number, scale, wishes[k], wishes[i]); err != nil {
					return err
				}
			}
		}
		if err := clash(number, scale, wishes...); err != nil {
			return err
		}
	}
	return nil
}

// clash returns an error if no puzzle meets all wishes.
func clash(number uint64, scale explain.Scale, wishes ...*wanted) error {
	if _, most := ratings(number, scale, wishes...); most > 0 {
		return nil
	}
	var words []string
	for _, w := range wishes {
		text := w.words(number)
		switch least, most := ratings(number, scale, w); {
		case w.Column == "er" && most == 0:
			text += fmt.Sprintf(" (1.0, 1.2, 1.5 and so on up to %v in all puzzles known)", hardestKnown)
		case w.Column == "er" || most == 0:
		case least == most:
			text += fmt.Sprintf(" (er %v)", least)
		case most == hardestKnown:
			text += fmt.Sprintf(" (er %v or more)", least)
		default:
			text += fmt.Sprintf(" (er %v to %v)", least, most)
		}
		words = append(words, text)
	}
	return fmt.Errorf("no puzzle has %s", strings.Join(words, " and "))
}

// hardestKnown is the highest ER of puzzles that are known.
const hardestKnown explain.Score = 119

// ratings returns the least and the greatest ER of puzzles that meet wishes. The greatest is 0 if there are none.
func ratings(number uint64, scale explain.Scale, wishes ...*wanted) (least, most explain.Score) {
	allowed := slices.DeleteFunc(explain.Techniques(), func(t explain.Technique) bool {
		_, limit := t.Ratings(scale)
		return limit == 0 || slices.ContainsFunc(wishes, func(w *wanted) bool { return w.Only && !w.met([]byte(inCounts(t)), number) })
	})
	needed := explain.Score(0) // the rating of the easiest step that a wish asks for
	for _, w := range wishes {
		easiest := anyER
		for _, t := range allowed {
			if from, _ := t.Ratings(scale); w.Column != "techniques" || w.met([]byte(inCounts(t)), number) {
				easiest = min(easiest, from)
			}
		}
		if easiest == anyER {
			return 0, 0
		}
		needed = max(needed, easiest)
	}
	least = anyER
	for _, hardest := range allowed {
		from, to := hardest.Ratings(scale)
		for s := int(max(from, needed)); s <= int(min(to, hardestKnown)); s++ {
			er := explain.Score(s)
			if hardest.HasRating(scale, er) && !slices.ContainsFunc(wishes, func(w *wanted) bool { return !w.allows(hardest, er, number) }) {
				least, most = min(least, er), max(most, er)
			}
		}
	}
	return least, most
}

// allows reports whether the wish allows a hardest technique and an ER.
func (w *wanted) allows(hardest explain.Technique, er explain.Score, number uint64) bool {
	switch w.Column {
	case "er":
		return w.met([]byte(er.String()), number)
	case "technique":
		return w.met([]byte(hardest.String()), number)
	case "tier":
		rating := explain.Rating{Status: explain.Rated, ER: er}
		return w.met([]byte(rating.Tier().String()), number)
	}
	return true
}
