package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/book"
	"github.com/sudokubatch/sudokubatch/cmd/internal/browser"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
)

// A printCmd is the verb print. The tags of the fields are its help.
type printCmd struct {
	run.InputFlags
	run.RangeFlags
	run.WhereFlag

	PerPage        *int       `brief:"" placeholder:"N" help:"Print 1, 2, 4, 6 or 9 puzzles on a page. Default: 4, with --large-print 2."`
	Heading        *string    `brief:"" placeholder:"TEXT" help:"Print this above each puzzle. {number} is its number in the book, and {NAME} the value of a column. Default: '{number}', or '{number} {tier}' if there is a column tier."`
	PrintSolutions string     `brief:"" default:"end" enum:"end,upside-down,none" placeholder:"end|upside-down|none" help:"Print small solutions on the last pages, upside down, or not at all. Default: ${default}."`
	Title          string     `brief:"" placeholder:"TEXT" help:"Begin with a title page. Its back is blank."`
	Sections       string     `brief:"" placeholder:"COLUMN" help:"Group puzzles by this column, such as tier. A page shows each value before its puzzles. Tiers go from easy to hard, numbers ascend, and other values come as they first appear."`
	Paper          book.Paper `brief:"" default:"a4" complete:"papers" placeholder:"SIZE" help:"Print on a4, a5, letter or WxH. WxH is in inches, such as 6x9 or 8.5x11, or in millimetres, such as 152x229mm. Default: ${default}."`
	Bleed          bool       `brief:"" help:"Add 1/8 inch to the outer edges. It is for trimming, at the top, at the bottom, and on the right of odd and the left of even pages."`
	LargePrint     bool       `brief:"" help:"Print large digits and thick lines."`
	Candidates     bool       `brief:"" help:"Print the candidates of each blank: the digits that its row, column and box lack."`

	Box    run.Box `group:"Input" placeholder:"RxC" help:"Boxes of 6×6, 8×8 and 12×12 have R rows and C columns, such as 3x2. Boxes of the other sizes then lie the same way. Default: 2x3, 2x4 and 3x4."`
	Output string  `group:"Output" brief:"" short:"o" default:"-" placeholder:"FILE" help:"Write to this file, which appears only when complete. FILE.html is a page, FILE.pdf needs Chromium, FILE.svg is one drawing, and DIR/ gets a drawing of each puzzle. Default: a page on standard output."`
	Force  bool    `group:"Output" brief:"" short:"f" aliases:"overwrite" help:"Replace an existing output file."`
	Quiet  bool    `group:"Messages" brief:"" short:"q" aliases:"silent" help:"Show warnings and errors only."`

	rows *run.Flags // the flags as verbs with rows have them, from Validate on
}

