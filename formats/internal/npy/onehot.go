package npy

import (
	"fmt"
	"slices"
)

// oneHotAdvice says how to make numbers of an array whose shape is that of puzzles with
// a number for each digit in each cell, or "" of any other. A cell of as many numbers as
// there are digits is blank where all are 0; where there is one more, the first is for
// the blank.
func oneHotAdvice(shape []int) string {
	from, order, classes := findOneHot(shape)
	if classes == 0 {
		return ""
	}
	name, axis := "a", -1
	switch i := slices.Index(shape[from:], classes); {
	case i < 0:
		name = fmt.Sprintf("a.reshape(-1, %d, %d)", order*order, classes)
	case shape[len(shape)-1] != classes:
		axis = from + i
	}
	numbers := fmt.Sprintf("%s.argmax(%d)", name, axis)
	if classes == order {
		numbers = fmt.Sprintf("(%s+1)*%s.any(%d)", numbers, name, axis)
	}
	return fmt.Sprintf("one-hot: if axis %d is that of the digits, make numbers of it with %s", axis, numbers)
}

// findOneHot returns the first dimension that is a puzzle's, the order, and how many
// numbers there are for a cell: as many as digits, or one more. They are 0 where the
// shape is another. The dimensions of the cells, rows and columns or one, and that of
// the numbers may be in any order, or be all one.
func findOneHot(shape []int) (from, order, classes int) {
	for from := range min(2, len(shape)) {
		dims := slices.DeleteFunc(slices.Clone(shape[from:]), func(d int) bool { return d == 1 })
		slices.Sort(dims)
		for _, order := range []int{9, 16} {
			cells := order * order
			for _, classes := range []int{order, order + 1} {
				for _, fit := range [][]int{{order, order, classes}, {classes, cells}, {cells * classes}} {
					if slices.Equal(dims, fit) {
						return from, order, classes
					}
				}
			}
		}
	}
	return 0, 0, 0
}
