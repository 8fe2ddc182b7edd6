package book

// This file finds out how large grids are, and where they are on a page. All lengths are in millimetres.

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
)

// A layout holds what the pages of a book have in common.
type layout struct {
	paper                       Paper   // with bleed
	inside, outside             float64 // margins; outside is also above and below
	bleed                       float64 // or 0
	inner                       float64 // height of the page without margins and page number
	columns, rows               int     // of puzzles on a page
	answersColumns, answersRows int     // of solutions on a page
	side, small                 float64 // widths of puzzles and of solutions
	caption                     int     // size of headings in points
}

// places are the columns and rows of puzzles by the number on a page.
var places = map[int][2]int{1: {1, 1}, 2: {1, 2}, 4: {2, 2}, 6: {2, 3}, 9: {3, 3}}

// CanPlace reports whether a page can have a number of puzzles.
func CanPlace(puzzles int) bool { return places[puzzles] != [2]int{} }

const (
	gap        = 6   // between puzzles, and between columns of solutions
	footer     = 8   // the page number
	foot       = 7   // below it
	title      = 10  // of the solutions
	label      = 4.1 // the number of a solution, and the space below it
	answersGap = 4   // between rows of solutions

	leastCell = 2 // width that can be read

	usualTitle, leastTitle = 24, 8 // sizes in points of the title on a page of its own
)

// layout returns the layout for puzzles of an order, with an inside margin of at least gutter.
func (b *Book) layout(order int, gutter float64) *layout {
	l := &layout{paper: b.Paper, columns: places[b.PerPage][0], rows: places[b.PerPage][1], caption: 11}
	margin, share, cell, most := 15.0, 14.0, 3.4, 4 // cell is the least width of a solution's cell, most the solutions in a row
	if b.Large {
		margin, share, cell, most = 10, 21, 5, 3
		l.caption = 18
	}
	if b.Paper.Width > b.Paper.Height {
		l.columns, l.rows = l.rows, l.columns
	}
	l.outside = max(leastOutside, min(margin, min(b.Paper.Width, b.Paper.Height)/share))
	l.inside = max(l.outside, gutter)
	width := b.Paper.Width - l.inside - l.outside
	l.inner = b.Paper.Height - 2*l.outside - footer
	heading := float64(l.caption) * 0.75 // two lines of points
	l.side = min(side(width, l.columns, 0), side(l.inner, l.rows, heading))
	l.answersColumns = max(1, min(most, int((width+gap)/(cell*float64(order)+gap))))
	l.small = min(side(width, l.answersColumns, 0), side(l.inner-title, 1, label))
	l.answersRows = int((l.inner - title + answersGap) / (l.small + label + answersGap))
	if b.Bleed {
		l.bleed = trimmed
		l.paper = Paper{b.Paper.Width + trimmed, b.Paper.Height + 2*trimmed} // the inner edge has none
	}
	return l
}

// compose finds the layout for puzzles of an order: the inside margin grows with the pages, and narrow pages hold fewer solutions.
func (p *printer) compose(order int) error {
	pages := 0
	for _, g := range gutters {
		p.layout = p.Book.layout(order, g.inside)
		if min(p.side, p.small) < float64(leastCell*order) {
			return fmt.Errorf("--paper: cells of %d×%[1]d puzzles would be narrower than %d mm: choose larger paper, or a smaller --per-page", order, leastCell)
		}
		if pages = p.pages(); pages <= g.pages {
			return p.checkTitles()
		}
	}
	console.Say("the book has %d pages, but print-on-demand binds at most %d: divide it with --skip and --take", pages, mostPages)
	return p.checkTitles()
}

// checkTitles returns an error if the title of the book, or of a section, does not fit its page.
func (p *printer) checkTitles() error {
	for _, s := range append(p.sections, section{name: p.Title}) {
		if p.titleSize(s.name) == 0 {
			return fmt.Errorf("the title %.20q has %d letters, more than a page holds: choose a shorter title, or larger --paper", s.name, utf8.RuneCountInString(s.name))
		}
	}
	return nil
}

// titleSize returns the largest size in points, up to the usual one, in which a title fits its page, or 0. Letters
// are at most as wide as high, and lines a fifth higher.
func (l *layout) titleSize(title string) int {
	width := l.paper.Width - l.inside - l.outside - l.bleed
	for points := usualTitle; points >= leastTitle; points-- {
		size := float64(points) * inch / 72
		lines := math.Ceil(float64(utf8.RuneCountInString(title)) / math.Floor(width/size))
		if lines*1.2*size <= l.inner {
			return points
		}
	}
	return 0
}

// pages returns the number of pages that the sections take.
func (p *printer) pages() int {
	pages, puzzles := 0, 0
	if p.TitlePage {
		pages = 2
	}
	for _, s := range p.sections {
		if s.name != "" {
			pages += 1 + pages%2
		}
		pages += (s.puzzles + p.PerPage - 1) / p.PerPage
		puzzles += s.puzzles
	}
	if perPage := p.answersColumns * p.answersRows; p.Solutions != None {
		pages += (puzzles + perPage - 1) / perPage
	}
	return pages
}

// side returns the width of n squares in a length, with gaps between them. Each square needs more space as well.
func side(length float64, n int, more float64) float64 {
	return float64(int((length-gap*float64(n-1))/float64(n)-more)*10) / 10
}

// css returns the style of pages that have the layout.
func (l *layout) css() string {
	return fmt.Sprintf("@page { size: %.6gmm %.6gmm; margin: 0; }\n", l.paper.Width, l.paper.Height) +
		fmt.Sprintf(":root { --width: %.6gmm; --height: %.6gmm; --inside: %.6gmm; --outside: %.6gmm; --foot: %.6gmm; --inner: %.6gmm; ",
			l.paper.Width, l.paper.Height-0.2, l.inside, l.outside+l.bleed, foot+l.bleed, l.inner) +
		fmt.Sprintf("--places: repeat(%d, 1fr) / repeat(%d, 1fr); --answers: repeat(%d, 1fr); --side: %gmm; --small: %gmm; --caption: %dpt; }\n",
			l.rows, l.columns, l.answersColumns, l.side, l.small, l.caption) +
		strings.Replace(style, "220mm", fmt.Sprintf("%.6gmm", l.paper.Width+10), 1)
}
