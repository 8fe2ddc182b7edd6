package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A detectCmd is the verb detect. The tags of the fields are its help.
type detectCmd struct {
	run.InputFlags

	Verbose bool `brief:"" short:"v" help:"Show the ways to read each file, what each explains, why one was chosen, and what each line is."`

	Format string `brief:"" default:"text" enum:"text,json" placeholder:"text|json" help:"Print text or JSON. json has one object per line for each file. Default: ${default}."`
}

func (detectCmd) Help() string {
	return `For each file, and each member of an archive, detect prints the form, the size of the puzzles, the compression, the columns, the
columns of the puzzle and the solution, the characters for digits and blanks, and the first puzzle. It decides the form
from the first 64 KiB of a file.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some files could not be read; 128 + signal interrupted.`
}

func (detectCmd) Examples() string {
	return `sudokubatch detect train.csv
sudokubatch detect puzzles.txt.zst --format json
zstd -dc puzzles.txt.zst | sudokubatch detect`
}

// detected describes a file. Published JSON names stay.
type detected struct {
	SchemaVersion int              `json:"schema_version"`
	File          string           `json:"file"`
	Form          string           `json:"form"`
	Size          int              `json:"size"`
	Codec         string           `json:"codec"`
	Columns       []detectedColumn `json:"columns,omitempty"`
	Puzzle        string           `json:"puzzle_column,omitempty"`
	Solution      string           `json:"solution_column,omitempty"`
	Digits        string           `json:"digits,omitempty"`
	Blanks        string           `json:"blanks,omitempty"`
	Notes         []string         `json:"notes,omitempty"`
	First         string           `json:"first_puzzle,omitempty"`

	explanation *model.Explanation
}

type detectedColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Run reads the beginning of each input and describes its form.
func (c *detectCmd) Run(ctx context.Context) error {
	if len(c.Inputs) == 0 {
		c.Inputs = []string{"-"}
	}
	unreadable := 0
	for i, input := range c.Sources("detect") {
		codec := corpus.Plain.String
		open := input.Open
		input.Open = func() (pipeline.Source, error) {
			src, err := open()
			if r, ok := src.(*corpus.Reader); ok {
				codec = func() string { return r.Codec().String() }
			}
			return src, err
		}
		if err := c.detect(ctx, i, input, func() string { return codec() }, &unreadable); err != nil {
			return err
		}
	}
	if unreadable > 0 {
		return process.ExitRecords
	}
	return nil
}

// detect describes one input, or each of its members if it is an archive. It adds unreadable inputs to
// unreadable.
func (c *detectCmd) detect(ctx context.Context, i int, input pipeline.Input, codec func() string, unreadable *int) error {
	if i > 0 && c.Format == "text" {
		fmt.Println()
	}
	var d *detected
	var failed error
	say := func() {
		if d != nil && failed == nil {
			failed = d.write(os.Stdout, c.Format)
		}
		d = nil
	}
	hints := c.Hints()
	hints.Rows = true
	stats, err := pipeline.Each(ctx, pipeline.Config{
		Inputs: []pipeline.Input{input}, From: c.From.Kind, Hints: hints, To: bulk.Line, Candidates: true,
		Stretch: pipeline.Stretch{PartPlaces: true}, // for Opened.Seen
		Hooks: pipeline.Hooks{
			OnForm: func(o pipeline.Opened) {
				say()
				d = newDetected(o, codec())
				if c.Verbose {
					d.explain(o, c.From.Kind)
				}
			},
			OnUnreadable: func(err error) { console.Say("%v", err) },
		},
	}, func(b *pipeline.Batch, p pipeline.Place) error {
		if n := b.Records.Order * b.Records.Order; d != nil && d.First == "" && len(b.Records.Cells) > 0 {
			if d.First = formats.Format(b.Records.Cells[:n]); len(b.Records.Candidates) > 0 {
				d.First = string(bulk.AppendCandidatesValue(nil, b.Records.Candidates[:n]))
			}
		}
		if p.Name == input.Name && failed == nil {
			return pipeline.ErrEnough // not an archive: the first batch is enough
		}
		return failed
	})
	say()
	*unreadable += stats.Unreadable
	if errors.Is(err, pipeline.ErrEnough) || err == nil {
		err = failed
	}
	return err
}

