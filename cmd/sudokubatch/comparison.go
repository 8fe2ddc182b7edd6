package main

// What check and clean share: they compare the records of a run, of a share, or of all shares together.

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// comparisonFlags are the first flags of check and clean.
type comparisonFlags struct {
	run.Flags
	run.SolverFlags
	run.MemoryFlags
}

// validate returns an error if these flags and others that both verbs have contradict each other.
func (c *comparisonFlags) validate(verb string, against []string) error {
	return cmp.Or(
		c.Validate(),
		program.CheckEngine(c.Engine),
		c.CheckMemory(c.Workers()),
		notStdin(verb, "--against", against...),
	)
}

// do runs a job. With --shard, share checks a share of the inputs, and outcome says what it found.
func (c *comparisonFlags) do(
	ctx context.Context, j *run.Job, share func(context.Context, *run.Run) (*check.Part, error), outcome func(*check.Summary) run.Outcome,
) error {
	if j.Parts.Flags.Shard.Set() {
		part := new(check.Part)
		j.Parts.State, j.Parts.HoldsRecords = &part, true
		j.Pipe = func(ctx context.Context, r *run.Run) (_ run.Outcome, err error) {
			part, err = share(ctx, r)
			return outcome(&part.Summary), err
		}
	}
	return c.Do(ctx, j)
}

// kept returns what the shares kept that merge joins.
func (c *comparisonFlags) kept() (all []check.Kept, err error) {
	err = c.Joined().Each(func(p *parts.Manifest) error {
		part := new(check.Part)
		all = append(all, check.Kept{Part: part, Records: p.Open, Index: p.Index()})
		if err := p.Load(part); err != nil {
			return err
		}
		err := part.Check(p.Outputs[1].Whole.Size, [2]pipeline.Border{p.From.Input, p.To.Input}, [2]pipeline.Border{p.From.Other, p.To.Other})
		if err != nil {
			return fmt.Errorf("%s: the manifest is damaged: %w", p.Files()[0], err)
		}
		return nil
	})
	return all, err
}

// join prepares for merging shares.
func (c *comparisonFlags) join(of parts.All, flags *mergeCmd) error {
	c.Join(of, flags.OutputFlags)
	c.MemoryFlags = flags.MemoryFlags
	return nil
}

// notStdin returns an error if a flag for other files names standard input.
func notStdin(verb, flag string, names ...string) error {
	for _, name := range names {
		if name == "-" {
			return fmt.Errorf("%s -: standard input is for the puzzles to %s: name a file", flag, verb)
		}
	}
	return nil
}

// rejectsTo returns the file of --rejects. The hooks tell it about the inputs.
func rejectsTo(name string, w *corpus.Writer, hooks *pipeline.Hooks) *outfile.Rejects {
	rejects, opened := outfile.NewRejects(name, w), hooks.OnForm
	hooks.OnForm = func(o pipeline.Opened) {
		rejects.Opened(o.Name, o.From)
		opened(o)
	}
	hooks.OnBatch = func(*pipeline.Batch, pipeline.Place) error { return rejects.Err() }
	return rejects
}
