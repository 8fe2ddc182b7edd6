// Package explainpage writes the HTML page that steps through the solution of a puzzle. The page
// is one file, with its script inside and nothing from elsewhere. It can be read on a screen of
// any width, light or dark, and on paper.
package explainpage

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"strings"
	"sync"
)

// A Page shows how a puzzle of 9×9 is solved.
type Page struct {
	Title  string
	Lead   string // a paragraph below the title
	Puzzle string // 81 digits, row by row, 0 = blank
	End    string // shown after the last step
	Steps  []Step
}

// A Step is a deduction. Cells are counted from 0, row by row; digits are 1 to 9.
type Step struct {
	Rating string      `json:"-"`
	Text   string      `json:"-"`      // a sentence about the step
	Place  *Candidate  `json:"place"`  // the digit that the step places, or nil
	Remove []Candidate `json:"remove"` // candidates that the step removes
	Use    []Candidate `json:"use"`    // candidates of the pattern
	Cells  []int       `json:"cells"`  // cells of the pattern
	Links  []Link      `json:"links"`  // arrows of a chain
}

// A Candidate is a cell and a digit.
type Candidate [2]int

// A Link is an arrow from a group of candidates to another. Weak links are dashed.
type Link struct {
	From, To []Candidate
	Weak     bool
}

// MarshalJSON writes the link as a list [from, to, weak], which keeps pages of long chains small.
func (l Link) MarshalJSON() ([]byte, error) {
	weak := 0
	if l.Weak {
		weak = 1
	}
	return json.Marshal([3]any{l.From, l.To, weak})
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
	data, err := json.Marshal(struct {
		Puzzle string `json:"puzzle"`
		End    string `json:"end"`
		Steps  []Step `json:"steps"`
	}{p.Puzzle, p.End, normal(p.Steps)})
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

// normal returns the steps with lists in place of nil, as the script expects.
func normal(steps []Step) []Step {
	all := make([]Step, len(steps))
	for i, s := range steps {
		s.Remove, s.Use, s.Cells, s.Links = list(s.Remove), list(s.Use), list(s.Cells), list(s.Links)
		all[i] = s
	}
	return all
}

func list[T any](of []T) []T {
	if of == nil {
		return []T{}
	}
	return of
}
