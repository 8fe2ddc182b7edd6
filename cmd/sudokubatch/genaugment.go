package main

// This file makes isomorphs of each puzzle, for gen --each and --hrm.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/solver"
)

// augment makes isomorphs of each puzzle, for --each.
func (c *genCmd) augment(ctx context.Context) error {
	j := c.job(0)
	cfg := gen.AugmentConfig{Each: *c.Each, Seed: c.Seed, Original: c.KeepOriginal, Solutions: c.Solutions}
	flags := c.inputs()
	if c.Shard.Set() {
		err := parts.CheckAgain("--shard", flags.Inputs...) // before gen.Rows reads them
		if err != nil {
			return err
		}
		cfg.Inputs, cfg.From, cfg.Hints, cfg.To = flags.Sources("gen"), c.From.Kind, flags.Hints(), c.kind()
		if *j.Parts.Makes, err = gen.Rows(ctx, cfg); err != nil {
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
		stats, err := gen.Augment(ctx, cfg)
		return run.Outcome{
			Stats: r.ReadOnce(stats), Goal: parts.Goal{Engine: solver.Auto, Limit: 2, Solved: "written"},
			Bad: stats.Multiple+stats.NoSolution+stats.Contradiction+stats.GaveUp > 0, // records were left out
		}, err
	}
	if c.HRM == "" {
		return flags.Do(ctx, j)
	}
	return c.dataset(ctx, flags, j, &cfg)
}

// dataset runs the job with the files of a dataset as its outputs. It makes the folder, and removes
// it again if the run fails and the folder is empty.
func (c *genCmd) dataset(ctx context.Context, flags *run.Flags, j *run.Job, cfg *gen.AugmentConfig) error {
	identifiers, err := c.identifiers()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.HRM, 0o777); err != nil {
		return err
	}
	file := func(name string) string { return outfile.Join(c.HRM, name) }
	flags.Output, j.Answers.Kind = file("all__inputs.npy"), bulk.Npy
	for _, name := range []string{"labels.npy", "puzzle_identifiers.npy", "puzzle_indices.npy", "group_indices.npy"} {
		j.More = append(j.More, run.Output{Name: file("all__" + name), What: "an array"})
	}
	j.More = append(j.More, run.Output{Name: file("dataset.json"), What: "the sizes"}, identifiers)
	d := gen.Dataset{Order: 9}
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
			to := gen.DatasetFiles{Identifiers: r.More[1], Puzzles: r.More[2], Groups: r.More[3], Metadata: r.More[4]}
			if err := d.Finish(perGroup, to); err != nil {
				return err
			}
			if names := r.More[5]; names != nil {
				if _, err := io.WriteString(names, gen.DatasetIdentifiers); err != nil {
					return err
				}
			}
			return r.More[0].Rewrite(d.Header(), 0) // run writes the header of the inputs
		}
		return found, err
	}
	if err = flags.Do(ctx, j); err != nil {
		_ = os.Remove(c.HRM) // fails if it is not empty
	}
	return err
}

// identifiers returns the output identifiers.json in the folder above the dataset, which all datasets
// there share. It returns no output if the file exists with the right content.
func (c *genCmd) identifiers() (run.Output, error) {
	name := outfile.Join(outfile.Parent(c.HRM), "identifiers.json")
	switch old, err := os.ReadFile(name); {
	case errors.Is(err, fs.ErrNotExist):
		// Two runs, for train and test, may both write it; either may be first.
		return run.Output{Name: name, What: "the identifiers", Replace: true}, nil
	case err != nil:
		return run.Output{}, err
	case string(old) == gen.DatasetIdentifiers:
		return run.Output{}, nil
	case !c.Force:
		return run.Output{}, fmt.Errorf("--hrm %s: %s belongs to another dataset: choose another folder, or overwrite the file with --force", c.HRM, name)
	}
	return run.Output{Name: name, What: "the identifiers"}, nil
}
