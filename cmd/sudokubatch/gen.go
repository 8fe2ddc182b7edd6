package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A genCmd is the verb gen. The tags of the fields are its help.
type genCmd struct {
	Count *uint64 `brief:"" short:"n" placeholder:"N" help:"Make N puzzles, such as 5000 or 20k. Default: 1000."`
	Seed  uint64  `brief:"" default:"1" placeholder:"N" help:"Make different puzzles with another seed. Default: ${default}."`

	Tries uint64 `placeholder:"N" help:"Give up a puzzle after N tries. Default: 1M (16×16: 10k), and a tenth for the first puzzle of a wish such as --tier or --where."`

	Size       run.Sizes `aliases:"order" brief:"" complete:"orders" placeholder:"N" help:"Make N×N puzzles, or isomorphs of them. Any of ${orders}. Default: 9; isomorphs of 9×9 and 16×16, detected."`
	Box        run.Box   `placeholder:"RxC" help:"Boxes have R rows and C columns, such as 3x2. Default: 2x3 for 6×6, 2x4, 3x3, 3x4 and so on."`
	MinGuesses uint64    `brief:"" placeholder:"N" help:"Keep puzzles that take at least N guesses."`
	MaxGuesses *uint64   `placeholder:"N" help:"Keep puzzles that take at most N guesses."`
	Solutions  bool      `brief:"" help:"Write each puzzle with its solution. A line holds puzzle,solution. An .npy file holds pairs, an .npz file the arrays puzzles and solutions."`

	wishFlags `group:"Kinds of puzzles"`

	Partial int `placeholder:"N" help:"Also write N states on the way to the solution of each puzzle. Needs a table. Its columns are puzzle, solution, partial (the number of blanks filled, 0 for the puzzle itself) and group (the number of the puzzle)."`

	Add []string `complete:"columns" placeholder:"COLUMN" help:"Add columns to the rows of new puzzles, as label does. Any of ${columns}. Needs a table such as --to csv."`

	IsomorphsOf  []string `group:"Isomorphs" brief:"" complete:"inputs" sep:"none" placeholder:"FILE" help:"Make random isomorphs of this file's puzzles. Gen takes the puzzles in turn until it made --count isomorphs. May be repeated."`
	Each         *uint64  `group:"Isomorphs" brief:"" placeholder:"N" help:"Make N isomorphs of each puzzle. They keep the order and all columns of the input. Needs --isomorphs-of."`
	KeepOriginal bool     `group:"Isomorphs" help:"Write each puzzle before its isomorphs. Needs --each."`
	HRM          string   `group:"Isomorphs" name:"hrm" placeholder:"DIR" help:"Write a dataset for HRM and TRM here. DIR gets all__inputs.npy, all__labels.npy (the solutions) and so on; the folder above it gets identifiers.json. Needs --each. Not with --output."`

	From           run.Form   `group:"Input" complete:"forms" placeholder:"FORM" help:"Read files in this form. Any of ${forms}. Default: detected for each file."`
	Column         string     `group:"Input" placeholder:"NAME|N" help:"Take puzzles from this column. Give its name or number. Default: a usual name, or the first column that holds grids."`
	SolutionColumn string     `group:"Input" placeholder:"NAME|N" help:"Take solutions from this column. Give its name or number."`
	Digits         run.Digits `group:"Input" complete:"digits" placeholder:"DIGITS" help:"Read 16×16 digits as A-P, 1-G or 0-F. Default: detected."`
	MaxWindow      run.Size   `group:"Input" default:"64MiB" placeholder:"SIZE" help:"Accept zstd windows and xz dictionaries up to SIZE. They take memory. Default: ${default}."`

	RequireChecksum bool `group:"Input" help:"Refuse zstd and xz inputs without checksums. If a run needs only part of an input, it still reads up to the next checksum."`

	run.TargetFlags
	run.OutputFlags
	parts.PartFlags
	run.ScaleFlag `group:"Kinds of puzzles"`

	made *gen.Config // the options and wishes for new puzzles; nil for isomorphs
}

// Help returns the text that follows the summary in the long help.
func (genCmd) Help() string {
	return `Every new puzzle has exactly one solution. Puzzle number i depends only on the flags, the seed and i. So the output is the same
on every machine, with any number of workers, and a larger --count only appends puzzles.

The number of guesses measures difficulty, as in solve --limit 2; tier, er and rating as in label. The run fails if it
finds no puzzle that the flags allow in --tries. The tries are counted for each puzzle, so the result does not depend on the
machine.

Symmetries: rotational (half a turn), quarter (a quarter of a turn), mirror (left and right), mirrors (also top and bottom),
diagonal, diagonals (both), full (all of these).

With --partial N, a random order of the blanks is drawn for each puzzle, from the seed and its number. State k of N has the first
k/(N+1) of them filled with the right digits. So the states of a puzzle are nested; split --by group keeps them together.

With --each, gen reads the files once, in order, and writes all isomorphs of a puzzle one after the other. An isomorph depends
only on the seed, the number of the record and its own number. A table keeps all columns, with the isomorph in the columns of
the puzzle and the solution. It gains three columns: group (the number of the record), isomorph (0 is the puzzle itself) and
seed. In the form line a known solution follows its puzzle. If gen writes a solution, it must be unique; otherwise gen leaves out
the puzzle.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or had no unique solution, or some files
were unreadable; 128 + signal interrupted.`
}

