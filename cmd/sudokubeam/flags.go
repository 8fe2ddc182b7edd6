package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/job"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver"
)

// common holds the flags of all verbs, and the plan made from them.
var common jobFlags

type jobFlags struct {
	output, from, engine string
	maxGuesses           *uint64
	limit                int
	force                bool

	plan job.Plan
}

func (c *jobFlags) flags(f *flag.FlagSet) {
	f.StringVar(&c.output, "output", "", "folder of the parts, ending in a slash: DIR/, gs://BUCKET/DIR/, s3://BUCKET/DIR/; DIR/.csv.zst names parts *.csv.zst, which sets their form and compression")
	f.BoolVar(&c.force, "force", false, "replace what a job has written there")
	f.IntVar(&c.plan.Shards, "shards", 0, "shares to divide the inputs into (default one for each 32 MiB)")
	f.IntVar(&c.plan.Jobs, "jobs", 0, "workers for a share (default one for each core)")
	f.IntVar(&c.plan.Level, "level", 0, "zstd level of parts, 1 to 22 (default as sudokubatch)")
	f.StringVar(&c.from, "from", "", "form of the inputs (default detected)")
	f.StringVar(&c.plan.Hints.Puzzle, "column", "", "column of the puzzles in a table, by name or number (default by its usual names)")
	f.StringVar(&c.plan.Hints.Solution, "solution-column", "", "column of the solutions, likewise")
	f.StringVar(&c.engine, "engine", solver.Auto, "how to solve: "+strings.Join(solver.EngineNames(), ", "))
	f.Func("max-guesses", fmt.Sprintf("give a puzzle up after so many `guesses`; 0 = never (default %d, and %d more for each solution beyond two that --limit asks for; engines with a search of their own: never)",
		solver.DefaultMaxGuesses(2), solver.DefaultMaxGuesses(3)-solver.DefaultMaxGuesses(2)), func(value string) error {
		n, err := strconv.ParseUint(value, 10, 64)
		c.maxGuesses = &n
		return err
	})
}

// prepare makes the plan. It checks the inputs and the output folder.
func (c *jobFlags) prepare(ctx context.Context, inputs []string) (err error) {
	if len(inputs) == 0 {
		return errors.New("no input: name files, or patterns of names")
	}
	if err := c.validate(); err != nil {
		return err
	}
	i := strings.LastIndexByte(c.output, '/')
	c.plan.Dir, c.plan.Ending = c.output[:i+1], c.output[i+1:]
	if c.from != "" {
		if c.plan.From, err = bulk.ParseKind(c.from); err != nil {
			return fmt.Errorf("--from: %w", err)
		}
	}
	c.plan.Solver = solver.Options{Engine: c.engine, Limit: c.limit, MaxGuesses: program.Budget(c.maxGuesses)}
	if c.plan.Inputs, err = store.Expand(ctx, inputs); err != nil {
		return err
	}
	if c.plan.Shards == 0 {
		c.plan.Shards = job.DefaultShards(c.plan.Inputs)
	}
	if err := c.plan.Replaces(ctx, c.plan.Inputs); err != nil {
		return err
	}
	return c.completed(ctx)
}

// validate checks the flags.
func (c *jobFlags) validate() error {
	i := strings.LastIndexByte(c.output, '/')
	switch p := &c.plan; {
	case i < 0 || c.output[i+1:] != "" && c.output[i+1] != '.':
		return fmt.Errorf("--output needs a folder for the parts, with a slash behind it: DIR/, or DIR/.csv.zst; not %q", c.output)
	case p.Shards < 0 || p.Jobs < 0:
		return errors.New("--shards and --jobs cannot be less than 1")
	case p.Level < 0 || p.Level > corpus.MaxLevel:
		return fmt.Errorf("--level %d: want 1 to %d, or 0 for the default", p.Level, corpus.MaxLevel)
	case outfile.Kind(c.output).IsArray():
		return errors.New("--output: an array says at its beginning how many puzzles it holds, so parts of one cannot be written")
	}
	if err := program.CheckEngine(c.engine); err != nil {
		return err
	}
	w, err := corpus.NewWriter("part"+c.output[i+1:], io.Discard, corpus.CreateOptions{})
	if err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	if ending := outfile.UnknownExtension(c.output); ending != "" {
		err = fmt.Errorf("--output %s: the ending %s is unknown: use one of %s", c.output, ending, strings.Join(outfile.KnownExtensions(bulk.Kind.CanWrite), " "))
	}
	return errors.Join(err, w.Abort())
}

// completed returns an error if an earlier job has written a manifest that may not be replaced.
func (c *jobFlags) completed(ctx context.Context) error {
	manifest := job.ManifestOf(c.plan.Dir)
	_, ok, err := store.Read(ctx, manifest)
	if err == nil && ok && !c.force {
		err = fmt.Errorf("%s: a job was completed there; --force replaces it", manifest)
	}
	return err
}

// clear removes an old manifest, so that a manifest means that this job finished.
func (c *jobFlags) clear(ctx context.Context) error {
	return store.Remove(ctx, job.ManifestOf(c.plan.Dir))
}

// report prints what the job did, from its manifest.
func (c *jobFlags) report(ctx context.Context) int {
	text, ok, err := store.Read(ctx, job.ManifestOf(c.plan.Dir))
	if err == nil && !ok {
		return 0 // the engine runs the job later: --async
	}
	var m job.Manifest
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return say(exitFailed, err)
	}
	s := &m.Stats
	fmt.Fprintf(os.Stderr, "%d puzzles in %d parts: %d solved, %d multiple, %d no solution, %d contradiction, %d gave up, %d malformed\n",
		s.Puzzles(), len(m.Parts), s.Solved, s.Multiple, s.NoSolution, s.Contradiction, s.GaveUp, s.Malformed)
	if m.Bad {
		return exitRecords
	}
	return 0
}
