// Package report writes HTML pages with tables and charts. A page is one file: charts are inline
// SVG, and there is no script, font or picture from elsewhere. It can be read on a screen of any
// width, light or dark, and on paper.
//
// The SVG of a chart is its plot area, with heights in pixels and widths in percent. Names,
// values and the axis hang over its edges. So a chart becomes narrower with the page while its
// text keeps its size. Charting libraries draw fixed sizes and fixed colours.
package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"
)

// A Page is an HTML page.
type Page struct {
	Title    string
	Lead     string      // a paragraph below the title; may be ""
	Facts    [][2]string // names and values, such as the processor's, shown before the sections
	Sections []Section
}

// A Section is a part of a page, under a heading.
type Section struct {
	Heading string
	Text    string // a paragraph below the heading; may be ""
	Parts   []Part
}

// A Part is something in a section: Link, Table, Bars, Histogram or Grids.
type Part interface {
	// draw returns the name of the template that shows the part, and its data.
	draw() (name string, data any)
}

// A Link is a paragraph with a link to a file.
type Link struct {
	Before, After string // the words around the name
	Name          string
	Address       string // a relative URL; "": the name is no link
}

func (l Link) draw() (string, any) { return "link", l }

//go:embed page.tmpl
var pageText string

// page is made when it is first used, as most runs write none.
var page = sync.OnceValue(newPage)

func newPage() *template.Template {
	t := template.New("page")
	return template.Must(t.Funcs(template.FuncMap{"part": drawPart(t), "isLeft": isLeft}).Parse(pageText))
}

// drawPart returns the function that shows a part in the template.
func drawPart(t *template.Template) func(Part) (template.HTML, error) {
	return func(p Part) (template.HTML, error) {
		var text strings.Builder
		name, data := p.draw()
		err := t.ExecuteTemplate(&text, name, data)
		return template.HTML(text.String()), err // escaped by its own template
	}
}

// Write writes the page as one HTML file. All text is escaped.
func (p *Page) Write(w io.Writer) error { return page().ExecuteTemplate(w, "page", p) }
