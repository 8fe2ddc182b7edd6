// Package datacard describes a data set for the people and programs that use it: a README.md as
// the Hugging Face hub reads it, with a head of YAML, and the dataset_info.json of the Python
// library datasets.
//
// The hub documents the head at https://huggingface.co/docs/hub/datasets-cards and the names of
// splits at https://huggingface.co/docs/hub/datasets-file-names-and-splits.
package datacard

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// A Card describes a data set that was divided into parts.
type Card struct {
	Name    string // of the data set
	License string // an identifier of the hub, such as mit; "": not given
	Program string // name and version
	// Commands made the data set, in order, each as a line for a shell. The first Earlier of them
	// come from the card of the inputs.
	Commands []string
	Earlier  int

	Form    bulk.Form // of the parts
	Parts   []Part
	Summary *split.Summary
	Options
	Against []string // names of the corpora, as in split.Config
}

// A Part is a file of the data set.
type Part struct {
	Name, File string
	Bytes      int64 // of the file
}

// WriteReadme writes README.md.
func (c *Card) WriteReadme(w io.Writer) error {
	var b bytes.Buffer
	c.writeHead(&b)
	rows := c.rows()
	parts := int64(len(c.Parts))
	fmt.Fprintf(&b, "\n# %s\n\n%s Sudoku %s of %s cells in %d %s.\n", markdown(c.Name), humanize.Comma(rows),
		console.Plural(rows, "puzzle"), listed(c.Form.Sizes(), side, "and"), parts, console.Plural(parts, "part"))
	c.writeParts(&b)
	c.writeClasses(&b)
	c.writeColumns(&b)
	for i := range c.Summary.Tallies {
		c.writeTally(&b, &c.Summary.Tallies[i])
	}
	c.writeHistory(&b)
	c.writeLeaks(&b)
	c.writeUse(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// rows returns the number of rows of all parts.
func (c *Card) rows() (total int64) {
	for _, n := range c.Summary.Rows {
		total += n
	}
	return total
}

func (c *Card) writeParts(b *bytes.Buffer) {
	b.WriteString("\n## Parts\n\n| part | file | rows | share | size |\n|---|---|--:|--:|--:|\n")
	var unsolved []string
	for i, p := range c.Parts {
		unsolved = append(unsolved, humanize.Comma(c.Summary.Unsolved[i])+" in "+markdown(p.Name))
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", markdown(p.Name), markdown(p.File),
			humanize.Comma(c.Summary.Rows[i]), percent(c.Summary.Rows[i], c.rows()), humanize.Bytes(uint64(p.Bytes)))
	}
	if c.Form.HasSolutions() {
		fmt.Fprintf(b, "\nRows without a solution: %s.\n", strings.Join(unsolved, ", "))
	}
}

// writeClasses says how classes were divided.
func (c *Card) writeClasses(b *bytes.Buffer) {
	if len(c.Stratify) == 0 {
		return
	}
	fmt.Fprintf(b, "\nRows with the same value of %s are a class. Each class was divided by the shares, to the row where groups allow that.\n",
		markdown(strings.Join(c.Stratify, ", ")))
	if small := c.Summary.Small; small != nil {
		fmt.Fprintf(b, "Small classes are not in all parts: %s.\n", markdown(small.Error()))
	}
	if n := c.Summary.Mixed; n > 0 {
		fmt.Fprintf(b, "Groups with rows of several classes: %s. Each counts to the class of most of its rows.\n", humanize.Comma(n))
	}
}

func (c *Card) writeColumns(b *bytes.Buffer) {
	b.WriteString("\n## Columns\n\n| column | type | |\n|---|---|---|\n")
	layout, computed, oriented := c.Form.Layout, false, false
	first, end := c.Form.PuzzleColumns()
	for i, column := range layout.Columns {
		about := ""
		switch {
		case end-first != 1 || column.Type == model.Raw: // a column for each cell, or a list
		case i == layout.Puzzle:
			about = "the puzzle: " + listed(c.Form.Sizes(), func(order int) string { return strconv.Itoa(order * order) }, "or") + " characters, row by row"
			if slices.Equal(c.Form.Sizes(), []int{9}) {
				about += "; a blank is `.` or `0`"
			}
		case i == layout.Solution:
			about = "its solution"
		default:
			if known, ok := known(column.Name); ok && known.Type == column.Type {
				about, computed = markdown(known.Doc), true
				oriented = oriented || known.Cost == columns.Explain
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", markdown(column.Name), column.Type, about)
	}
	if computed {
		b.WriteString("\nThe columns after the puzzle and its solution are described as sudokubatch computes them. In rows from another program they may mean something else.\n")
	}
	if oriented {
		b.WriteString("\nIsomorphs up to 9×9 have the same clues, rating and canonical. The columns er, ep, ed, tier and technique belong to the orientation of the\n" +
			"puzzle: if it is turned, they may change a little.\n")
	}
}

func (c *Card) writeHistory(b *bytes.Buffer) {
	b.WriteString(commandsHeading + "\n")
	writeCode(b, "sh", strings.Join(c.Commands, "\n"))
	fmt.Fprintf(b, "\nThe last command wrote these files, with %s.", markdown(c.Program))
	if c.Earlier > 0 {
		b.WriteString(" The commands before it are from the card of its inputs.\n")
	} else {
		b.WriteString(" How its inputs were made is not recorded here.\n")
	}
	s := c.Summary
	for _, left := range []struct {
		rows int64
		why  string
	}{
		{s.Malformed, "malformed"},
		{s.LeftOut - s.Torn, "beyond the sizes of the parts"},
		{s.Torn, "new and would join rows of different parts"},
	} {
		if left.rows > 0 {
			fmt.Fprintf(b, "It left out %s %s that %s %s.\n", humanize.Comma(left.rows), console.Plural(left.rows, "row"), was(left.rows), left.why)
		}
	}
}

// listed returns sizes as a list such as "4×4, 6×6 and 9×9".
func listed(orders []int, name func(order int) string, and string) string {
	var names []string
	for _, order := range orders {
		names = append(names, name(order))
	}
	return console.Listed(names, and)
}

func side(order int) string { return fmt.Sprintf("%d×%[1]d", order) }

func was(n int64) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// writeLeaks says which rows stay together, and how that was checked.
func (c *Card) writeLeaks(b *bytes.Buffer) {
	b.WriteString("\n## Leaks\n\n")
	s := c.Summary
	if c.By != "" {
		fmt.Fprintf(b, "All rows with the same value of %s are in the same part, and so are rows that a chain of equal values and equal or isomorphic\npuzzles joins. ", markdown(c.By))
	}
	without := slices.DeleteFunc(slices.Clone(c.Form.Sizes()), columns.HasForm)
	if len(without) < len(c.Form.Sizes()) {
		b.WriteString("Duplicates and isomorphs of a puzzle are all in the same part. Isomorphs are puzzles that relabelling digits, permuting rows,\n" +
			"columns, bands and stacks, and transposing turn into each other. They were found by a hash that all isomorphs share.\n")
	}
	if len(without) > 0 {
		fmt.Fprintf(b, "Equal puzzles are all in the same part. Isomorphs of %s puzzles were not looked for.\n", listed(without, side, "and"))
	}
	switch {
	case s.Groups > 0:
		fmt.Fprintf(b, "\nGroups that must stay together: %s. Groups with rows in more than one part: 0, as the part is a function of the group.\n", humanize.Comma(s.Groups))
	default:
		b.WriteString("\nGroups with rows in more than one part: 0, as the part is a function of the group. The groups were not counted.\n")
	}
	if s.Old > 0 {
		fmt.Fprintf(b, "\nRows of the earlier parts: %s. They stayed in their parts, and new rows followed them.\n", humanize.Comma(s.Old))
	}
	for i, name := range c.Against {
		fmt.Fprintf(b, "\nLeft out, because the puzzle equals one of %s or is an isomorph of one: %s %s.\n", markdown(path.Base(name)), humanize.Comma(s.Leaks[i]), console.Plural(s.Leaks[i], "row"))
	}
	if s.AgainstMalformed > 0 {
		fmt.Fprintf(b, "\nMalformed records of these files were not compared: %s.\n", humanize.Comma(s.AgainstMalformed))
	}
	if len(c.Parts) > 1 {
		b.WriteString("\nTo check that again, run this for any two parts. Its counts of puzzles in other corpora must be 0.\n\n")
		last := len(c.Parts) - 1
		writeCode(b, "sh", ShellLine("sudokubatch", "check", "--isomorphs", "--against", c.Parts[last].File, c.Parts[0].File))
	}
}

func (c *Card) writeUse(b *bytes.Buffer) {
	b.WriteString("\n## Use\n\n")
	var use strings.Builder
	fmt.Fprintf(&use, "from datasets import load_dataset\n\nparts = load_dataset(%s)\n", pythonText("path/to/"+c.Name))
	for i, name := range c.splits() {
		fmt.Fprintf(&use, "parts[%s]  # %s rows\n", pythonText(name), humanize.Comma(c.Summary.Rows[i]))
	}
	writeCode(b, "python", strings.TrimSuffix(use.String(), "\n"))
}
