// Package explainpage writes the HTML page that steps through the solution of a puzzle. The page
// is one file, with its script inside and nothing from elsewhere. It can be read on a screen of
// any width, light or dark, and on paper.
package explainpage

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"maps"
	"strings"
	"sync"

	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage/stepdata"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Page shows how a puzzle is solved.
type Page struct {
	Title  string
	Lead   string // a paragraph below the title
	Puzzle string // the digits, row by row, 0 = blank
	Board  geometry.Box
	End    string // shown after the last step
	Steps  []explain.Step
	// State, if not nil, holds the digits of a player at which the steps begin, and Marks the player's marks.
	State []uint8
	Marks *explain.Marks
}

//go:embed page.tmpl
var pageText string

//go:embed steps.js
var script string

//go:embed steps.css
var style string

// Steps returns the script and the style with which a page steps through a solution. The comment of
// the script says what the page must have.
func Steps() (js, css string) { return script, style }

// page parses the template when the first page is written.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"next": func(i int) int { return i + 1 }}).Parse(pageText))
})

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	steps := make([]any, len(p.Steps))
	for i := range steps {
		steps[i] = stepdata.Of(&p.Steps[i])
	}
	all := map[string]any{"puzzle": p.Puzzle, "end": p.End, "steps": steps, "box": []int{p.Board.Rows, p.Board.Columns}}
	if p.State != nil {
		maps.Copy(all, stepdata.OfState(p.State, p.Marks))
	}
	data, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return page().Execute(w, struct {
		*Page
		Style  template.CSS
		Script template.JS
	}{p, template.CSS(strings.TrimSpace(style)), template.JS(strings.TrimSpace(script) + //nolint:gosec // json escapes <, > and &
		"\n// page.html#12 opens with step 12.\nshowSteps(" + string(data) + ", (Number(location.hash.slice(1)) || 1) - 1);")})
}
