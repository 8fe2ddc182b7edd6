package book

// This file begins and ends pages, and finds the sections of a book.

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A section holds the puzzles that have a value in the column of sections, or all puzzles.
type section struct {
	name    string // "" if the book has no sections
	puzzles int
}

// mostSections is a limit: the table is read once for each section.
const mostSections = 100

// rank returns the place of a section among tiers or numbers. Other sections keep their order behind these, and the
// one without a value is last.
func (p *printer) rank(s section) float64 {
	if s.name == p.noValue() {
		return math.Inf(1)
	}
	if tier := slices.Index(options.Tiers(), s.name); tier >= 0 {
		return float64(tier)
	}
	if n, err := strconv.ParseFloat(s.name, 64); err == nil {
		return n
	}
	return math.MaxFloat64
}

// findSections finds the sections, in order, and counts their puzzles.
func (p *printer) findSections() error {
	at := map[string]int{}
	malformed, err := eachPuzzle(p.table, func(_ int, row *bulk.TableRow) error {
		name := p.sectionOf(row)
		i, ok := at[name]
		if !ok {
			if i = len(at); i == mostSections {
				return fmt.Errorf("--sections %s: the column has more than %d values: choose a column with fewer", p.Sections, mostSections)
			}
			at[name] = i
			p.sections = append(p.sections, section{name: name})
		}
		p.sections[i].puzzles++
		return nil
	})
	slices.SortStableFunc(p.sections, func(a, b section) int { return cmp.Compare(p.rank(a), p.rank(b)) })
	sayLess(malformed, "row", noPuzzle)
	return err
}

// sectionOf returns the name of the section of a row.
func (p *printer) sectionOf(row *bulk.TableRow) string {
	if p.section < 0 {
		return ""
	}
	name := string(p.table.Form.Text(&row.Fields, p.section))
	if name == "" || name == "NaN" || name == "nan" { // as numpy, pandas and Parquet write a missing number
		return p.noValue()
	}
	return name
}

// noValue returns the name of the section for rows without a value.
func (p *printer) noValue() string { return "no " + p.Sections }

// each calls begin with the name of each section, and do with each puzzle of the section and its number in the book.
func (p *printer) each(begin func(name string), do func(n int, row *bulk.TableRow) error) error {
	n := 0
	for _, s := range p.sections {
		begin(s.name)
		_, err := eachPuzzle(p.table, func(_ int, row *bulk.TableRow) error {
			if p.sectionOf(row) != s.name {
				return nil
			}
			n++
			return do(n, row)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// front writes a page with a title alone. It is on the right, after a blank page if need be.
func (p *printer) front(class, title string) {
	if p.page%2 == 1 {
		p.blank()
	}
	p.page++
	size := ""
	if points := p.titleSize(title); points < usualTitle {
		size = fmt.Sprintf(` style="font-size: %dpt"`, points)
	}
	fmt.Fprintf(p.out, "<section class=\"page front%s\"><h1%s>%s</h1></section>\n", class, size, html.EscapeString(title))
}

// blank writes a blank page.
func (p *printer) blank() {
	p.page++
	_, _ = p.out.WriteString("<section class=\"page\"></section>\n") // Flush has the error
}

// place makes room for a grid: if the current page is full, it begins one with a title.
func (p *printer) place(perPage int, class, title string) {
	if p.room--; p.open && p.room >= 0 {
		return
	}
	p.endPage()
	p.page++
	p.open, p.room = true, perPage-1
	fmt.Fprintf(p.out, "<section class=\"page %s\">%s<div class=\"grids\">\n", class, title)
}

// endPage ends the current page, if there is one.
func (p *printer) endPage() {
	if p.open {
		fmt.Fprintf(p.out, "</div><footer>%d</footer></section>\n", p.page)
	}
	p.open = false
}
