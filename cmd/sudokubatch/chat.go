package main

// This file writes chats, from which language models learn.

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/template"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus/owned"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A chat is one example for a language model.
type chat struct {
	Messages [2]turn `json:"messages"`
}

type turn struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// A chatRows takes the rows of chats. It checks their columns before the first row.
type chatRows struct {
	*owned.File
	rows   *bulk.Form
	prompt string
	chats  *template.Template // nil until the first row
	size   int64
}

func (c *chatRows) Write(p []byte) (n int, err error) {
	if c.chats == nil {
		if c.chats, err = c.template(*c.rows); err != nil {
			return 0, err
		}
	}
	n, err = c.File.Write(p)
	c.size += int64(n)
	return n, err
}

// chatValues are values in a prompt that are no columns.
var chatValues = []string{"number", "puzzle", "grid"}

// touching matches a puzzle in a prompt with a character that may be a cell before or after it.
var touching = regexp.MustCompile(`[\w.*?-]\{puzzle\}|\{puzzle\}[\w.*?-]`)

// template returns the template for rows of a form, or says why they cannot be chats.
func (c *chatRows) template(rows bulk.Form) (*template.Template, error) {
	l := rows.Layout
	switch {
	case l.Solution < 0:
		return nil, fmt.Errorf("--to chat: the rows have no solutions: add them first, with sudokubatch solve FILE --to csv")
	case !slices.ContainsFunc([]string{"puzzle", "grid", l.Columns[l.Puzzle].Name}, c.names):
		return nil, fmt.Errorf("--prompt %q: the puzzle is missing: want {puzzle} or {grid}", c.prompt)
	case touching.MatchString(c.prompt):
		return nil, fmt.Errorf("--prompt %q: want a space before and after {puzzle}, as other characters there can be read as cells", c.prompt)
	case slices.ContainsFunc(strings.Split(c.prompt, "\n"), func(line string) bool { return line != "{grid}" && strings.Contains(line, "{grid}") }):
		return nil, fmt.Errorf("--prompt %q: {grid} is rows: it needs lines of its own, as in $'Solve:\\n{grid}'", c.prompt)
	}
	var names []string
	for _, column := range l.Columns {
		names = append(names, column.Name)
	}
	return template.New("--prompt", c.prompt, names, chatValues...)
}

// names reports whether the prompt has the name of a value in braces.
func (c *chatRows) names(name string) bool { return strings.Contains(c.prompt, "{"+name+"}") }

// lost returns the columns of an input that are in no chat.
func (c *chatRows) lost(from bulk.Form) (names []string) {
	return slices.DeleteFunc(otherColumns(from), func(name string) bool { return !slices.Contains(chatValues, name) && c.names(name) })
}

// writeChats converts the inputs to chats.
func (c *convertCmd) writeChats(ctx context.Context, r *run.Run) (stats pipeline.Stats, err error) {
	file, err := owned.NewFile(c.TempDir)
	if err != nil {
		return stats, err
	}
	defer func() { _ = file.Close() }() // it is temporary
	rows := &chatRows{File: file, rows: r.Written(), prompt: cmp.Or(c.Prompt, "Solve this Sudoku: {puzzle}")}
	cfg := r.Config()
	cfg.OnForm = func(o pipeline.Opened) {
		r.OnForm(o)
		r.SayLost(o.Name, "a chat holds what the prompt names, and the solution", rows.lost(o.From))
	}
	cfg.To, cfg.Output = bulk.Parquet, rows
	if stats, c.repeated, err = convert.Run(ctx, cfg, c.options()); err != nil || rows.size == 0 {
		return stats, err
	}
	c.unsolved, err = rows.write(r.Answers)
	stats.Solved -= c.unsolved
	return stats, err
}

// write writes the chats, and returns the number of rows without a solution.
func (c *chatRows) write(out io.Writer) (unsolved int64, err error) {
	table, err := bulk.OpenTable(c.File, c.size, *c.rows)
	if err != nil {
		return 0, err
	}
	buffer, number := bufio.NewWriter(out), 0
	lines := json.NewEncoder(buffer)
	lines.SetEscapeHTML(false)
	for row, err := range table.Rows() {
		if err != nil {
			return unsolved, err
		}
		switch solution := make([]uint8, len(row.Puzzle)); {
		case row.Puzzle == nil: // it was said
		case !table.ReadSolution(solution, row):
			unsolved++
		default:
			number++
			if err := lines.Encode(c.chat(table.Form, row, solution, number)); err != nil {
				return unsolved, err
			}
		}
	}
	return unsolved, buffer.Flush()
}

// chat returns the chat of a row.
func (c *chatRows) chat(form bulk.Form, row *bulk.TableRow, solution []uint8, number int) chat {
	size := geometry.OfCells(len(solution)).Side()
	text := func(grid []uint8) string { return string(form.Sized(size).AppendCells(nil, grid)) }
	inRows := func(text string) string {
		for end := size; end < len(text); end += size + 1 {
			text = text[:end] + "\n" + text[end:]
		}
		return text
	}
	puzzle, answer := text(row.Puzzle), text(solution)
	if c.names("grid") {
		answer = inRows(answer)
	}
	return chat{[2]turn{{"user", c.chats.Fill(form, row, strconv.Itoa(number), puzzle, inRows(puzzle))}, {"assistant", answer}}}
}
