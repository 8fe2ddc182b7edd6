package main

// This file reads one puzzle with what a player has of it, for explain and hint.

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// stateFlags are the flags for what a player has of one puzzle. The tags hold their help.
type stateFlags struct {
	State string `brief:"" placeholder:"GRID|FILE" help:"Begin with the player's grid. Give its cells, clues and entries, or a file with it."`
	Marks string `brief:"" placeholder:"MARKS|FILE" help:"Use the player's candidates. Give a character for each digit of each cell, 729 in 9×9, with a dot for each digit that is not noted, or a file with them or a drawn grid. A cell without marks has all candidates."`
	Full  bool   `brief:"" help:"Print chains of more than 12 links in full."`
}

// words returns a step in words.
func (c *stateFlags) words(s *explain.Step) string {
	if c.Full {
		return s.String()
	}
	return s.Short()
}

// read returns the chosen record of the inputs, with the state and marks that the flags or its columns
// give. Its Cells are nil if there is no state. With candidates it also reads puzzles that are given so,
// and returns them in *candidates.
func (c *stateFlags) read(ctx context.Context, in *run.InputFlags, box run.Box, verb string, record int64, candidates *[]uint32) (s explain.State, err error) {
	if len(in.Inputs) == 0 {
		in.Inputs = []string{"-"}
	}
	use, hints := pipeline.UsePuzzles, in.Hints()
	hints.Box = box.Box
	if in.States != nil {
		use = pipeline.UseColumns
	}
	var fault error
	stats, err := pipeline.Each(ctx, pipeline.Config{
		Inputs: in.Sources(verb), From: in.From.Kind, Hints: hints, Use: use, Candidates: candidates != nil, Range: pipeline.Range{First: record, Last: record},
		Hooks: pipeline.Hooks{
			OnFault:      func(f *model.SyntaxError) { copied := *f; fault = &copied },
			OnUnreadable: func(err error) { fault = err },
		},
	}, func(b *pipeline.Batch, _ pipeline.Place) error {
		n := b.Records.Order * b.Records.Order
		if in.States != nil && n > 0 {
			if s, err = solve.FirstState(b); err != nil {
				return err
			}
		} else if n > 0 && len(b.Records.Cells) >= n {
			s.Puzzle, s.Board = slices.Clone(b.Records.Cells[:n]), b.From.Board()
			if candidates != nil && len(b.Records.Candidates) > 0 {
				*candidates = slices.Clone(b.Records.Candidates[:n])
			}
		}
		if s.Puzzle == nil {
			return nil
		}
		return pipeline.ErrEnough
	})
	switch {
	case s.Puzzle != nil && (err == nil || errors.Is(err, pipeline.ErrEnough)):
		return s, c.override(&s)
	case err != nil && !errors.Is(err, pipeline.ErrEnough):
		return s, err
	case fault != nil:
		return s, fault
	}
	return s, fmt.Errorf("--record %d: the input has only %s", record, humanize.Comma(stats.Counted))
}

// override sets the state and the marks that the flags give.
func (c *stateFlags) override(s *explain.State) error {
	if c.State != "" {
		text, no, err := textOf(c.State)
		if err != nil {
			return fmt.Errorf("--state: %w", err)
		}
		cells, err := formats.Parse(text, geometry.OfCells(len(s.Puzzle)).Side())
		if err != nil {
			return fmt.Errorf("--state: %s%w", no, err)
		}
		s.Cells = cells
	}
	if c.Marks != "" {
		text, no, err := textOf(c.Marks)
		if err != nil {
			return fmt.Errorf("--marks: %w", err)
		}
		if err := columns.ReadMarks(s, text); err != nil {
			return fmt.Errorf("--marks: %s%w", no, err)
		}
	}
	return nil
}

// textOf returns the content of a file if there is one of that name. Otherwise it returns the name, which
// is the text, and what a message about it begins with.
func textOf(name string) (text, noFile string, err error) {
	content, err := outfile.ReadSmall(name, mostState)
	switch {
	case errors.Is(err, outfile.ErrLarge):
		return "", "", err
	case err != nil:
		return name, "no such file, and ", nil
	}
	return string(content), "", nil
}

// mostState is the most bytes of a file with one grid or its marks.
const mostState = 1 << 20

// hintFor returns the hint for a state, or says why there is none.
func hintFor(s explain.State, scale explain.Scale) (h explain.Hint, why string) {
	engine, err := solver.New(s.Board.Side(), solver.Options{Box: s.Board, Limit: 2})
	if err != nil {
		return h, err.Error()
	}
	solution := slices.Clone(s.Puzzle)
	result := engine.Solve(solution)
	if why = solve.WhyNoHint(result.Status); why != "" {
		return h, why
	}
	if s.Cells == nil {
		s.Cells = s.Puzzle
	}
	return explain.New(explain.Options{Scale: scale, MaxWork: explain.GenerousWork}).Hint(s, solution), ""
}
