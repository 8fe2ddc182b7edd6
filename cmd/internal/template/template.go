// Package template fills in texts that users write, with the values of rows in place of their names.
package template

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// nameInBraces matches the name of a value.
var nameInBraces = regexp.MustCompile(`\{[^{}]+\}`)

// A Template is a text with names in braces. Each stands for a column of the rows, or for a value of the caller's.
type Template struct {
	text         string
	own, columns []string // names of the caller's values, and of columns
}

// New returns a template for rows with some columns. own names the values that [Template.Fill] gets; they come before
// columns with the same name. For an unknown name it returns the error of [NoColumn].
func New(flag, text string, columns []string, own ...string) (*Template, error) {
	for _, name := range nameInBraces.FindAllString(text, -1) {
		name = name[1 : len(name)-1]
		if !slices.Contains(own, name) && !slices.Contains(columns, name) {
			others := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return slices.Contains(own, c) })
			return nil, NoColumn(flag, name, slices.Concat(own, others))
		}
	}
	return &Template{text, own, columns}, nil
}

// NoColumn reports a column that rows do not have, but a flag names. It lists the known ones.
func NoColumn(flag, name string, known []string) error {
	add := ""
	if slices.Contains(columns.Names(columns.Addable()), name) {
		add = ", or add it with label --add " + name
	}
	return fmt.Errorf("%s: there is no column %q%s: choose from %s%s", flag, name, console.Meant(name, known), strings.Join(known, ", "), add)
}

// Fill returns the text for a row. values are the caller's, in the order of their names.
func (t *Template) Fill(form bulk.Form, row *bulk.TableRow, values ...string) string {
	return nameInBraces.ReplaceAllStringFunc(t.text, func(name string) string {
		name = name[1 : len(name)-1]
		if i := slices.Index(t.own, name); i >= 0 {
			return values[i]
		}
		return string(form.Text(&row.Fields, slices.Index(t.columns, name)))
	})
}
