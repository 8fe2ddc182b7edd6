package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/solver"
)

// augmentFlags are the flags of gen that make many isomorphs of each puzzle.
type augmentFlags struct {
	Each         *uint64 `group:"Isomorphs" brief:"" placeholder:"N" help:"Make N isomorphs of each puzzle in these files. One after the other, rather than of each in turn; with their solutions and all other columns."`
	KeepOriginal bool    `group:"Isomorphs" help:"With --each: write each puzzle as it was before its isomorphs."`
	HRM          string  `group:"Isomorphs" name:"hrm" placeholder:"DIR" help:"With --each: write a dataset for HRM and TRM into this folder, in place of --output: DIR/all__inputs.npy and so on, with solutions as labels, and identifiers.json into the folder above."`
}

// validateEach looks at the flags that go with --each.
func (c *genCmd) validateEach() error {
	switch {
	case c.Each == nil:
		return errors.New("--keep-original and --hrm need --each")
	case len(c.IsomorphsOf) == 0:
		return errors.New("--each needs --isomorphs-of")
	case c.Count != nil:
		return errors.New("--each cannot be combined with --count")
	case c.Mutate:
		return errors.New("--each cannot be combined with --mutate")
	case *c.Each > gen.MostEach:
		return fmt.Errorf("--each %d is more than %d", *c.Each, int64(gen.MostEach))
	case *c.Each == 0 && !c.KeepOriginal:
		return errors.New("--each 0 makes nothing without --keep-original")
	case c.HRM == "-":
		return errors.New("--hrm -: a dataset is several files: name a folder")
	case c.HRM != "" && (c.Resume || c.Shard.Set()):
		return errors.New("--hrm cannot be combined with --resume or --shard")
	case c.HRM != "" && (c.Output != "-" || c.To.Kind != 0):
		return errors.New("--hrm cannot be combined with --output or --to")
	case c.Solutions && c.HRM == "":
		if err := c.validateSolutions(); err != nil {
			return err
		}
	}
	return c.CheckTarget(c.Output)
}

// augment makes isomorphs of each puzzle.
func (c *genCmd) augment(ctx context.Context) error {
	left := false // out
	j := &run.Job{
		Verb: "gen", Kind: c.kind(), Engine: solver.Auto, NoInputs: true, Limit: 2, Solved: "written", Puzzles: true,
		Bad: func() bool { return left }, Part: &c.PartFlags, Numbered: true,
	}
	cfg := gen.AugmentConfig{Each: *c.Each, Seed: c.Seed, Original: c.KeepOriginal, Solutions: c.Solutions}
	flags := c.inputs()
	if c.Shard.Set() {
		err := flags.CheckAgain("--shard") // before they are read
		if err != nil {
			return err
		}
		cfg.Inputs, cfg.From, cfg.Hints, cfg.To = flags.Sources("gen"), c.From.Kind, flags.Hints(), c.kind()
		if j.Makes, err = gen.Rows(ctx, cfg); err != nil {
			return err
		}
	}
	j.Pipe = func(ctx context.Context, r *run.Run) (pipeline.Stats, error) {
		var end uint64
		output, onForm := cfg.Output, cfg.OnForm
		cfg.Config = r.Config()
		cfg.To, cfg.OnLeftOut = c.kind(), r.OnLeftOut
		if output != nil {
			cfg.Output, cfg.OnForm = output, onForm
		}
		if cfg.First, end = r.Numbers(j.Makes); c.Shard.Set() {
			cfg.End = &end
		}
		stats, err := gen.Augment(ctx, cfg)
		left = stats.Multiple+stats.NoSolution+stats.Contradiction+stats.GaveUp > 0
		return r.ReadOnce(stats), err
	}
	if c.HRM == "" {
		return flags.Do(ctx, j)
	}
	return c.dataset(ctx, flags, j, &cfg)
}

// dataset has the job write a dataset. The folder is made for it, and stays if
// something is in it.
func (c *genCmd) dataset(ctx context.Context, flags *run.Flags, j *run.Job, cfg *gen.AugmentConfig) error {
	identifiers, err := c.identifiers()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.HRM, 0o777); err != nil {
		return err
	}
	file := func(name string) string { return outfile.Join(c.HRM, name) }
	flags.Output, j.Kind = file("all__inputs.npy"), formats.Npy
	for _, name := range []string{"labels.npy", "puzzle_identifiers.npy", "puzzle_indices.npy", "group_indices.npy"} {
		j.More = append(j.More, run.Output{Name: file("all__" + name), What: "an array"})
	}
	j.More = append(j.More, run.Output{Name: file("dataset.json"), What: "the sizes"}, identifiers)
	d := gen.Dataset{Order: 9}
	cfg.Pairs = true
	pipe := j.Pipe
	j.Pipe = func(ctx context.Context, r *run.Run) (pipeline.Stats, error) {
		d.Inputs, d.Labels, cfg.Output = r.Answers, r.More[0], &d
		cfg.OnForm = func(o pipeline.Opened) {
			d.Order = o.To.Order
			r.OnForm(o)
		}
		return pipe(ctx, r)
	}
	perGroup := int64(*c.Each)
	if c.KeepOriginal {
		perGroup++
	}
	j.Finish = func(r *run.Run) error {
		to := gen.DatasetFiles{Identifiers: r.More[1], Puzzles: r.More[2], Groups: r.More[3], Metadata: r.More[4]}
		if err := d.Finish(perGroup, to); err != nil {
			return err
		}
		if names := r.More[5]; names != nil {
			if _, err := io.WriteString(names, gen.DatasetIdentifiers); err != nil {
				return err
			}
		}
		return r.More[0].Rewrite(d.Header(), 0) // that of the inputs is written with all answers'
	}
	if err = flags.Do(ctx, j); err != nil {
		_ = os.Remove(c.HRM) // unless something is in it
	}
	return err
}

// identifiers is the file above the dataset's folder that all folders there share: no
// output where it already is what it is to be.
func (c *genCmd) identifiers() (run.Output, error) {
	name := outfile.Join(outfile.Parent(c.HRM), "identifiers.json")
	switch old, err := os.ReadFile(name); {
	case errors.Is(err, fs.ErrNotExist):
		// Of two runs, for train and for test, either may be the first.
		return run.Output{Name: name, What: "the identifiers", Replace: true}, nil
	case err != nil:
		return run.Output{}, err
	case string(old) == gen.DatasetIdentifiers:
		return run.Output{}, nil
	case !c.Force:
		return run.Output{}, fmt.Errorf("--hrm %s: %s is of another dataset: choose another folder, or overwrite it with --force", c.HRM, name)
	}
	return run.Output{Name: name, What: "the identifiers"}, nil
}