// Examples returns the commands that the help shows, one per line.
func (genCmd) Examples() string {
	return `sudokubatch gen --count 20k -o new.txt.zst
sudokubatch gen --symmetry rotational --clues 24..30 --tier easy
sudokubatch gen --isomorphs-of train.csv --each 10 -o more.parquet`
}

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *genCmd) Validate() error {
	flags := c.inputs()
	if err := cmp.Or(flags.Validate(), c.validateCombination(), c.CheckTarget(c.Output)); err != nil {
		return err
	}
	if len(c.IsomorphsOf) == 0 {
		if to := c.kind(); to != 0 {
			if _, err := to.Form(c.options().Order); err != nil {
				return fmt.Errorf("--to: %w", err)
			}
		}
		if err := c.complete(); err != nil {
			return err
		}
	}
	return flags.ValidateParts(&c.PartFlags, true)
}

// validateCombination returns an error if flags cannot be combined.
func (c *genCmd) validateCombination() error {
	if _, err := columns.Parse(c.Add); err != nil {
		return fmt.Errorf("--add: %w", err)
	}
	const made = "--tries, --clues, --symmetry, --tier, --er, --rating, --technique, --contains, --where, --per, --min-guesses or --max-guesses"
	isMade := c.Tries != 0 || c.given() || c.MinGuesses != 0 || c.MaxGuesses != nil
	each, isomorphs := c.Each != nil, len(c.IsomorphsOf) > 0
	switch kind := c.kind(); {
	case each && isMade:
		return errors.New("--each cannot be combined with " + made)
	case !each && (c.KeepOriginal || c.HRM != ""):
		return errors.New("--keep-original and --hrm need --each")
	case each && !isomorphs:
		return errors.New("--each needs --isomorphs-of")
	case each && c.Count != nil:
		return errors.New("--each cannot be combined with --count")
	case each && *c.Each > gen.MostEach:
		return fmt.Errorf("--each %d: want at most %d", *c.Each, int64(gen.MostEach))
	case each && *c.Each == 0 && !c.KeepOriginal:
		return errors.New("--each 0 makes nothing: add --keep-original")
	case c.HRM == "-":
		return errors.New("--hrm -: a dataset has several files: name a folder")
	case c.HRM != "" && (c.Resume || c.Shard.Set()):
		return errors.New("--hrm cannot be combined with --resume or --shard")
	case c.HRM != "" && (c.Output != "-" || c.To.Kind != 0):
		return errors.New("--hrm cannot be combined with --output or --to")
	case isomorphs && !each && c.Solutions:
		return errors.New("--solutions with --isomorphs-of needs --each")
	case isomorphs && isMade:
		return errors.New("--isomorphs-of cannot be combined with " + made)
	case !isomorphs && c.From.Kind != 0:
		return errors.New("--from needs --isomorphs-of")
	case !isomorphs && !reflect.DeepEqual(c.inputs().Hints(), model.Hints{}):
		return errors.New("--column, --solution-column and --digits need --isomorphs-of")
	case c.Partial < 0 || c.Partial > gen.MostPartial:
		return fmt.Errorf("--partial %d: want 1 to %d", c.Partial, gen.MostPartial)
	case c.Partial > 0 && isomorphs:
		return errors.New("--partial cannot be combined with --isomorphs-of")
	case c.Partial > 0 && !kind.IsTable():
		return errors.New("--partial needs a table: choose --to csv, or a name such as states.parquet")
	case len(c.Add) > 0 && (isomorphs || c.Partial > 0):
		return errors.New("--add cannot be combined with --isomorphs-of or --partial: label the output afterwards, with sudokubatch label --add " + strings.Join(c.Add, ","))
	case len(c.Add) > 0 && !kind.IsTable():
		return errors.New("--add needs a table: choose --to csv, or a name such as new.parquet")
	case slices.ContainsFunc(c.Add, func(name string) bool { return name == "puzzle" || name == "file" || name == "solution" }):
		return errors.New("--add: gen itself writes the puzzle, and with --solutions the solution: leave out puzzle, solution and file")
	case c.Per != "" && c.Count != nil:
		return errors.New("--per cannot be combined with --count: it says how many puzzles to make")
	case !isomorphs && len(c.Size.Sides) > 1:
		return errors.New("--size: new puzzles have one size; several are for --isomorphs-of")
	case c.Solutions && c.HRM == "" && kind != 0 && !kind.HoldsSolutions():
		return fmt.Errorf("--solutions cannot be written as %v: choose --to line, npy or a table such as csv", kind)
	case c.Shard.Set() && outfile.IsNpz(c.Output):
		return errors.New("--shard cannot write .npz: use --output DIR/.npy, and give merge the name of an .npz file")
	}
	return nil
}

