// Package stepdata describes steps to the script of package explainpage, which draws them.
package stepdata

import (
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Of returns the members place, remove, use, cells, houses and links of a step. The comment of the script
// says what they hold.
func Of(s *explain.Step) map[string]any {
	place, use, cells, links := any(nil), list(s.Pattern), []any{}, []any{}
	if s.Placed.Digit != 0 {
		place = list([]explain.Candidate{s.Placed})[0]
	}
	for _, c := range s.Pattern {
		cells = append(cells, int(c.Cell))
	}
	for _, l := range s.Links {
		weak := 1
		if l.To.On {
			weak = 0
		}
		from, to := list(l.From.Candidates), list(l.To.Candidates)
		use = append(append(use, from...), to...)
		links = append(links, []any{from, to, weak})
	}
	houses := []any{}
	for _, house := range s.Houses {
		houses = append(houses, int(house))
	}
	return map[string]any{"place": place, "remove": list(s.Removed), "use": use, "cells": cells, "houses": houses, "links": links}
}

// OfState returns the members state and gone of a player's digits and marks, which may be nil.
func OfState(cells []uint8, marks *explain.Marks) map[string]any {
	digits, gone := make([]byte, len(cells)), []any{}
	for cell, digit := range cells {
		digits[cell] = '0' + digit
		if marks != nil && marks[cell] != 0 {
			for d := range geometry.OfCells(len(cells)).Side() {
				if marks[cell]>>d&1 == 0 {
					gone = append(gone, []any{cell, d + 1})
				}
			}
		}
	}
	return map[string]any{"state": string(digits), "gone": gone}
}

// list returns candidates as pairs of cell and digit.
func list(candidates []explain.Candidate) []any {
	pairs := []any{}
	for _, c := range candidates {
		pairs = append(pairs, []any{int(c.Cell), int(c.Digit)})
	}
	return pairs
}
