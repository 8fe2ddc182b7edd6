package run

// Puzzles to print: their flags, and how the output is made of the rows of a run.

import (
	"cmp"
	"errors"
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
	PerPage        int    `group:"Paper (.html, .pdf, .svg)" placeholder:"N" help:"Print 1, 2, 4, 6 or 9 puzzles on a page. Default: 4, with --large-print 2."`
	Heading        string `group:"Paper (.html, .pdf, .svg)" placeholder:"TEXT" help:"Print this above each puzzle. {number} is its number in the book, and {NAME} the value of a column. Default: '{number}', or '{number} {tier}' if there is a column tier."`
	PrintSolutions string `group:"Paper (.html, .pdf, .svg)" default:"end" enum:"end,upside-down,none" placeholder:"end|upside-down|none" help:"Print small solutions on the last pages, upside down, or not at all. Default: ${default}."`
	Paper          string `group:"Paper (.html, .pdf, .svg)" default:"a4" enum:"a4,letter" placeholder:"a4|letter" help:"Print on this paper. Default: ${default}."`
	LargePrint     bool   `group:"Paper (.html, .pdf, .svg)" help:"Print large digits and thick lines."`
	Candidates     bool   `group:"Paper (.html, .pdf, .svg)" help:"Print the candidates of each blank: the digits that its row, column and box lack."`
}

// A Book is an output that is printed.
type Book struct {
	book.Book
	page string // of outfile.Pages
}

// page returns the one of outfile.Pages that the flag or the name of the output asks for, or "".
func (t *TargetFlags) page(output string) string {
	if t.To.Kind != 0 {
		return t.To.page
	}
	return outfile.Page(output)
}

// Book returns the book that an output holds, or nil if it holds rows.
func (t *TargetFlags) Book(output string) *Book {
	b := &Book{page: t.page(output), Book: book.Book{
		Title: "Sudoku", PerPage: t.PerPage, Heading: t.Heading, Solutions: t.PrintSolutions, Paper: t.Paper,
		Large: t.LargePrint, Candidates: t.Candidates,
	}}
	switch {
	case b.page == "":
		return nil
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

// checkBook returns an error if the flags cannot be combined, or contradict the name of the output.
func (t *TargetFlags) checkBook(output string) error {
	page, isFolder := t.page(output), output != "" && os.IsPathSeparator(output[len(output)-1])
	flag, ofPages := "", false
	switch {
	case t.PerPage != 0:
		flag, ofPages = "--per-page", true
	case t.Heading != "":
		flag, ofPages = "--heading", true
	case t.Paper != book.A4:
		flag, ofPages = "--paper", true
	case t.PrintSolutions != book.End:
		flag, ofPages = "--print-solutions", t.PrintSolutions != book.None
	case t.LargePrint:
		flag = "--large-print"
	case t.Candidates:
		flag = "--candidates"
	}
	named := cmp.Or(outfile.Page(output), kindName(outfile.Kind(output)))
	switch {
	case named != page && (page != "" && named != "" || outfile.Page(output) != ""):
		return fmt.Errorf("--output %s: the name asks for %s, but the output has another form: choose another name", output, named)
	case page == "" && flag != "":
		return fmt.Errorf("%s is for paper: write a book with --output FILE.html or FILE.pdf", flag)
	case page == "":
		return nil
	case page == "svg" && ofPages:
		return fmt.Errorf("%s is for pages, but an SVG file is one drawing: write .html or .pdf", flag)
	case page != "svg" && isFolder:
		return fmt.Errorf("--output %s: a book is one file: name it, such as %sbook.%s", output, output, page)
	case !book.CanPlace(t.PerPage) && t.PerPage != 0:
		return fmt.Errorf("--per-page %d: want 1, 2, 4, 6 or 9", t.PerPage)
	}
	return nil
}

// BookEnding returns the end of the names of books that --to asks for, or "". Drawings are in a folder.
func (t *TargetFlags) BookEnding() string {
	switch t.To.page {
	case "":
		return ""
	case "svg":
		return string(os.PathSeparator)
	}
	return "." + t.To.page
}

// createBook opens an output that is printed.
func (o *outputs) createBook(m Output, opts corpus.CreateOptions) (*corpus.Writer, error) {
	b, name := m.Book, m.Name
	b.Box = o.flags.Box.Box
	opts.Force, opts.Inputs, opts.Stdout = o.flags.Force, o.inputs, os.Stdout
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
		case os.IsPathSeparator(name[len(name)-1]):
			return b.WriteFolder(name, table)
		}
		return b.WriteSVG(out, table)
	}
	switch {
	case b.page == "pdf" && browser.Find() == "":
		return nil, fmt.Errorf("creating %s: there is no Chromium here to print with: write .html, open it in a browser, and print it without margins and headers", name)
	case !os.IsPathSeparator(name[len(name)-1]):
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

var errBookParts = errors.New("a book cannot be written with --resume or --shard: write .parquet, and convert it")
