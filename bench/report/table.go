package report

// This file has tables, on a page and as text.

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Table is rows of text. The first column is aligned left, the others right, unless Left says
// otherwise.
type Table struct {
	Title  string // may be ""
	Header []string
	Rows   [][]string
	Left   []bool // by column; may be shorter than a row
}

func (t Table) draw() (string, any) { return "table", t }

// fewColumns is how many columns fit a phone. A narrow screen shows each row of a wider table as
// a list of its cells with their headings.
const fewColumns = 3

// IsWide tells the template whether a table has more than a few columns.
func (t Table) IsWide() bool { return len(t.Header) > fewColumns }

// Heading returns the heading of a column, for the template.
func (t Table) Heading(column int) string {
	if column < len(t.Header) {
		return t.Header[column]
	}
	return ""
}

// isLeft tells the template whether a column is aligned left.
func isLeft(t Table, column int) bool {
	if column < len(t.Left) {
		return t.Left[column]
	}
	return column == 0
}

// WriteText writes a table as text, if it has rows, without columns that have no values. It
// shortens cells of columns that are aligned left, so that lines have at most width characters.
func (t Table) WriteText(b *strings.Builder, width int) {
	if len(t.Rows) == 0 {
		return
	}
	var text string
	for longest := width; longest >= 6; longest-- { // of names
		text = t.text(longest)
		if !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return utf8.RuneCountInString(line) > width }) {
			break
		}
	}
	fmt.Fprintf(b, "%s:\n%s\n", t.Title, text)
}

// text writes a table with names of at most so many characters.
func (t Table) text(longest int) string {
	lines := make([]strings.Builder, len(t.Rows)+1)
	for c, heading := range t.Header {
		cells := []string{strings.ToUpper(heading)}
		width, empty := 0, true
		left := isLeft(t, c)
		for _, row := range t.Rows {
			cell := row[c]
			if left {
				cell = shorten(cell, longest)
			}
			cells = append(cells, cell)
			empty = empty && cell == ""
		}
		if empty {
			continue
		}
		for _, cell := range cells {
			width = max(width, utf8.RuneCountInString(cell))
		}
		for i, cell := range cells {
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if left {
				cell += pad
			} else {
				cell = pad + cell
			}
			lines[i].WriteString(cell + "  ")
		}
	}
	var text strings.Builder
	for i := range lines {
		text.WriteString(strings.TrimRight(lines[i].String(), " ") + "\n")
	}
	return text.String()
}
