package formats

import (
	"fmt"
)

// notes say how the grids are drawn.
func (s *gridStyle) notes() []string {
	notes := []string{fmt.Sprintf("grids of %d rows", s.order)}
	if s.numbers && s.separator == 0 {
		notes = append(notes, "cells are numbers")
	}
	if s.counted {
		notes = append(notes, "the row that counts the columns is a head")
	}
	if s.boxes {
		notes = append(notes, "spaces are blanks, at their places in boxes")
	}
	if s.order == 16 && !s.numbers {
		notes = append(notes, "digits are "+s.alphabet.Name)
	}
	return notes
}

// otherOrders are those of grids that are not read, but named.
var otherOrders = []int{25, 12, 10, 8, 6, 4}

// otherOrder returns an [OrderError] where the sample has grids of another order.
func (s *sample) otherOrder(lines [][]byte) error {
	for _, order := range otherOrders {
		for _, numbers := range []bool{false, true} {
			if _, rows := countCells(lines, gridStyle{numbers: numbers}, order, 1); rows < order/2 {
				continue
			}
			style := wideStyles[order]
			style.numbers, style.gaps = numbers, gapsAnywhere
			// Letters of the greater orders are all read as one digit, so that these are not sound.
			if t := s.tallyGrids(Form{Kind: Grid, Order: order, Layout: gridLayout(style)}); t.puzzles > 0 && (order > 9 || t.sound > 0) {
				return &OrderError{Order: order}
			}
		}
	}
	return nil
}
