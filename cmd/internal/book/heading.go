package book

// This file fills in headings.

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// number names the number of a puzzle in the book, as if that were a column.
const number = "number"

// columnName matches the name of a column in a heading.
var columnName = regexp.MustCompile(`\{[^{}]+\}`)

// A heading is what stands above a puzzle.
type heading struct {
	text    string         // HTML, with the names of columns in braces
	columns map[string]int // by name in braces
}

// CheckColumns returns an error if the heading names a column that rows do not have.
func (b *Book) CheckColumns(have []model.Column) error {
	_, err := b.headingOf(have)
	return err
}

// headingOf returns the heading for rows with the given columns.
func (b *Book) headingOf(have []model.Column) (*heading, error) {
	h := &heading{b.Heading, map[string]int{}}
	known := []string{number}
	for i, c := range have {
		h.columns["{"+c.Name+"}"] = i
		known = append(known, c.Name)
	}
	if h.text == "" {
		if h.text = "{number}"; slices.Contains(known, "tier") {
			h.text = "{number} {tier}"
		}
	}
	for _, name := range columnName.FindAllString(h.text, -1) {
		name = name[1 : len(name)-1]
		if slices.Contains(known, name) {
			continue
		}
		add := ""
		if slices.Contains(columns.Names(columns.Addable()), name) {
			add = ", or add it with label --add " + name
		}
		return nil, fmt.Errorf("--heading: there is no column %q%s: choose from %s%s", name, console.Meant(name, known), strings.Join(known, ", "), add)
	}
	h.text = html.EscapeString(h.text)
	return h, nil
}

// of returns the heading of a row as HTML. n is the number of the puzzle in the book.
func (h *heading) of(form bulk.Form, row *bulk.TableRow, n int) string {
	return columnName.ReplaceAllStringFunc(h.text, func(name string) string {
		if name == "{"+number+"}" {
			return strconv.Itoa(n)
		}
		return html.EscapeString(string(form.Text(&row.Fields, h.columns[html.UnescapeString(name)])))
	})
}
