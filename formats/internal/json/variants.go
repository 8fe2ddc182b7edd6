package json

// This file recognises variants of Sudoku by other members than their grids.

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// variants maps the members by which puzzle editors write regions and cages, in lower case and without "_", to the
// names of the variants. A puzzle with other constraints is read: it has several solutions, which
// whoever solves it says.
var variants = map[string]string{
	"cage": killer, "cages": killer, "killer": killer, "killercage": killer, "killercages": killer,
	"regions": jigsaw, "jigsaw": jigsaw, "jigsawregions": jigsaw,
}

const killer, jigsaw = "killer", "jigsaw (irregular)"

// variantOf returns the variant that a member of an object with a puzzle is evidence of, or "". An
// empty list and false are none, and neither are regions that are boxes.
func variantOf(name string, value []byte) string {
	member := strings.ToLower(strings.ReplaceAll(name[strings.LastIndexByte(name, '.')+1:], "_", ""))
	variant := variants[member]
	inside := bytes.TrimSpace(value[1:])
	isList := (value[0] == '[' || value[0] == '{') && len(inside) > 1
	switch {
	case member == "regions" && (!isList || !hasOtherRegions(value)):
		return ""
	case isList && variant == "" && isCages(value):
		return killer
	case isList || string(value) == "true":
		return variant
	}
	return ""
}

// isCages reports whether an array begins with an object that has cells and their sum.
func isCages(array []byte) bool {
	var cells, sum, begun bool
	walk(array, func(_ []byte, from, to int) {
		if begun || array[from] != '{' {
			return
		}
		begun = true
		walk(array[from:to], func(name []byte, _, _ int) {
			cells, sum = cells || string(name) == "cells", sum || string(name) == "sum"
		})
	})
	return cells && sum
}

// hasOtherRegions reports whether a value is a map with the region of each cell, or a list with the
// row and column of each cell of each region, and the regions are no boxes.
func hasOtherRegions(value []byte) bool {
	var numbers []int
	for _, b := range value {
		if syntax.IsDigit(b) {
			numbers = append(numbers, int(b-'0'))
		}
	}
	const side = 9
	box, least := geometry.Of(side), slices.Min(append(numbers, side))
	region := func(i int) (at, number int) { return i, numbers[i] - least }
	switch len(numbers) {
	case side * side:
	case 2 * side * side:
		region = func(i int) (at, number int) {
			return side*(numbers[2*i]-least) + numbers[2*i+1] - least, i / side
		}
	default:
		return false
	}
	var boxes [10]int // by region, from 1; 0: not met
	for i := range side * side {
		at, number := region(i)
		if at >= side*side {
			return true
		}
		in := box.At(at/side, at%side) + 1
		if boxes[number] > 0 && boxes[number] != in {
			return true
		}
		boxes[number] = in
	}
	return false
}

// variantOfCells returns the variant of a grid of objects whose members name the cage or the region of
// each cell, or "". Boxes are regions that are numbered in order, from 0 or from 1.
func variantOfCells(array []byte) string {
	if array[0] != '[' || bytes.IndexByte(array, '{') < 0 {
		return ""
	}
	grid, box := objectsIn(array), geometry.Of(9)
	isBox := [2]bool{true, true} // numbers from 0, from 1
	for i, c := range grid {
		if c.caged {
			return killer
		}
		for from := range isBox {
			isBox[from] = isBox[from] && (len(grid) != 81 || c.region == noPlace || c.region == box.At(i/9, i%9)+from)
		}
	}
	if isBox[0] || isBox[1] {
		return ""
	}
	return jigsaw
}

// variant returns an error if records have a member that is evidence of a variant.
func (t *valueTable) variant(puzzle int) error {
	for i, name := range t.names {
		for _, value := range t.values[i] {
			variant := variantOf(name, value)
			if i == puzzle {
				variant = variantOfCells(value)
			}
			if variant != "" {
				return &model.VariantError{Field: name, Variant: variant, Puzzle: t.names[puzzle]}
			}
		}
	}
	return nil
}
