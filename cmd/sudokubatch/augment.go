package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/augment"
	"github.com/sudokubatch/sudokubatch/solver"
)

// An augmentCmd is the verb augment. The tags of the fields are its help.
type augmentCmd struct {
	run.Flags
	run.RangeFlags
	run.TargetFlags
	parts.ShardFlag

	Count        *uint64 `brief:"" short:"n" placeholder:"N" help:"Make N isomorphs: of each puzzle in turn, round after round."`
	Each         *uint64 `brief:"" placeholder:"N" help:"Make N isomorphs of each puzzle. They keep the order and all columns of the input."`
	KeepOriginal bool    `brief:"" help:"Write each puzzle before its isomorphs. Needs --each."`
	Solutions    bool    `brief:"" help:"Write each puzzle with its solution. A line holds puzzle,solution. An .npy file holds pairs, an .npz file the arrays puzzles and solutions. Needs --each."`
	HRM          string  `name:"hrm" brief:"" placeholder:"DIR" help:"Write a dataset for HRM and TRM here. DIR gets all__inputs.npy, all__labels.npy (the solutions) and so on; the folder above it gets identifiers.json. Needs --each. Not with --output."`
	Seed         uint64  `brief:"" default:"1" placeholder:"N" help:"Make other isomorphs with another seed. Default: ${default}."`
}

func (augmentCmd) Help() string {
	return `With --each, augment reads the files once, in order, and writes all isomorphs of a puzzle one after the other. An isomorph depends
only on the seed, the number of the record and its own number. A table keeps all columns, with the isomorph in the columns of
the puzzle and the solution. It gains three columns: group (the number of the record), isomorph (0 is the puzzle itself) and
seed. In the form line a known solution follows its puzzle. If augment writes a solution, it must be unique; otherwise augment
leaves out the puzzle.

With --count, augment takes the puzzles in turn until it made as many isomorphs, and writes puzzles alone.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or had no unique solution, or some files
were unreadable; 128 + signal interrupted.`
}

func (augmentCmd) Examples() string {
	return `sudokubatch augment train.csv --each 10 -o more.parquet
sudokubatch augment train.csv --each 2 --solutions -o more.npz
sudokubatch augment hard.txt --count 20k -o many.txt`
}

func (c *augmentCmd) Validate() error {
	c.Choose(c.RangeFlags, run.WhereFlag{})
	return cmp.Or(c.Flags.Validate(), c.validate(), c.CheckTarget(c.Output), c.ValidateParts(c.Alone()))
}

// validate returns an error if the flags of augment alone cannot be combined.
func (c *augmentCmd) validate() error {
	switch kind, each := c.kind(), c.Each != nil; {
	case each == (c.Count != nil):
		return errors.New("want --each N for N isomorphs of each puzzle, or --count N for N isomorphs of all puzzles in turn")
	case !each && (c.KeepOriginal || c.Solutions || c.HRM != ""):
		return errors.New("--keep-original, --solutions and --hrm need --each")
	case each && *c.Each > augment.MostEach:
		return fmt.Errorf("--each %d: want at most %d", *c.Each, int64(augment.MostEach))
	case each && *c.Each == 0 && !c.KeepOriginal:
		return errors.New("--each 0 makes nothing: add --keep-original")
	case c.HRM == "-":
		return errors.New("--hrm -: a dataset has several files: name a folder")
	case c.HRM != "" && c.Shard.Set():
		return errors.New("--hrm cannot be combined with --shard")
	case c.HRM != "" && (c.Output != "-" || c.To.Kind != 0):
		return errors.New("--hrm cannot be combined with --output or --to")
	case c.HRM == "":
		return checkHolds(c.Solutions, kind)
	}
	return nil
}

// checkHolds returns an error if puzzles have solutions and a form cannot hold them.
func checkHolds(solutions bool, kind bulk.Kind) error {
	if solutions && kind != 0 && !kind.HoldsSolutions() {
		return fmt.Errorf("--solutions cannot be written as %v: choose --to line, npy or a table such as csv", kind)
	}
	return nil
}

// kind returns the form of the output, or 0.
func (c *augmentCmd) kind() bulk.Kind { return kindOfMade(&c.TargetFlags, c.Output) }

// kindOfMade returns the form of an output for made puzzles, or 0. An .npz file is made of an array.
func kindOfMade(c *run.TargetFlags, output string) bulk.Kind {
	if outfile.IsNpz(output) {
		return cmp.Or(c.To.Kind, bulk.Npy)
	}
	return c.Kind(output)
}

