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

// levels are columns that say how hard a puzzle is, the best first.
var levels = []string{"tier", "level", "difficulty", "rating", "er"}

// CheckColumns returns an error if the book needs a column that rows do not have.
func (b *Book) CheckColumns(have []model.Column) error {
	_, err := b.headings(have)
	return err
}

// headings holds what a book shows of the columns of rows.
type headings struct {
	puzzle, solution heading
	section          int // column, or -1
}

// headings returns the headings for rows with the given columns.
func (b *Book) headings(have []model.Column) (*headings, error) {
	at, names := map[string]int{}, []string{number}
	for i, c := range have {
		at["{"+c.Name+"}"] = i
		names = append(names, c.Name)
	}
	h := &headings{heading{html.EscapeString(b.Heading), at}, heading{"{number}", at}, -1}
	if b.Heading == "" {
		if h.puzzle.text = "{number}"; slices.Contains(names, "tier") {
			h.puzzle.text = "{number} {tier}"
		}
	}
	if i := slices.IndexFunc(levels, func(name string) bool { return slices.Contains(names[1:], name) }); i >= 0 {
		h.solution.text = "{number} <small>{" + levels[i] + "}</small>"
	}
	for _, name := range columnName.FindAllString(b.Heading, -1) {
		if name = name[1 : len(name)-1]; !slices.Contains(names, name) {
			return nil, errNoColumn("--heading", name, names)
		}
	}
	if b.Sections != "" {
		if h.section = slices.Index(names[1:], b.Sections); h.section < 0 {
			return nil, errNoColumn("--sections", b.Sections, names[1:])
		}
	}
	return h, nil
}

// errNoColumn reports a column that rows do not have, but a flag names.
func errNoColumn(flag, name string, known []string) error {
	add := ""
	if slices.Contains(columns.Names(columns.Addable()), name) {
		add = ", or add it with label --add " + name
	}
	return fmt.Errorf("%s: there is no column %q%s: choose from %s%s", flag, name, console.Meant(name, known), strings.Join(known, ", "), add)
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
