// Package reference has the reference engines, classic methods that serve as
// witnesses and yardsticks: backtrack, mrv, propagate, dlx and cdcl. They share
// no search code with the common search, nor with each other.
package reference

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// An exactCover is an exact-cover problem, a matrix of zeros and ones, and its
// solver: it finds the sets of rows that have exactly one 1 in each column.
//
// The method is Algorithm X with dancing links, from D. E. Knuth, "Dancing
// Links" (2000, arXiv cs/0011047), with links that are indexes into arrays.
// A column without rows to cover it ends a branch at once, and the column with
// the fewest rows is the one to branch on (of several, the leftmost).
//
// Rows are numbered from 0 in the order in which they were added. An
// exactCover must not be used by two goroutines at the same time.
type exactCover struct {
	engine.Interruptible
	nodes    []coverNode
	size     []int32 // rows left in each column; the index is the number of its header
	left     []int32 // ring of the uncovered columns; its root is 0
	right    []int32
	covered  []bool  // columns that are covered by a selected row
	rowStart []int32 // nodes of row r: rowStart[r] to rowStart[r+1]-1
	selected []int   // rows chosen so far: by choose, then by the search
	given    int     // how many of them were chosen by choose

	visit      func(rows []int) bool
	limit      int
	maxGuesses uint64
	result     engine.Outcome
}

// A coverNode is a 1 of the matrix, or the header of a column. The nodes of a
// row lie side by side, the nodes of a column form a ring.
type coverNode struct {
	up, down int32
	column   int32 // the index of its header
	row      int32
}

// newExactCover returns a problem with the given number of columns and no rows.
func newExactCover(columns int) *exactCover {
	x := &exactCover{
		nodes:    make([]coverNode, columns+1),
		size:     make([]int32, columns+1),
		left:     make([]int32, columns+1),
		right:    make([]int32, columns+1),
		covered:  make([]bool, columns+1),
		rowStart: []int32{int32(columns + 1)},
		selected: make([]int, 0, columns),
	}
	for c := range int32(columns + 1) {
		x.nodes[c] = coverNode{up: c, down: c, column: c, row: -1}
		x.left[c], x.right[c] = c-1, c+1
	}
	x.left[0], x.right[columns] = int32(columns), 0
	return x
}

// addRow adds a row with ones in the given columns and returns its number. It
// panics when there is no column, or one that does not exist or is named
// twice, and while rows are selected.
func (x *exactCover) addRow(columns ...int) int {
	if len(columns) == 0 || len(x.selected) > 0 {
		panic("exact cover: a row needs columns, and must be added before rows are selected")
	}
	row := len(x.rowStart) - 1
	for i, column := range columns {
		if column < 0 || column >= len(x.size)-1 {
			panic(fmt.Sprintf("exact cover: row %d: no column %d", row, column))
		}
		for _, other := range columns[:i] {
			if other == column {
				panic(fmt.Sprintf("exact cover: row %d: column %d named twice", row, column))
			}
		}
	}
	for _, column := range columns {
		c, n := int32(column+1), int32(len(x.nodes))
		last := x.nodes[c].up
		x.nodes = append(x.nodes, coverNode{up: last, down: c, column: c, row: int32(row)})
		x.nodes[last].down = n
		x.nodes[c].up = n
		x.size[c]++
	}
	x.rowStart = append(x.rowStart, int32(len(x.nodes)))
	return row
}

// choose makes the row part of every solution, until unchoose
// takes it back. It reports false, and changes nothing, when the row has a
// column in common with a row that is already selected.
func (x *exactCover) choose(row int) bool {
	first, end := x.rowStart[row], x.rowStart[row+1]
	for n := first; n < end; n++ {
		if x.covered[x.nodes[n].column] {
			return false
		}
	}
	for n := first; n < end; n++ {
		c := x.nodes[n].column
		x.covered[c] = true
		x.cover(c)
	}
	x.selected = append(x.selected, row)
	x.given = len(x.selected)
	return true
}

