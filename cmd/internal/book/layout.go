package book

// This file finds out how large grids are, and where they are on a page. All lengths are in millimetres.

import "fmt"

// A layout holds what the pages of a book have in common.
type layout struct {
	paper                       paper
	margin, inner               float64 // inner is the height of the page without margins and page number
	columns, rows               int     // of puzzles on a page
	answersColumns, answersRows int     // of solutions on a page
	side, small                 float64 // widths of puzzles and of solutions
	caption                     int     // size of headings in points
}

// A paper is a size of paper.
type paper struct{ width, height float64 }

// A4 is the name of the usual paper.
const A4 = "a4"

var papers = map[string]paper{A4: {210, 297}, "letter": {215.9, 279.4}}

// places are the columns and rows of puzzles by the number on a page.
var places = map[int][2]int{1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 6: {2, 3}, 9: {3, 3}}

// CanPlace reports whether a page can have a number of puzzles.
func CanPlace(puzzles int) bool { return places[puzzles] != [2]int{} }

const (
	gap    = 6  // between puzzles
	footer = 8  // the page number
	title  = 10 // of the solutions
	label  = 4  // the number of a solution, and the space below it
)

// layout returns the layout for puzzles of an order.
func (b *Book) layout(order int) *layout {
	l := &layout{paper: papers[b.Paper], margin: 15, columns: places[b.PerPage][0], rows: places[b.PerPage][1], caption: 11}
	cell, most := 3.4, 4 // the least width of a solution's cell; the most solutions in a row
	if b.Large {
		l.margin, l.caption, cell, most = 10, 18, 5.0, 3
	}
	width := l.paper.width - 2*l.margin
	l.inner = l.paper.height - 2*l.margin - footer
	heading := float64(l.caption) * 0.75 // two lines of points
	l.side = side(width, l.columns, 0)
	l.side = min(l.side, side(l.inner, l.rows, heading))
	l.answersColumns = max(1, min(most, int((width+gap)/(cell*float64(order)+gap))))
	l.small = side(width, l.answersColumns, 0)
	l.answersRows = int((l.inner - title + gap) / (l.small + label + gap))
	return l
}

// side returns the width of n squares in a length, with gaps between them. Each square needs more space as well.
func side(length float64, n int, more float64) float64 {
	return float64(int((length-gap*float64(n-1))/float64(n)-more)*10) / 10
}

// variables returns the lengths as variables of the style, and the size of the paper.
func (l *layout) variables() string {
	return fmt.Sprintf("@page { size: %[1]gmm %[2]gmm; margin: 0; }\n"+
		":root { --width: %[1]gmm; --height: %[3]gmm; --margin: %[4]gmm; --inner: %[5]gmm; --places: repeat(%[6]d, 1fr) / repeat(%[7]d, 1fr); "+
		"--answers: repeat(%[8]d, 1fr); --side: %[9]gmm; --small: %[10]gmm; --caption: %[11]dpt; }\n",
		l.paper.width, l.paper.height, l.paper.height-0.2, l.margin, l.inner, l.rows, l.columns, l.answersColumns, l.side, l.small, l.caption)
}
