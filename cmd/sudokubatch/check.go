package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A checkCmd is the verb check. The field comments are its help.
type checkCmd struct {
	runFlags

	Solutions   bool     `help:"Each record carries its solution behind the cells (puzzle,solution), and that is right."`
	Minimal     bool     `help:"No clue can be dropped."`
	Duplicates  bool     `help:"No puzzle is equal to an earlier one, in any of the inputs."`
	Isomorphs   bool     `help:"No puzzle is an earlier one relabelled, with rows, columns, bands or stacks permuted, or transposed."`
	All         bool     `help:"All of the above; solutions where there are any."`
	Against     []string `sep:"none" placeholder:"FILE" help:"No puzzle is in this other corpus: equal, or with --isomorphs isomorphic. Can be given again."`
	Fingerprint bool     `help:"Tell a fingerprint of the puzzles, whatever their order and form. --duplicates and --isomorphs do so too."`

	Limit   int       `default:"2" placeholder:"N" help:"Solutions to look for, at least 2: N = count up to N. Default: ${default}."`
	Format  string    `default:"table" enum:"table,ndjson,csv" help:"table = for people: the records that fail, and a summary; ndjson = a JSON object for each record, csv = a line for each, both in input order."`
	List    countFlag `default:"20" placeholder:"N" help:"Records that fail to list in the table: a number, or all. Default: ${default}."`
	Report  string    `placeholder:"FILE" help:"Write an HTML page with charts here. An existing file is replaced."`
	Rejects string    `placeholder:"FILE" help:"Write the records that fail here, as they came (of a line longer than 64 KiB the beginning, of hiho the blocks without their count)."`
	Keep    string    `placeholder:"FILE" help:"Write the other records here, as they came."`
	Memory  sizeFlag  `default:"1GB" placeholder:"SIZE" help:"Memory to use in all; puzzles to compare that find no room go to temporary files. Default: ${default}. At least ${least_memory} and ${worker_memory} for each worker."`
	TempDir string    `placeholder:"DIR" help:"Where temporary files go. Default: where the system has them."`

	optional bool // solutions, which --all asks for where there are any
}

// Help is the part of the help that is longer than a flag's line.
func (checkCmd) Help() string {
	return `Every record must be well-formed and have exactly one solution; flags ask for more. A record fails if it is not
what was asked for, or if that is unknown because --max-guesses was spent.

The number of guesses is that of the common search, the same on every machine: a measure of difficulty.

Exit codes: 0 all records are as asked; 1 failed; 2 wrong usage; 3 done, but some records failed or some inputs were
unreadable; 128 + signal interrupted.`
}

// What --memory pays for beside the puzzles to compare: the program and what a
// worker has, its solvers and its batches; and the least for comparing.
const (
	fixedMemory     = 40 << 20
	memoryPerWorker = 4 << 20
	leastMemory     = 4 << 20

	programMemory = 16 << 20 // of fixedMemory, the part that the runtime does not know of
)

// Validate is kong's hook for what the flags must hold.
func (c *checkCmd) Validate() error {
	if err := c.runFlags.Validate(); err != nil {
		return err
	}
	if c.Limit < 2 {
		return fmt.Errorf("--limit %d is less than 2, which it takes to prove a solution the only one", c.Limit)
	}
	if err := c.validateLimit(c.Limit); err != nil {
		return err
	}
	if c.comparing() < leastMemory {
		least := fixedMemory + int64(c.jobs())*memoryPerWorker + leastMemory
		return fmt.Errorf("--memory: %s bytes are less than %s, or %s, the least for %d %s",
			humanize.Comma(int64(c.Memory)), humanize.Comma(least), mebibytes(least), c.jobs(), plural(int64(c.jobs()), "worker"))
	}
	for _, name := range c.Against {
		switch name {
		case "":
			return errors.New("--against: the name is empty")
		case "-":
			return errors.New("--against -: standard input is for the puzzles to check; name a file")
		}
	}
	return nil
}

// mebibytes writes a number of whole MiB, exactly and as sizeFlag reads it.
func mebibytes(n int64) string { return fmt.Sprintf("%dMiB", n>>20) }

// jobs is the number of workers.
func (c *checkCmd) jobs() int {
	if c.Jobs == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return c.Jobs
}

// comparing is the memory that there is for puzzles to compare.
func (c *checkCmd) comparing() int64 {
	return int64(min(c.Memory, math.MaxInt64)) - fixedMemory - int64(c.jobs())*memoryPerWorker
}

// Run checks the inputs.
func (c *checkCmd) Run(ctx context.Context) error {
	if c.All {
		c.optional = !c.Solutions
		c.Solutions, c.Minimal, c.Duplicates, c.Isomorphs = true, true, true, true
	}
	c.Fingerprint = c.Fingerprint || c.Duplicates || c.Isomorphs
	var found *check.Summary
	return c.run(ctx, &job{
		verb: "check", limit: c.Limit, solved: solvedUniquely, reads: c.Against,
		more: []output{
			{c.Report, "the report", true},
			{c.Rejects, "the rejected records", false},
			{c.Keep, "the kept records", false},
		},
		pipe: func(ctx context.Context, out *outputs, bar *bar, progress *pipeline.Progress) (stats pipeline.Stats, err error) {
			found, err = c.check(ctx, out, bar, progress)
			return found.Stats, err
		},
		found: func() any { return c.newFindings(found) },
		bad:   func() bool { return found.Failed > 0 || found.AgainstMalformed > 0 },
	})
}

// check checks the inputs and writes all outputs but the statistics.
func (c *checkCmd) check(ctx context.Context, out *outputs, bar *bar, progress *pipeline.Progress) (*check.Summary, error) {
	debug.SetMemoryLimit(int64(min(c.Memory, math.MaxInt64)) - programMemory) // garbage is to be collected before that
	records := c.newRecordWriter(out)
	bad := faultReporter{bar: bar}
	summary, err := check.Run(ctx, check.Config{
		Inputs: c.chosen(), Against: c.sources(c.Against),
		Solutions: c.Solutions, SolutionsOptional: c.optional, Minimal: c.Minimal,
		Duplicates: c.Duplicates, Isomorphs: c.Isomorphs, Fingerprint: c.Fingerprint,
		Solver: solver.Options{Engine: c.Engine, Limit: c.Limit, MaxGuesses: c.maxGuesses()},
		From:   c.From.kind, Range: c.records(), Jobs: c.jobs(), Pool: c.pool,
		Memory:       c.comparing(),
		TempDir:      c.TempDir,
		AllRecords:   c.Format != "table" || c.Keep != "",
		WithText:     c.Rejects != "" || c.Keep != "",
		OnRecord:     records.write,
		Output:       pipelineOutput(out.answers),
		OnFault:      bad.report,
		OnUnreadable: func(err error) { bar.say("%v", err) },
		Progress:     progress,
	})
	bad.finish()
	if err != nil || summary.Unreadable == len(c.Inputs) {
		return summary, err
	}
	err = records.finish(out.answers)
	if c.Format == "table" && err == nil {
		err = c.writeTable(out.answers, summary, records.unlisted)
	}
	if page := out.more[0]; page != nil && err == nil {
		err = c.writePage(page, summary)
	}
	return summary, err
}