// unchoose takes back the latest row that was selected and returns its number,
// or -1 if no row is selected.
func (x *exactCover) unchoose() int {
	last := len(x.selected) - 1
	if last < 0 {
		return -1
	}
	row := x.selected[last]
	for n := x.rowStart[row+1] - 1; n >= x.rowStart[row]; n-- {
		c := x.nodes[n].column
		x.uncover(c)
		x.covered[c] = false
	}
	x.selected = x.selected[:last]
	x.given = last
	return row
}

// search visits the solutions that contain the selected rows, until it visited
// limit of them, visit returns false, it would have to make more than
// maxGuesses guesses, it is stopped, or there are no more. A guess is a column to branch on with
// two or more rows. The rows given to visit begin with
// the selected ones, and are valid during the call only; visit must not use
// the exactCover. A nil visit just counts. Afterwards the exactCover is as it
// was before.
func (x *exactCover) search(limit int, maxGuesses uint64, visit func(rows []int) bool) engine.Outcome {
	x.limit, x.maxGuesses, x.visit = limit, maxGuesses, visit
	x.result = engine.Outcome{}
	x.result.Complete = limit > 0 && x.explore()
	x.selected = x.selected[:x.given]
	x.visit = nil
	return x.result
}

// explore tries all ways to cover the columns in the ring. It reports false
// if the search is to stop.
func (x *exactCover) explore() bool {
	if x.right[0] == 0 {
		x.result.Found++
		goOn := x.visit == nil || x.visit(x.selected)
		return goOn && x.result.Found < x.limit
	}
	c := x.smallestColumn()
	switch {
	case x.size[c] == 0:
		return true
	case x.size[c] > 1:
		if x.result.Guesses == x.maxGuesses || x.result.Guesses%engine.StopCheckGuesses == 0 && x.Stopped() {
			return false
		}
		x.result.Guesses++
	}
	x.cover(c)
	goOn := true
	for n := x.nodes[c].down; goOn && n != c; n = x.nodes[n].down {
		row := x.nodes[n].row
		first, end := x.rowStart[row], x.rowStart[row+1]
		x.selected = append(x.selected, int(row))
		for m := first; m < end; m++ {
			if m != n {
				x.cover(x.nodes[m].column)
			}
		}
		goOn = x.explore()
		for m := end - 1; m >= first; m-- {
			if m != n {
				x.uncover(x.nodes[m].column)
			}
		}
		x.selected = x.selected[:len(x.selected)-1]
	}
	x.uncover(c)
	return goOn
}

// smallestColumn returns the uncovered column with the fewest rows.
func (x *exactCover) smallestColumn() int32 {
	best := x.right[0]
	for c := best; c != 0 && x.size[best] > 1; c = x.right[c] {
		if x.size[c] < x.size[best] {
			best = c
		}
	}
	return best
}

// cover takes column c out of the ring of columns, and the rows that have a 1
// in it out of the other columns.
func (x *exactCover) cover(c int32) {
	x.right[x.left[c]], x.left[x.right[c]] = x.right[c], x.left[c]
	for n := x.nodes[c].down; n != c; n = x.nodes[n].down {
		row := x.nodes[n].row
		first, end := x.rowStart[row], x.rowStart[row+1]
		for m := first; m < end; m++ {
			if m == n {
				continue
			}
			node := x.nodes[m]
			x.nodes[node.up].down = node.down
			x.nodes[node.down].up = node.up
			x.size[node.column]--
		}
	}
}

// uncover undoes the latest cover, which must have been of column c.
func (x *exactCover) uncover(c int32) {
	for n := x.nodes[c].up; n != c; n = x.nodes[n].up {
		row := x.nodes[n].row
		first, end := x.rowStart[row], x.rowStart[row+1]
		for m := end - 1; m >= first; m-- {
			if m == n {
				continue
			}
			node := x.nodes[m]
			x.size[node.column]++
			x.nodes[node.down].up = m
			x.nodes[node.up].down = m
		}
	}
	x.right[x.left[c]], x.left[x.right[c]] = c, c
}
