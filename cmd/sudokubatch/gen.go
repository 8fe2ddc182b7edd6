package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
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

	Tries     *uint64   `placeholder:"N" help:"Give up a puzzle after N tries. Default: 1M (16×16: 10k), and a tenth for the first puzzle of a wish such as --tier or --where."`
	Size      run.Sizes `aliases:"order" brief:"" complete:"orders" placeholder:"N" help:"Make N×N puzzles. Any of ${orders}. Default: 9."`
	Box       run.Box   `placeholder:"RxC" help:"Boxes have R rows and C columns, such as 3x2. Default: 2x3 for 6×6, 2x4, 3x3, 3x4 and so on."`
	Solutions bool      `brief:"" help:"Write each puzzle with its solution. A line holds puzzle,solution. An .npy file holds pairs, an .npz file the arrays puzzles and solutions."`
	Add       []string  `complete:"columns" placeholder:"COLUMN" help:"Add columns to the rows, as label does. Any of ${columns}. Needs a table such as --to csv."`

	options.Wishes `group:"Kinds of puzzles"`

	run.TargetFlags
	run.OutputFlags
	parts.PartFlags
	run.ScaleFlag `group:"Kinds of puzzles"`

	made *gen.Config // the options and wishes
}

func (genCmd) Help() string {
	return `Every new puzzle has exactly one solution. Puzzle number i depends only on the flags, the seed and i. So the output is the same
on every machine, with any number of workers, and a larger --count only appends puzzles.

The number of guesses measures difficulty, as in solve --limit 2; tier, er and rating as in label. The run fails if it
finds no puzzle that the flags allow in --tries. The tries are counted for each puzzle, so the result does not depend on the
machine.

Symmetries: rotational (half a turn), quarter (a quarter of a turn), mirror (left and right), mirrors (also top and bottom),
diagonal, diagonals (both), full (all of these).

Augment makes isomorphs of puzzles that you have.

Exit codes: 0 done; 1 failed; 2 wrong usage; 128 + signal interrupted.`
}

func (genCmd) Examples() string {
	return `sudokubatch gen --count 20k -o new.txt.zst
sudokubatch gen --symmetry rotational --clues 24..30 --tier easy
sudokubatch gen --where 'guesses >= 5 and clues <= 24' --to csv`
}

func (c *genCmd) Validate() error {
	flags := c.flags()
	if err := cmp.Or(flags.Validate(), c.validate(), c.CheckTarget(c.Output)); err != nil {
		return err
	}
	if to := c.kind(); to != 0 {
		if _, err := to.Form(c.options().Order); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
	}
	return cmp.Or(c.complete(), flags.ValidateParts(&c.PartFlags))
}

// validate returns an error if the flags of gen alone cannot be combined.
func (c *genCmd) validate() error {
	if _, err := columns.Parse(c.Add); err != nil {
		return fmt.Errorf("--add: %w", err)
	}
	switch kind := c.kind(); {
	case len(c.Add) > 0 && !kind.IsTable():
		return errors.New("--add needs a table: choose --to csv, or a name such as new.parquet")
	case slices.ContainsFunc(c.Add, func(name string) bool { return name == "puzzle" || name == "file" || name == "solution" }):
		return errors.New("--add: gen itself writes the puzzle, and with --solutions the solution: leave out puzzle, solution and file")
	case c.Tries != nil && *c.Tries == 0:
		return errors.New("--tries 0: want 1 or more")
	case c.Per != "" && c.Count != nil:
		return errors.New("--per cannot be combined with --count: it says how many puzzles to make")
	case len(c.Size.Sides) > 1:
		return errors.New("--size: new puzzles have one size")
	case c.Shard.Set() && outfile.IsNpz(c.Output):
		return errors.New("--shard cannot write .npz: use --output DIR/.npy, and give merge the name of an .npz file")
	default:
		return checkHolds(c.Solutions, kind)
	}
}

// flags returns the flags for outputs, as verbs with inputs have them.
func (c *genCmd) flags() *run.Flags {
	return &run.Flags{OutputFlags: c.OutputFlags, Box: c.Box, ReadsNothing: true}
}

// kind returns the form of the output, or 0.
func (c *genCmd) kind() bulk.Kind { return kindOfMade(&c.TargetFlags, c.Output) }

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
	if err := cmp.Or(c.ReadPatterns(), c.Apply(&cfg, c.Of())); err != nil {
		return err
	}
	c.made = &cfg
	return cfg.Check()
}

// options returns the options for new puzzles, without wishes.
func (c *genCmd) options() generate.Options {
	opts := generate.Options{Order: 9, Box: c.Box.Box, Seed: c.Seed}
	if c.Tries != nil {
		opts.MaxTries = int(min(*c.Tries, math.MaxInt))
	}
	if len(c.Size.Sides) == 1 {
		opts.Order = c.Size.Sides[0]
	}
	return opts
}

// Run makes the puzzles.
func (c *genCmd) Run(ctx context.Context) error {
	makes := c.count()
	c.sayRare(makes)
	return c.flags().Do(ctx, &run.Job{
		Verb: "gen", Answers: &run.Answers{Kind: c.kind(), Puzzles: true}, Parts: parts.Work{Flags: &c.PartFlags, Makes: &makes},
		Pipe: func(ctx context.Context, r *run.Run) (run.Outcome, error) {
			stats, err := c.make(ctx, r, makes)
			return run.Outcome{Stats: stats, Goal: parts.Goal{Engine: solver.Auto, Limit: 2, Solved: "made, each with one solution"}}, err
		},
	})
}

func (c *genCmd) make(ctx context.Context, r *run.Run, count uint64) (pipeline.Stats, error) {
	added, err := columns.Parse(c.Add)
	if err != nil {
		return pipeline.Stats{}, err
	}
	cfg := gen.Config{
		Config: r.Config(), Options: c.made.Options, Wishes: c.made.Wishes, Solutions: c.Solutions,
		Added: columns.OnScale(added, c.Of()), Scale: c.Of(), OnHeader: onHeader(r, count),
	}
	cfg.Where = c.made.Where
	cfg.First, cfg.Count = r.Part.Numbers(count)
	began := time.Now()
	stats, err := gen.Run(ctx, cfg)
	if errors.Is(err, generate.ErrNotMade) {
		err = fmt.Errorf("%w; made %s of %s puzzles%s: ask for less, or allow more --tries", err,
			humanize.Comma(stats.Solved), humanize.Comma(int64(count)), triesOf(r.Progress, time.Since(began)))
	}
	return stats, err
}

// sayRare says how many tries a puzzle with few clues takes.
func (c *genCmd) sayRare(count uint64) {
	opts := &c.made.Options
	tries, more := opts.TriesEach()
	if c.Quiet || count == 0 || tries < 1000 {
		return
	}
	about := "about"
	if more {
		about = "more than"
	}
	console.Say("gen: a puzzle with %d clues takes %s %s tries, and is given up after %s", opts.Clues, about, humanize.Comma(int64(tries)), humanize.Comma(int64(opts.Tries())))
}

// onHeader returns a hook that sets the header of a part. All parts together have count puzzles.
func onHeader(r *run.Run, count uint64) func(header []byte, form bulk.Form) {
	return func(header []byte, form bulk.Form) { r.SetHead(form, header, form.AppendCountedHeader(nil, count)) }
}

// triesOf says how many tries a run took so far, if it counts them.
func triesOf(p *pipeline.Progress, took time.Duration) string {
	n := p.Tried.Load()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" in %s tries, %s/s", humanize.Comma(n), console.PerSecond(float64(n), took.Seconds()))
}