// inputs returns the flags for inputs and outputs, as other verbs have them.
func (c *genCmd) inputs() *run.Flags {
	var sizes run.Sizes
	if len(c.IsomorphsOf) > 0 {
		sizes = c.Size
	}
	return &run.Flags{
		InputFlags: run.InputFlags{
			Size: sizes, Inputs: c.IsomorphsOf, From: c.From, Column: c.Column, SolutionColumn: c.SolutionColumn, Digits: c.Digits,
			MaxWindow: c.MaxWindow, RequireChecksum: c.RequireChecksum,
		},
		OutputFlags: c.OutputFlags, Box: c.Box,
	}
}

// kind returns the form of the output, or 0.
func (c *genCmd) kind() bulk.Kind {
	if outfile.IsNpz(c.Output) && c.Partial == 0 {
		return cmp.Or(c.To.Kind, bulk.Npy)
	}
	return c.Kind(c.Output)
}

// count returns how many puzzles to make.
func (c *genCmd) count() uint64 {
	switch {
	case c.Per != "":
		return c.made.Count
	case c.Count == nil:
		return 1000
	}
	return *c.Count
}

// complete sets what follows from the flags for new puzzles, and checks it.
func (c *genCmd) complete() error {
	cfg := gen.Config{Options: c.options(), Scale: c.Of()}
	var err error
	if err = c.apply(&cfg, c.Of()); err != nil {
		return err
	}
	c.made = &cfg
	return cfg.Check()
}

// options returns the options for new puzzles, without wishes.
func (c *genCmd) options() generate.Options {
	opts := generate.Options{Order: 9, Box: c.Box.Box, Seed: c.Seed, MinGuesses: c.MinGuesses, MaxTries: int(min(c.Tries, math.MaxInt))}
	if len(c.Size.Sides) == 1 {
		opts.Order = c.Size.Sides[0]
	}
	if c.MaxGuesses != nil {
		opts.MaxGuesses, opts.Easy = *c.MaxGuesses, *c.MaxGuesses == 0
	}
	return opts
}

// Run makes the puzzles.
func (c *genCmd) Run(ctx context.Context) error {
	if c.Each != nil {
		return c.augment(ctx)
	}
	goal := parts.Goal{Engine: solver.Auto, Limit: 2, Solved: "made, each with one solution"}
	if len(c.IsomorphsOf) > 0 {
		goal.Limit, goal.Solved = 0, "made, as isomorphs"
	}
	j := c.job(c.count())
	j.Pipe = func(ctx context.Context, r *run.Run) (run.Outcome, error) {
		stats, err := c.make(ctx, r)
		return run.Outcome{Stats: stats, Goal: goal}, err
	}
	return c.inputs().Do(ctx, j)
}

// job returns a job that makes so many puzzles; 0 is an unknown number.
func (c *genCmd) job(makes uint64) *run.Job {
	return &run.Job{
		Verb: "gen", Answers: &run.Answers{Kind: c.kind(), Puzzles: true},
		Parts: parts.Work{Flags: &c.PartFlags, Makes: &makes},
	}
}

// make makes the puzzles, new ones or isomorphs.
func (c *genCmd) make(ctx context.Context, r *run.Run) (pipeline.Stats, error) {
	first, end := r.Part.Numbers(c.count())
	cfg := gen.Config{Config: r.Config(), Count: end, First: first, Options: c.options(), Solutions: c.Solutions, Partial: c.Partial}
	var err error
	if cfg.Added, err = columns.Parse(c.Add); err != nil {
		return pipeline.Stats{}, err
	}
	cfg.Added, cfg.Scale = columns.OnScale(cfg.Added, c.Of()), c.Of()
	if c.made != nil {
		cfg.Options, cfg.Wishes, cfg.Where = c.made.Options, c.made.Wishes, c.made.Where
	}
	cfg.OnForm = func(o pipeline.Opened) {
		r.SayDoubts(o)
		r.SayLost(o.Name, "only --each keeps them", o.Lost)
	}
	if len(c.IsomorphsOf) == 0 {
		cfg.Inputs = nil
	}
	cfg.OnHeader = func(header []byte, first bulk.Form) { r.SetHead(first, header, gen.Header(first, c.count())) }
	began := time.Now()
	stats, err := gen.Run(ctx, cfg)
	if errors.Is(err, generate.ErrNotMade) {
		err = fmt.Errorf("%w; made %s of %s puzzles%s: ask for less, or allow more --tries", err,
			humanize.Comma(stats.Solved), humanize.Comma(int64(c.count())), triesOf(r.Progress, time.Since(began)))
	}
	return r.ReadOnce(stats), err
}

// triesOf says how many tries a run took so far, if it counts them.
func triesOf(p *pipeline.Progress, took time.Duration) string {
	n := p.Tried.Load()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" in %s tries, %s/s", humanize.Comma(n), console.PerSecond(float64(n), took.Seconds()))
}
