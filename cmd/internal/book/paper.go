package book

// This file knows sizes of paper, and the margins that print-on-demand asks for. All lengths are in millimetres.

import (
	"fmt"
	"strconv"
	"strings"
)

const inch = 25.4

// A Paper is the size of a page after trimming, in millimetres.
type Paper struct{ Width, Height float64 }

// A4 is the usual paper.
var A4 = Paper{210, 297}

var papers = map[string]Paper{"a4": A4, "a5": {148, 210}, "letter": {8.5 * inch, 11 * inch}}

// Papers returns texts that UnmarshalText reads: the usual ones.
func Papers() []string { return []string{"a4", "a5", "letter", "6x9", "8x10", "8.5x11"} }

// UnmarshalText sets the paper by its name or its size; kong calls it.
func (p *Paper) UnmarshalText(text []byte) error {
	name := strings.ToLower(string(text))
	if known, ok := papers[name]; ok {
		*p = known
		return nil
	}
	size, unit := strings.TrimSuffix(name, "in"), inch
	if millimetres, ok := strings.CutSuffix(name, "mm"); ok {
		size, unit = millimetres, 1
	}
	across, down, _ := strings.Cut(size, "x")
	for side, digits := range map[*float64]string{&p.Width: across, &p.Height: down} {
		length, err := strconv.ParseFloat(digits, 64)
		if *side = length * unit; err != nil || !(75 <= *side && *side <= 1020) {
			return fmt.Errorf("%q: want a4, a5, letter, or a width and height of 3 to 40 inches, such as 6x9 or 152x229mm", text)
		}
	}
	return nil
}

const (
	trimmed      = 0.125 * inch // from an edge with bleed
	leastOutside = 0.25 * inch
	mostPages    = 828
)

// gutters are the least inside margins by the number of pages.
var gutters = []struct {
	pages  int
	inside float64
}{{150, 0.375 * inch}, {300, 0.5 * inch}, {500, 0.625 * inch}, {700, 0.75 * inch}, {mostPages, 0.875 * inch}}