// newDetected returns the description of an opened input.
func newDetected(o pipeline.Opened, codec string) *detected {
	d := &detected{SchemaVersion: 1, File: o.Name, Form: o.From.Kind.String(), Size: o.From.Order, Codec: codec}
	if o.Seen.All && len(bytes.TrimSpace(o.Seen.Text[bulk.BOMLen(o.Seen.Text):])) == 0 {
		d.Form, d.Size = "empty", 0
		return d
	}
	d.Digits, d.Blanks = o.From.Glyphs()
	if o.Solved {
		d.Notes = []string{"each solution after a puzzle is a record of its own"}
	}
	layout := o.From.Layout
	if layout == nil {
		return d
	}
	d.Notes = layout.Notes
	if len(layout.Others) > 0 {
		d.Notes = append(slices.Clip(d.Notes), "puzzles also in "+strings.Join(layout.Others, ", "))
	}
	for i, column := range layout.Columns {
		d.Columns = append(d.Columns, detectedColumn{column.Name, column.Type.String()})
		switch i {
		case layout.Puzzle:
			d.Puzzle = column.Name
		case layout.Solution:
			d.Solution = column.Name
		}
	}
	return d
}

// explain finds out why the input was read in its form.
func (d *detected) explain(o pipeline.Opened, kind bulk.Kind) {
	seen := o.Seen
	d.explanation = new(model.Explanation)
	seen.Hints.Explain = d.explanation
	if _, err := seen.Form(kind); err != nil {
		d.explanation.Reason = err.Error()
	}
}

// appendExplanation appends a table of the ways to read the input, the best first.
func (d *detected) appendExplanation(text *strings.Builder) {
	e := d.explanation
	if len(e.Candidates) > 0 {
		table := tabwriter.NewWriter(text, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "  readings\tpuzzles\tsolutions\tmalformed\tnot read\t")
		for _, r := range e.Candidates {
			fmt.Fprintf(table, "  %s\t%d\t%d\t%d\t%d\t%s\n", r.Form, r.Puzzles, r.Solutions, r.Malformed, r.Unread, console.Printable(r.Way))
		}
		table.Flush()
	}
	fmt.Fprintf(text, "  %-10s %s\n", "chosen", e.Reason)
	appendLines(text, e.Lines)
}

// appendLines appends what the lines of the sample are, in runs of like lines. Separators have no name.
func appendLines(text *strings.Builder, lines []string) {
	const most = 20
	var runs []string
	for from, to := 0, 0; from < len(lines); from = to {
		end := from // of the run, without separators below
		for to = from; to < len(lines) && (lines[to] == lines[from] || lines[to] == ""); to++ {
			if lines[to] != "" {
				end = to + 1
			}
		}
		place := strconv.Itoa(from + 1)
		if end > from+1 {
			place += "-" + strconv.Itoa(end)
		}
		if lines[from] != "" {
			runs = append(runs, fmt.Sprintf("%-9s %s", place, lines[from]))
		}
	}
	if more := len(runs) - most; more > 0 {
		runs = append(runs[:most], fmt.Sprintf("and %d more runs", more))
	}
	if len(runs) > 0 {
		fmt.Fprintf(text, "  %-10s %s\n", "lines", strings.Join(runs, "\n"+strings.Repeat(" ", 13)))
	}
}

// write writes the description as text or JSON.
func (d *detected) write(w io.Writer, format string) error {
	if format == "json" {
		return json.NewEncoder(w).Encode(d)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s", console.Printable(d.File), d.Form)
	if d.Size > 0 {
		fmt.Fprintf(&text, ", %d×%d", d.Size, d.Size)
	}
	if d.Codec != "" && d.Codec != corpus.Plain.String() {
		fmt.Fprintf(&text, ", %s", d.Codec)
	}
	text.WriteByte('\n')
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&text, "  %-10s %s\n", name, console.Printable(value))
		}
	}
	var columns []string
	for _, c := range d.Columns {
		columns = append(columns, c.Name+" ("+c.Type+")")
	}
	const most = 12
	if len(columns) > most {
		columns = append(columns[:most], fmt.Sprintf("and %d more", len(d.Columns)-most))
	}
	line("columns", strings.Join(columns, ", "))
	line("puzzle", d.Puzzle)
	line("solution", d.Solution)
	line("digits", d.Digits)
	line("blanks", strings.Join(strings.Split(d.Blanks, ""), " "))
	line("why", strings.Join(d.Notes, "; "))
	line("first", d.First)
	if d.explanation != nil {
		d.appendExplanation(&text)
	}
	_, err := io.WriteString(w, text.String())
	return err
}
