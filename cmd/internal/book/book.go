// Package book makes puzzles to print of rows: a page of HTML, which a browser prints, a PDF, or a drawing
// for each puzzle.
package book

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/drawing"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Where solutions are.
const (
	End        = "end"
	UpsideDown = "upside-down"
	None       = "none"
)

const noPuzzle = "puzzle left out"

// A Book says how puzzles are printed.
type Book struct {
	Title      string
	TitlePage  bool   // the first page, with a blank back, shows the title
	Sections   string // a column: its values have a page before their puzzles; "": none
	PerPage    int    // 1, 2, 4, 6 or 9
	Heading    string // of a puzzle, with columns in braces; "": the number, and the tier if there is one
	Solutions  string // End, UpsideDown or None
	Paper      Paper
	Bleed      bool // the outer edges are cut off
	Large      bool // large print
	Candidates bool // blanks show their candidates

	Box geometry.Box // boxes lie as this one does; zero: as usual
}

// A printer prints the puzzles of a table.
type printer struct {
	*Book
	*layout
	*headings
	out      *bufio.Writer
	table    *bulk.Table
	sections []section
	page     int    // number of the current page
	room     int    // for grids on the page
	open     bool   // the page has not ended
	text     []byte // reused
}

//go:embed page.css
var style string

// WriteHTML writes the rows of a table as pages with puzzles and then solutions. It reads the table three times, or more for
// sections, and keeps one puzzle in memory.
func (b *Book) WriteHTML(out io.Writer, table *bulk.Table) error {
	p := &printer{Book: b, out: bufio.NewWriterSize(out, 1<<16), table: table}
	var err error
	if p.headings, err = b.headings(table.Form.Layout.Columns); err != nil {
		return err
	}
	if err := p.findSections(); err != nil {
		return err
	}
	if err := p.compose(slices.Max(table.Form.Sizes())); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n",
		html.EscapeString(b.Title), p.css())
	if b.TitlePage {
		p.front("", b.Title)
		p.blank()
	}
	if err := p.puzzles(); err != nil {
		return err
	}
	if err := p.solutions(); err != nil {
		return err
	}
	_, _ = p.out.WriteString("</body>\n</html>\n") // Flush has the error
	return p.out.Flush()
}

func (p *printer) puzzles() error {
	grid := perSize(p.table, func(of bulk.Form) *drawing.Grid { return p.grid(of, p.side) })
	err := p.each(func(name string) {
		p.endPage()
		if name != "" {
			p.front(" part", name)
		}
	}, func(n int, row *bulk.TableRow) error {
		p.place(p.PerPage, "puzzles", "")
		p.text = fmt.Appendf(p.text[:0], "<figure><figcaption>%s</figcaption>", p.puzzle.of(p.table.Form, row, n))
		p.text = grid(row.Puzzle).Append(p.text, row.Puzzle, nil, p.Candidates)
		_, err := p.out.Write(append(p.text, "</figure>\n"...))
		return err
	})
	p.endPage()
	return err
}

func (p *printer) solutions() error {
	class, title, unsolved, follows := "solutions", "<h2>Solutions</h2>", 0, ": the solutions say why"
	switch p.Solutions {
	case UpsideDown:
		class += " turned"
	case None:
		follows = ""
	}
	grid := perSize(p.table, func(of bulk.Form) *drawing.Grid { return p.grid(of, p.small) })
	solve := perSize(p.table, p.newSolver)
	err := p.each(func(string) {}, func(n int, row *bulk.TableRow) error {
		solved, why := solve(row.Puzzle)(row.Puzzle)
		if why != "" {
			unsolved++
		}
		if p.Solutions == None {
			return nil
		}
		p.place(p.answersColumns*p.answersRows, class, title)
		title = ""
		p.text = fmt.Appendf(p.text[:0], "<figure><figcaption>%s</figcaption>", p.solution.of(p.table.Form, row, n))
		if why == "" {
			p.text = grid(row.Puzzle).Append(p.text, row.Puzzle, solved, false)
		} else {
			p.text = fmt.Appendf(p.text, `<div class="none">%s</div>`, why)
		}
		_, err := p.out.Write(append(p.text, "</figure>\n"...))
		return err
	})
	p.endPage()
	sayLess(unsolved, "puzzle", "unique solution"+follows)
	return err
}

// perSize returns a function that returns what by makes for the puzzles of a size, once for each size.
func perSize[T any](table *bulk.Table, by func(of bulk.Form) T) func(puzzle []uint8) T {
	made := map[int]T{}
	return func(puzzle []uint8) T {
		v, ok := made[len(puzzle)]
		if !ok {
			v = by(table.Form.Sized(geometry.OfCells(len(puzzle)).Side()))
			made[len(puzzle)] = v
		}
		return v
	}
}

// grid returns the drawing of grids of a form with a width in millimetres.
func (p *printer) grid(of bulk.Form, width float64) *drawing.Grid {
	g := p.newGrid(of)
	thick := 0.35 + width/250 // millimetres
	if p.Large {
		thick *= 1.5
	}
	unit := g.Width() / width
	g.Thin, g.Thick = math.Round(thick/5*unit*100)/100, math.Round(thick*unit*100)/100
	return g
}

// newGrid returns a drawing for the puzzles of a form, with the digits that it has.
func (b *Book) newGrid(of bulk.Form) *drawing.Grid {
	var glyphs []string
	for digit := range of.Order {
		glyphs = append(glyphs, string(of.AppendCells(nil, []uint8{uint8(digit + 1)})))
	}
	g := drawing.New(b.shape(of), glyphs)
	if b.Large {
		g.Digit, g.Bold = 52, true
	}
	return g
}

// eachPuzzle calls do with each row that has a puzzle, and its number. It returns the number of other rows.
func eachPuzzle(table *bulk.Table, do func(n int, row *bulk.TableRow) error) (malformed int, err error) {
	n := 0
	for row, err := range table.Rows() {
		switch {
		case err != nil:
			return malformed, err
		case row.Puzzle == nil:
			malformed++
		default:
			n++
			if err := do(n, row); err != nil {
				return malformed, err
			}
		}
	}
	return malformed, nil
}

// sayLess says how many rows have no puzzle, or how many puzzles no unique solution, and what follows.
func sayLess(n int, of, follows string) {
	if n > 0 {
		console.Say("%d %s without a %s", n, console.Plural(int64(n), of), follows)
	}
}

// shape returns the shape of the puzzles of a form.
func (b *Book) shape(of bulk.Form) geometry.Box { return geometry.Like(b.Box, of.Order) }

// newSolver returns a function that finds the only solution of a puzzle of a form, or says why there is none.
// The solution is valid until the next call.
func (b *Book) newSolver(of bulk.Form) func(puzzle []uint8) (solved []uint8, why string) {
	s, err := solver.New(of.Order, solver.Options{Box: b.shape(of), Limit: 2})
	if err != nil {
		panic(err) // every form has a size that is solved
	}
	var cells []uint8
	return func(puzzle []uint8) ([]uint8, string) {
		cells = append(cells[:0], puzzle...)
		switch result := s.Solve(cells); {
		case result.Unique():
			return cells, ""
		case result.Solutions > 1:
			return nil, "more than one solution"
		case result.Complete:
			return nil, "no solution"
		}
		return nil, "not solved: too many guesses"
	}
}
