package book

// This file fills in headings.

import (
	"cmp"
	"html"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/cmd/internal/template"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// number names the number of a puzzle in the book, as if that were a column.
const number = "number"

// A heading is what stands above a puzzle: a text, and behind it a small one, which may be nil.
type heading struct{ text, small *template.Template }

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
func (b *Book) headings(have []model.Column) (h *headings, err error) {
	names := []string{}
	for _, c := range have {
		names = append(names, c.Name)
	}
	h = &headings{section: -1}
	usual := "{number}"
	if slices.Contains(names, "tier") {
		usual = "{number} {tier}"
	}
	if h.puzzle.text, err = template.New("--heading", cmp.Or(b.Heading, usual), names, number); err != nil {
		return nil, err
	}
	if h.solution.text, err = template.New("", "{number}", names, number); err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(levels, func(name string) bool { return slices.Contains(names, name) }); i >= 0 {
		h.solution.small, err = template.New("", "{"+levels[i]+"}", names, number)
	}
	if b.Sections != "" {
		if h.section = slices.Index(names, b.Sections); h.section < 0 {
			return nil, template.NoColumn("--sections", b.Sections, names)
		}
	}
	return h, err
}

// of returns the heading of a row as HTML. n is the number of the puzzle in the book.
func (h *heading) of(form bulk.Form, row *bulk.TableRow, n int) string {
	text := html.EscapeString(h.text.Fill(form, row, strconv.Itoa(n)))
	if h.small != nil {
		text += " <small>" + html.EscapeString(h.small.Fill(form, row, strconv.Itoa(n))) + "</small>"
	}
	return text
}