func (printCmd) Help() string {
	return `Print makes a book: the puzzles in the order of the inputs, then their solutions. It solves each puzzle. A puzzle without exactly one
solution is printed, and its solution says why there is none. Columns of a table can stand in the heading of a puzzle. The tier, or another
column of levels, stands above its solution.

Margins suit print-on-demand: at least 1/4 inch, and inside 3/8 inch up to 150 pages, 1/2 up to 300, 5/8 up to 500, 3/4 up to 700 and 7/8 up
to 828. Odd pages are right-hand pages. PDF files embed their fonts.

To print new puzzles, pipe them in: sudokubatch gen --tier easy --count 40 --add tier --to csv | sudokubatch print -o book.pdf

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

func (printCmd) Examples() string {
	return `sudokubatch print puzzles.txt -o book.html
sudokubatch print train.csv --heading 'No. {number}' -o named.html
sudokubatch print puzzles.csv --sections source --paper 6x9 -o book.pdf
sudokubatch print puzzles.txt --take 20 -o drawings/`
}

// Validate returns an error if the flags contradict each other, or the name of the output; kong calls it.
func (c *printCmd) Validate() error {
	c.rows = &run.Flags{InputFlags: c.InputFlags, Box: c.Box, OutputFlags: run.OutputFlags{
		Output: c.Output, Force: c.Force, MessageFlags: run.MessageFlags{Progress: "auto", Quiet: c.Quiet},
	}}
	c.rows.Choose(c.RangeFlags, c.WhereFlag)
	if err := c.rows.Validate(); err != nil {
		return err
	}
	flag := ""
	switch {
	case c.PerPage != nil:
		flag = "--per-page"
	case c.Heading != nil:
		flag = "--heading"
	case c.Title != "":
		flag = "--title"
	case c.Sections != "":
		flag = "--sections"
	case c.Paper != book.A4:
		flag = "--paper"
	case c.Bleed:
		flag = "--bleed"
	case c.PrintSolutions == book.UpsideDown:
		flag = "--print-solutions"
	}
	switch ending := outfile.Extension(c.Output); {
	case ending != "" && outfile.Page(c.Output) == "" && !c.isFolder():
		return fmt.Errorf("--output %s: print writes .html, .pdf or .svg, or a folder DIR/ of drawings, not %s", c.Output, ending)
	case c.page() == "svg" && flag != "":
		return fmt.Errorf("%s is for pages, but an SVG file is one drawing: write .html or .pdf", flag)
	case c.PerPage != nil && !book.CanPlace(*c.PerPage):
		return fmt.Errorf("--per-page %d: want 1, 2, 4, 6 or 9", *c.PerPage)
	}
	return nil
}

// page returns the one of outfile.Pages that the name of the output asks for. A folder gets drawings, and
// any other output HTML.
func (c *printCmd) page() string {
	if c.isFolder() {
		return "svg"
	}
	return cmp.Or(outfile.Page(c.Output), "html")
}

// isFolder reports whether the output is a folder.
func (c *printCmd) isFolder() bool {
	return c.Output != "" && os.IsPathSeparator(c.Output[len(c.Output)-1])
}

// Run prints the inputs.
func (c *printCmd) Run(ctx context.Context) error {
	b := &bookOutput{Book: c.book()}
	c.rows.Inputs = c.Inputs // since Validate the files of folders and patterns
	return c.rows.Do(ctx, &run.Job{
		Verb: "print",
		Answers: &run.Answers{Kind: bulk.Parquet, Create: func(opts corpus.CreateOptions) (*corpus.Writer, error) {
			return c.create(ctx, b, opts)
		}},
		Pipe: func(ctx context.Context, r *run.Run) (found run.Outcome, err error) {
			cfg := r.Config()
			b.rows, b.Writer, cfg.Output = r.Written(), cfg.Output, b
			found.Solved = "printed"
			found.Stats, _, err = convert.Run(ctx, cfg, convert.Options{OnBad: pipeline.Skip})
			return found, err
		},
	})
}

// book returns the book that the flags ask for.
func (c *printCmd) book() book.Book {
	b := book.Book{
		Title: cmp.Or(c.Title, "Sudoku"), TitlePage: c.Title != "", Sections: c.Sections, PerPage: 4,
		Solutions: c.PrintSolutions, Paper: c.Paper, Bleed: c.Bleed, Large: c.LargePrint, Candidates: c.Candidates, Box: c.Box.Box,
	}
	switch {
	case c.PerPage != nil:
		b.PerPage = *c.PerPage
	case b.Large:
		b.PerPage = 2
	}
	if c.Heading != nil {
		b.Heading = cmp.Or(*c.Heading, " ") // none
	}
	if c.Title == "" && !corpus.IsStdout(c.Output) {
		b.Title, _, _ = strings.Cut(filepath.Base(c.Output), ".")
	}
	return b
}

// create opens the output. The rows wait in a temporary file until the book is made of them.
func (c *printCmd) create(ctx context.Context, b *bookOutput, opts corpus.CreateOptions) (*corpus.Writer, error) {
	opts.Compose = func(out io.Writer, text io.ReaderAt, size int64) error {
		table, err := bulk.OpenTable(text, size, *b.rows)
		if err != nil {
			return err
		}
		switch {
		case c.page() == "html":
			return b.WriteHTML(out, table)
		case c.page() == "pdf":
			return browser.Print(ctx, out, func(page io.Writer) error { return b.WriteHTML(page, table) })
		case c.isFolder():
			return b.WriteFolder(ctx, c.Output, table)
		}
		return b.WriteSVG(out, table)
	}
	switch {
	case c.page() == "pdf" && browser.Find() == "":
		return nil, fmt.Errorf("creating %s: there is no Chromium here to print with: write .html, open it in a browser, and print it without margins and headers", c.Output)
	case !c.isFolder():
		return run.CreateOutput(c.Output, opts)
	}
	if err := book.CheckFolder(c.Output); err != nil {
		return nil, err
	}
	w, err := corpus.NewWriter(c.Output, io.Discard, opts)
	if err == nil {
		owned.Add(func() { _ = w.Abort() })
	}
	return w, err
}

// A bookOutput takes the rows of a book. It checks their columns before the first row is written.
type bookOutput struct {
	io.Writer
	book.Book
	rows    *bulk.Form
	checked bool
}

func (o *bookOutput) Write(p []byte) (int, error) {
	if columns := o.rows.Layout; !o.checked && columns != nil {
		if err := o.CheckColumns(columns.Columns); err != nil {
			return 0, err
		}
		o.checked = true
	}
	return o.Writer.Write(p)
}
