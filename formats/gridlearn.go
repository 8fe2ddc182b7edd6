package formats

import (
	"fmt"
	"math"
)

// learn finds out what lies between the rows of most grids, and between grids.
// What never does so inside a grid ends one that is short.
func (s *gridStyle) learn(sample *sample) {
	var rules, blanks runs
	var here struct{ rules, blanks int } // the greatest runs in the open grid
	titled := true                       // since the last row
	grids, abutting := 0, 0
	walk := gridWalk{style: s}
	for _, line := range sample.lines() {
		ruled, blank := walk.rules, walk.blanks
		walk.next(line)
		switch walk.kind {
		case titleLine:
			titled = true
			continue
		case rowLine, badRowLine:
		default:
			continue
		}
		if walk.rows == 1 {
			here.rules, here.blanks = 0, 0
			if blank == 0 && !titled {
				abutting++
			}
		} else {
			here.rules, here.blanks = max(here.rules, ruled), max(here.blanks, blank)
		}
		titled = false
		if walk.rows == s.order {
			grids++
			rules.add(here.rules)
			blanks.add(here.blanks)
		}
	}
	s.abut = abutting > 0 && 2*abutting >= grids && !s.titled
	s.rules, s.blanks = rules.usual(), blanks.usual()
	s.answered = s.hasAnswers(sample)
}

// runs counts grids by the length of the longest run of lines between their rows.
// The last place is for all that are longer.
type runs [4]int

func (r *runs) add(length int) { r[min(length, len(r)-1)]++ }

// usual returns the length that most grids have.
func (r *runs) usual() int {
	best := 0
	for length, grids := range r {
		if grids > r[best] {
			best = length
		}
	}
	if best == len(r)-1 {
		return math.MaxInt
	}
	return best
}

// notes say how the grids are drawn.
func (s *gridStyle) notes() []string {
	notes := []string{fmt.Sprintf("grids of %d rows", s.order)}
	if s.numbers && s.separator == 0 {
		notes = append(notes, "cells are numbers")
	}
	if s.headed {
		notes = append(notes, "the first row of a table is its head")
	}
	for _, n := range []struct {
		is   bool
		note string
	}{
		{s.titled, "titles look like rows"},
		{s.counted, "the row that counts the columns is a head"},
		{s.labels, "rows have labels"},
		{s.boxes, "spaces are blanks, at their places in boxes"},
		{s.step > 0, "spaces are blanks, at their places in lines"},
		{s.answered, "grids below titles of solutions are left out"},
		{s.pencils, "cells of several digits are pencil marks: blanks"},
	} {
		if n.is {
			notes = append(notes, n.note)
		}
	}
	if s.order == 16 && !s.numbers {
		notes = append(notes, "digits are "+s.alphabet.name)
	}
	return notes
}

// otherOrders are those of grids that are not read, but named.
var otherOrders = []int{25, 12, 10, 8, 6, 4}

// otherOrder returns an [OrderError] where the sample has grids of another order.
func (s *sample) otherOrder(lines [][]byte) error {
	for _, order := range otherOrders {
		for _, numbers := range []bool{false, true} {
			if _, rows := countCells(lines, gridStyle{numbers: numbers}, order); rows < order/2 {
				continue
			}
			style := wideStyles[order]
			style.numbers, style.gaps = numbers, gapsAnywhere
			style.rules, style.blanks = math.MaxInt, math.MaxInt
			// Letters of the greater orders are all read as one digit, so that these are not sound.
			if t := s.tallyGrids(Form{Kind: Grid, Order: order, Layout: gridLayout(style)}); t.puzzles > 0 && (order > 9 || t.sound > 0) {
				return &OrderError{order}
			}
		}
	}
	return nil
}
