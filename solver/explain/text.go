package explain

// This file writes steps in words.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String returns the candidate of a 9×9 puzzle as "r3c5=7".
func (c Candidate) String() string { return c.in(9) }

func (c Candidate) in(side uint8) string {
	return cellName(c.Cell, side) + "=" + strconv.Itoa(int(c.Digit))
}

// cellName returns the name of a cell, such as "r3c5".
func cellName(cell, side uint8) string {
	return string([]byte{'r', '1' + cell/side, 'c', '1' + cell%side})
}

// houseName returns the name of one of Step.Houses, such as "box 7".
func houseName(house, side uint8) string {
	return [...]string{"box", "row", "column"}[house/side] + " " + strconv.Itoa(int(house%side)+1)
}

// order returns the side of the puzzle.
func (s *Step) order() uint8 { return cmp.Or(s.side, 9) }

// String returns the step in one line without its rating: "Full House (Hidden
// Single) in box 1: r3c3 is 3", or "Pointing Pair (Pointing), 1 in r1c1, r1c2:
// r1c5, r1c6 are not 1". The name that players use comes first, and
// SukakuExplainer's follows if it differs. It writes a chain as its links, and
// names the type of a unique rectangle.
func (s *Step) String() string { return s.words(-1) }

// longChain is the greatest number of links that Short writes. It writes shown
// links of longer chains.
const longChain, shown = 12, 8

// Short is String with the first 8 links of a chain that has more than 12: "… 25
// more links" stands for the others.
func (s *Step) Short() string { return s.words(longChain) }

// Name returns the name that players use for the technique, with
// SukakuExplainer's name and the type of a unique rectangle: "Full House (Hidden
// Single)".
func (s *Step) Name() string {
	names := s.names()
	if s.Type > 0 {
		names = append(names, fmt.Sprintf("type %d", s.Type))
	}
	if len(names) == 1 {
		return names[0]
	}
	return names[0] + " (" + strings.Join(names[1:], ", ") + ")"
}

// words returns the step in one line. It shortens chains of more links; -1 means none.
func (s *Step) words(most int) string {
	text := s.Name()
	switch {
	case len(s.Links) > 0 && most >= 0 && countLinks(s.Links) > most:
		first := slices.Clone(s.Links[:min(shown, len(s.Links))])
		for i := range first {
			first[i].Within = nil
		}
		text += fmt.Sprintf(", %s … %d more links", s.chainOf(first), countLinks(s.Links)-len(first))
	case len(s.Links) > 0:
		text += ", " + s.chainOf(s.Links)
	case len(s.Pattern) > 0:
		digits := s.Digits
		if digits == nil {
			digits = digitsOf(s.Pattern)
		}
		text += ", " + joinDigits(digits, ", ") + " in " + s.cellsOf(s.Pattern)
	case len(s.Houses) > 0:
		text += " in " + houseName(s.Houses[0], s.order())
	}
	return text + ": " + s.Effect()
}

// countLinks counts links with the links of chains within them.
func countLinks(links []Link) int {
	n := len(links)
	for i := range links {
		n += countLinks(links[i].Within)
	}
	return n
}

// Effect says what the step places or removes, for example "r8c2 is 7" or
// "r3c5, r3c6 are not 1".
func (s *Step) Effect() string {
	var parts []string
	if s.Placed.Digit != 0 {
		parts = append(parts, fmt.Sprintf("%s is %d", cellName(s.Placed.Cell, s.order()), s.Placed.Digit))
	}
	for digit := uint8(1); digit <= 9; digit++ {
		var of []Candidate
		for _, c := range s.Removed {
			if c.Digit == digit {
				of = append(of, c)
			}
		}
		verb := "is"
		if len(of) > 1 {
			verb = "are"
		}
		if len(of) > 0 {
			parts = append(parts, fmt.Sprintf("%s %s not %d", s.cellsOf(of), verb, digit))
		}
	}
	return strings.Join(parts, ", ")
}