// Run makes the isomorphs.
func (c *augmentCmd) Run(ctx context.Context) error {
	if c.Each != nil {
		return c.each(ctx)
	}
	j := c.job(*c.Count)
	j.Pipe = func(ctx context.Context, r *run.Run) (run.Outcome, error) {
		cfg := augment.TurnsConfig{Config: r.Config(), Seed: c.Seed, OnHeader: onHeader(r, *c.Count)}
		cfg.First, cfg.Count = r.Part.Numbers(*c.Count)
		cfg.OnForm = func(o pipeline.Opened) {
			r.SayDoubts(o)
			r.SayLost(o.Name, "only --each keeps them", o.Lost)
		}
		stats, err := augment.Turns(ctx, cfg)
		return run.Outcome{Stats: r.ReadOnce(stats), Goal: parts.Goal{Engine: solver.Auto, Solved: "made, as isomorphs"}}, err
	}
	return c.Do(ctx, j)
}

// job returns a job that makes so many puzzles; 0 is an unknown number.
func (c *augmentCmd) job(makes uint64) *run.Job {
	return &run.Job{
		Verb: "augment", Answers: &run.Answers{Kind: c.kind(), Puzzles: true},
		Parts: parts.Work{Flags: c.Alone(), Makes: &makes},
	}
}

// each makes isomorphs of each puzzle, for --each.
func (c *augmentCmd) each(ctx context.Context) error {
	j := c.job(0)
	cfg := augment.Config{Each: *c.Each, Seed: c.Seed, Original: c.KeepOriginal, Solutions: c.Solutions}
	if c.Shard.Set() {
		err := parts.CheckAgain("--shard", c.Inputs...) // before augment.Rows reads them
		if err != nil {
			return err
		}
		cfg.Inputs, cfg.From, cfg.Hints, cfg.To = c.Sources("augment"), c.From.Kind, c.Hints(), c.kind()
		if *j.Parts.Makes, err = augment.Rows(ctx, cfg); err != nil {
			return err
		}
	}
	j.Pipe = func(ctx context.Context, r *run.Run) (run.Outcome, error) {
		var end uint64
		output, onForm := cfg.Output, cfg.OnForm
		cfg.Config = r.Config()
		cfg.To, cfg.OnLeftOut = c.kind(), r.OnLeftOut // a dataset is made of the form of the inputs
		if output != nil {
			cfg.Output, cfg.OnForm = output, onForm
		}
		if cfg.First, end = r.Part.Numbers(*j.Parts.Makes); c.Shard.Set() {
			cfg.End = &end
		}
		stats, err := augment.Run(ctx, cfg)
		return run.Outcome{
			Stats: r.ReadOnce(stats), Goal: parts.Goal{Engine: solver.Auto, Limit: 2, Solved: "written"},
			Bad: stats.Multiple+stats.NoSolution+stats.Contradiction+stats.GaveUp > 0, // records were left out
		}, err
	}
	if c.HRM == "" {
		return c.Do(ctx, j)
	}
	return c.dataset(ctx, j, &cfg)
}

// dataset runs the job with the files of a dataset as its outputs. It makes the folder.
func (c *augmentCmd) dataset(ctx context.Context, j *run.Job, cfg *augment.Config) error {
	identifiers, err := identifiersIn(outfile.Parent(c.HRM), "--hrm "+c.HRM, c.Force)
	if err != nil {
		return err
	}
	remove, err := outfile.MakeFolder(c.HRM)
	if err != nil {
		return err
	}
	c.Output, j.Answers.Kind = outfile.Join(c.HRM, inputsName), bulk.Npy
	j.More = append(datasetFiles(c.HRM), identifiers)
	d := augment.Dataset{Order: 9}
	cfg.Pairs = true
	pipe := j.Pipe
	perGroup := int64(*c.Each)
	if c.KeepOriginal {
		perGroup++
	}
	j.Pipe = func(ctx context.Context, r *run.Run) (run.Outcome, error) {
		d.Inputs, d.Labels, cfg.Output = r.Answers, r.More[0], &d
		cfg.OnForm = func(o pipeline.Opened) {
			d.Order = o.To.Order
			r.OnForm(o)
		}
		found, err := pipe(ctx, r)
		found.Finish = func() error {
			if err := finishDataset(&d, perGroup, r.More); err != nil {
				return err
			}
			if err := writeIdentifiers(r.More[5]); err != nil {
				return err
			}
			return r.More[0].Rewrite(d.Header(), 0) // run writes the header of the inputs
		}
		return found, err
	}
	if err = c.Do(ctx, j); err != nil {
		remove()
	}
	return err
}
