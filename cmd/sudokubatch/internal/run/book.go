package run

// Puzzles to print: the flags of print, and how its output is made of the rows of a run.

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/book"
	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// BookFlags say how puzzles are printed.
type BookFlags struct {
	PerPage        int    `brief:"" placeholder:"N" help:"Print 1, 2, 4, 6 or 9 puzzles on a page. Default: 4, with --large-print 2."`
	Heading        string `brief:"" placeholder:"TEXT" help:"Print this above each puzzle. {number} is its number in the book, and {NAME} the value of a column. Default: '{number}', or '{number} {tier}' if there is a column tier."`
	PrintSolutions string `brief:"" default:"end" enum:"end,upside-down,none" placeholder:"end|upside-down|none" help:"Print small solutions on the last pages, upside down, or not at all. Default: ${default}."`
	Paper          string `brief:"" default:"a4" enum:"a4,letter" placeholder:"a4|letter" help:"Print on this paper. Default: ${default}."`
	LargePrint     bool   `brief:"" help:"Print large digits and thick lines."`
	Candidates     bool   `brief:"" help:"Print the candidates of each blank: the digits that its row, column and box lack."`
}

// A Book is an output that is printed.
type Book struct {
	book.Book
	page string // of outfile.Pages
}

// Answers returns the book as the answers of a job: rows with types, from which it is printed.
func (c *BookFlags) Answers(output string) *Answers {
	return &Answers{Kind: bulk.Parquet, Book: c.book(output)}
}

// pageOf returns the one of outfile.Pages that the name of an output asks for. A folder gets drawings, and
// any other output HTML.
func pageOf(output string) string {
	if isFolder(output) {
		return "svg"
	}
	return cmp.Or(outfile.Page(output), "html")
}

func isFolder(output string) bool { return output != "" && os.IsPathSeparator(output[len(output)-1]) }

// book returns the book that an output holds.
func (c *BookFlags) book(output string) *Book {
	b := &Book{page: pageOf(output), Book: book.Book{
		Title: "Sudoku", PerPage: c.PerPage, Heading: c.Heading, Solutions: c.PrintSolutions, Paper: c.Paper,
		Large: c.LargePrint, Candidates: c.Candidates,
	}}
	switch {
	case b.PerPage == 0 && b.Large:
		b.PerPage = 2
	case b.PerPage == 0:
		b.PerPage = 4
	}
	if !corpus.IsStdout(output) {
		b.Title, _, _ = strings.Cut(filepath.Base(output), ".")
	}
	return b
}

// Check returns an error if the flags cannot be combined, or contradict the name of the output.
func (c *BookFlags) Check(output string) error {
	flag := ""
	switch {
	case c.PerPage != 0:
		flag = "--per-page"
	case c.Heading != "":
		flag = "--heading"
	case c.Paper != book.A4:
		flag = "--paper"
	case c.PrintSolutions == book.UpsideDown:
		flag = "--print-solutions"
	}
	switch ending := outfile.Extension(output); {
	case ending != "" && outfile.Page(output) == "" && !isFolder(output):
		return fmt.Errorf("--output %s: print writes .html, .pdf or .svg, or a folder DIR/ of drawings, not %s", output, ending)
	case pageOf(output) == "svg" && flag != "":
		return fmt.Errorf("%s is for pages, but an SVG file is one drawing: write .html or .pdf", flag)
	case c.PerPage != 0 && !book.CanPlace(c.PerPage):
		return fmt.Errorf("--per-page %d: want 1, 2, 4, 6 or 9", c.PerPage)
	}
	return nil
}

// createBook opens an output that is printed.
func (o *outputs) createBook(b *Book, opts corpus.CreateOptions) (*corpus.Writer, error) {
	name := o.flags.Output
	b.Box = o.flags.Box.Box
	opts.Compose = func(out io.Writer, text io.ReaderAt, size int64) error {
		table, err := bulk.OpenTable(text, size, *o.written)
		if err != nil {
			return err
		}
		switch {
		case b.page == "html":
			return b.WriteHTML(out, table)
		case b.page == "pdf":
			return browser.Print(out, func(page io.Writer) error { return b.WriteHTML(page, table) })
		case isFolder(name):
			return b.WriteFolder(name, table)
		}
		return b.WriteSVG(out, table)
	}
	switch {
	case b.page == "pdf" && browser.Find() == "":
		return nil, fmt.Errorf("creating %s: there is no Chromium here to print with: write .html, open it in a browser, and print it without margins and headers", name)
	case !isFolder(name):
		return CreateOutput(name, opts)
	}
	if err := book.CheckFolder(name); err != nil {
		return nil, err
	}
	w, err := corpus.NewWriter(name, io.Discard, opts)
	if err == nil {
		process.AtExit.Add(func() { _ = w.Abort() })
	}
	return w, err
}

// archive returns a function that composes an archive of what split returns.
func archive(split func(io.ReaderAt, int64) ([]string, []io.Reader, error)) func(io.Writer, io.ReaderAt, int64) error {
	return func(out io.Writer, text io.ReaderAt, size int64) error {
		names, members, err := split(text, size)
		if err != nil {
			return err
		}
		return corpus.WriteArchive(out, names, members)
	}
}

// A bookOutput checks the columns of a book before the first row is written.
type bookOutput struct {
	io.Writer
	run  *Run
	book *Book
}

func (o *bookOutput) Write(p []byte) (int, error) {
	if columns := o.run.written.Layout; o.book != nil && columns != nil {
		if err := o.book.CheckColumns(columns.Columns); err != nil {
			return 0, err
		}
		o.book = nil
	}
	return o.Writer.Write(p)
}