// digitsOf lists the digits of candidates, each once, in ascending order.
func digitsOf(candidates []Candidate) (digits []uint8) {
	for _, c := range candidates {
		digits = append(digits, c.Digit)
	}
	slices.Sort(digits)
	return slices.Compact(digits)
}

// joinDigits lists digits with a separator between them.
func joinDigits(digits []uint8, separator string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(digits), "[]"), " ", separator)
}

// cellsOf lists the cells of candidates, each once, in order.
func (s *Step) cellsOf(candidates []Candidate) string {
	var has [81]bool
	for _, c := range candidates {
		has[c.Cell] = true
	}
	var cells []string
	for cell, is := range has {
		if is {
			cells = append(cells, cellName(uint8(cell), s.order()))
		}
	}
	return strings.Join(cells, ", ")
}

// chainOf writes links as chains, such as "r1c2=4 → r1c7≠4 → r3c7=4".
func (s *Step) chainOf(links []Link) string {
	text, last := "", ""
	for _, l := range links {
		if from := l.From.in(s.order()); from != last {
			if last != "" {
				text += "; "
			}
			text += from
		}
		last = l.To.in(s.order())
		text += " → " + last
		if len(l.Within) > 0 {
			text += " (by " + s.chainOf(l.Within) + ")"
		}
	}
	return text
}

// String returns the statement about a 9×9 puzzle as "r1c2=4", "r1c2=4 or r1c3=4", or "r1c2≠4 and
// r1c3≠4".
func (s Statement) String() string { return s.in(9) }

func (s Statement) in(side uint8) string {
	sign, joint := "=", " or "
	if !s.On {
		sign, joint = "≠", " and "
	}
	text := ""
	for i, c := range s.Candidates {
		if i > 0 {
			text += joint
		}
		text += cellName(c.Cell, side) + sign + strconv.Itoa(int(c.Digit))
	}
	return text
}

// AppendTechnique appends the name of the hardest technique. If the puzzle has
// no rating, it says why: "multiple", "no solution", "not supported", or a
// lower bound such as "at least 9.5". A solved grid needs no technique, and the
// result is nil.
func (rating *Rating) AppendTechnique(dst []byte) []byte {
	switch {
	case rating.Status == AtLeast:
		return append(append(dst, "at least "...), rating.ER.String()...)
	case rating.Status != Rated:
		return append(dst, rating.Status.String()...)
	case rating.Steps == 0:
		return nil
	}
	return append(dst, rating.Hardest.String()...)
}

// AppendJSON appends the step as a JSON object:
//
//	{"technique":"Pointing","rating":2.6,"pattern":["r1c1=1","r1c2=1"],"removes":["r1c5=1"]}
//	{"technique":"Naked Single","rating":2.3,"places":"r8c6=6"}
//
// A chain has the member "chain", a string as in String. The members "type" and
// "digits" are the fields of a step that has them.
func (s *Step) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"technique":`...)
	dst = strconv.AppendQuote(dst, s.Technique.String())
	if s.Rating > 0 {
		dst = append(append(dst, `,"rating":`...), s.Rating.String()...)
	}
	if s.Type > 0 {
		dst = fmt.Appendf(dst, `,"type":%d,"digits":[%s]`, s.Type, joinDigits(s.Digits, ","))
	}
	dst = s.appendCandidates(dst, "pattern", s.Pattern)
	if len(s.Links) > 0 {
		dst = fmt.Appendf(dst, `,"chain":%q`, s.chainOf(s.Links))
	}
	if s.Placed.Digit != 0 {
		dst = append(append(append(dst, `,"places":"`...), s.Placed.in(s.order())...), '"')
	}
	return append(s.appendCandidates(dst, "removes", s.Removed), '}')
}

// appendCandidates appends a member with a list, unless the list is empty.
func (s *Step) appendCandidates(dst []byte, name string, list []Candidate) []byte {
	for i, c := range list {
		if i == 0 {
			dst = append(append(append(dst, `,"`...), name...), `":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), c.in(s.order())...), '"')
	}
	if len(list) > 0 {
		dst = append(dst, ']')
	}
	return dst
}
