// Package reference has the reference engines backtrack, mrv, propagate and
// dlx. They are classic methods that serve as witnesses and yardsticks.
// They share no search code with the common search or with each other.
package reference

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// An exactCover is an exact-cover problem, a matrix of zeros and ones, and its
// solver. A solution is a set of rows that has exactly one 1 in each column.
//
// The method is Algorithm X with dancing links, from D. E. Knuth, "Dancing
// Links" (2000, arXiv cs/0011047); links are indexes into arrays. The search
// branches on the column with the fewest rows, the leftmost if there are
// several. A column without rows ends a branch at once.
//
// Rows are numbered from 0 in the order of addRow. Only one goroutine at a time
// may use an exactCover.
type exactCover struct {
	engine.Interruptible
	nodes    []coverNode
	size     []int32 // by column (index of its header): number of rows left
	left     []int32 // ring of the uncovered columns; 0 is its root
	right    []int32
	covered  []bool  // by column: whether a selected row covers it
	rowStart []int32 // row r has nodes rowStart[r] to rowStart[r+1]-1
	selected []int   // rows selected so far, by choose or by the search
	given    int     // number of rows selected by choose

	visit      func(rows []int) bool
	limit      int
	maxGuesses uint64
	result     engine.Outcome
}

// A coverNode is a 1 of the matrix or the header of a column. The nodes of a
// row are adjacent; the nodes of a column form a ring.
type coverNode struct {
	up, down int32
	column   int32 // index of its header
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

// addRow adds a row with ones in the given columns. It panics if there are no columns,
// if a column does not exist or occurs twice, or if rows are selected.
func (x *exactCover) addRow(columns ...int) {
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
}

// choose makes a row part of every solution, until unchoose. If the row shares
// a column with a selected row, choose changes nothing and returns false.
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

// unchoose removes the row that was selected last, and returns its number, or
// -1 if no row is selected.
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

// search finds solutions that contain the selected rows, and calls visit with
// each. It ends when there are no more, limit is reached, visit returns false,
// Stop returns true, or the next guess would exceed maxGuesses. A guess is a
// choice of a column with two or more rows.
//
// The rows given to visit start with the selected ones, and are valid only
// during the call. visit must not use the exactCover; it may be nil. Afterwards
// the exactCover has the same state as before.
func (x *exactCover) search(limit int, maxGuesses uint64, visit func(rows []int) bool) engine.Outcome {
	x.limit, x.maxGuesses, x.visit = limit, maxGuesses, visit
	x.result = engine.Outcome{}
	x.result.Complete = limit > 0 && x.explore()
	x.selected = x.selected[:x.given]
	x.visit = nil
	return x.result
}

// explore tries all ways to cover the columns in the ring. It returns false if
// the search must stop.
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

// cover removes column c from the ring of columns, and its rows from all other
// columns.
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

// uncover undoes the latest cover. c must be the same column.
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
