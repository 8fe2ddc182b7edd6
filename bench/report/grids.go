package report

// This file draws puzzles.

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Grids are puzzles, drawn in rows as wide as the page.
type Grids []Grid

// A Grid is a puzzle with its caption. Its cells are also written below it on one line, to be
// copied.
type Grid struct {
	Name  string // such as its place
	Note  string // below the name; may be ""
	Cells string // row by row, a character each; "." is blank
}

const cellPitch = 17 // pixels from one cell to the next

type cellView struct {
	X, Y int
	Text string
}

type ruleView struct {
	At    int
	Thick bool
}

type gridView struct {
	Grid
	Size  int
	Rules []ruleView // across and down alike
	Clues []cellView
}

func (g Grids) draw() (string, any) {
	views := make([]gridView, 0, len(g))
	for _, grid := range g {
		views = append(views, grid.view())
	}
	return "grids", views
}

func (g Grid) view() gridView {
	order := int(math.Sqrt(float64(utf8.RuneCountInString(g.Cells))))
	box := max(int(math.Sqrt(float64(order))), 1)
	view := gridView{Grid: g, Size: order * cellPitch}
	for i := range order + 1 {
		view.Rules = append(view.Rules, ruleView{i * cellPitch, i%box == 0})
	}
	i := 0
	for _, cell := range g.Cells {
		if !strings.ContainsRune(".0", cell) {
			view.Clues = append(view.Clues, cellView{i%max(order, 1)*cellPitch + cellPitch/2, i/max(order, 1)*cellPitch + cellPitch - 4, string(cell)})
		}
		i++
	}
	return view
}
