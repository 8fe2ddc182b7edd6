package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// A checkCmd is the verb check. The tags of the fields are its help.
type checkCmd struct {
	comparisonFlags
	run.RangeFlags

	Solutions   bool     `group:"Checks" brief:"" help:"Check the solutions in the records. A solution follows the puzzle on its line (puzzle,solution), or has a column in a table."`
	Minimal     bool     `group:"Checks" brief:"" help:"Check that no clue is redundant."`
	Duplicates  bool     `group:"Checks" brief:"" help:"Find puzzles that equal an earlier one. The check compares puzzles across all inputs."`
	Isomorphs   bool     `group:"Checks" brief:"" help:"Find puzzles isomorphic to an earlier one. Isomorphs differ by relabelling, by permuted rows, columns, bands or stacks, or by transposition."`
	Dataset     bool     `group:"Checks" brief:"" aliases:"all" help:"Set --duplicates, --isomorphs and --solutions. For training data. A file without a column for solutions needs none."`
	Against     []string `group:"Checks" brief:"" complete:"inputs" sep:"none" placeholder:"FILE" help:"Find puzzles that also occur in FILE. With --isomorphs or --dataset, find isomorphs of its puzzles, too. May be repeated."`
	Answers     string   `group:"Checks" brief:"" complete:"inputs" placeholder:"FILE" help:"Judge the answers in FILE, one for each record in order: lines, grids, a column of solutions, or the output of solve. A record passes if its answer is a solution, also one of several, or if there is rightly none. The column answer says right, another, wrong or missing."`
	Fingerprint bool     `group:"Checks" help:"Print a fingerprint of the puzzles. It does not depend on the order of the puzzles, or on the form of the file. --duplicates and --isomorphs also print it."`

	run.ScaleFlag `group:"Report"`

	Limit   int       `group:"Checks" default:"2" placeholder:"N" help:"Count up to N solutions, at least 2. Default: ${default}."`
	Format  *string   `group:"Report" brief:"" enum:"table,ndjson,csv,parquet" placeholder:"FORMAT" help:"Write a table, ndjson, csv or parquet. The table is for people: failed records, then a summary. The other formats have one object or row per record, in input order, with the columns of the input. Default: by the extension of the output (.csv, .jsonl, .parquet, also before .zst or .gz), otherwise table."`
	Columns []string  `group:"Report" complete:"record_columns" placeholder:"COLUMN" help:"Choose the columns of the report. Any of ${record_columns}; * puts the columns of the input first."`
	List    run.Count `group:"Report" default:"20" placeholder:"N" help:"List up to N failed records, or all. Default: ${default}."`
	Report  string    `group:"Report" brief:"" placeholder:"FILE" help:"Write an HTML page with charts here. An existing file is replaced."`
	Rejects string    `group:"Report" brief:"" placeholder:"FILE" help:"Write failed records here, unchanged. Exceptions: lines longer than 64 KiB are cut, and hiho records have no header."`
	parts.ShardFlag

	optional bool // without a column for solutions records may lack them, as with --dataset
}

func (checkCmd) Help() string {
	return `Every record must be well-formed and have exactly one solution. Flags add more rules. A record fails if it breaks a rule, or if
the solver gave up after --max-guesses.

The number of guesses measures difficulty. It is the same on every machine.

Exit codes: 0 all records passed; 1 failed; 2 wrong usage; 3 done, but some records failed or some inputs were
unreadable; 128 + signal interrupted.`
}

func (checkCmd) Examples() string {
	return `sudokubatch check puzzles.txt
sudokubatch check --dataset train.csv --against test.csv
sudokubatch check --minimal puzzles.txt -o checked.csv`
}

func (c *checkCmd) Validate() error {
	c.Choose(c.RangeFlags, run.WhereFlag{})
	if c.Limit < 2 {
		return fmt.Errorf("--limit %d: want 2 or more, to prove that a solution is unique", c.Limit)
	}
	return cmp.Or(
		c.validate("check", c.Against),
		c.checkFormat(),
		run.CheckReport("--report", c.Report),
		c.checkAnswers(),
		c.checkColumns(),
		c.CheckCopies("--rejects", c.Rejects),
		c.ValidateParts(c.Alone()),
	)
}

// checkAnswers returns an error if --answers contradicts other flags, and chooses columns for it.
func (c *checkCmd) checkAnswers() error {
	switch {
	case c.Answers == "":
		return nil
	case c.Solutions || c.Dataset:
		return errors.New("--answers cannot be combined with --solutions or --dataset: check the solutions of the records alone")
	case c.Records() != pipeline.Range{First: 1}:
		return errors.New("--answers cannot be combined with --skip or --take: answers belong to records by their order")
	case c.Shard.Set():
		return errors.New("--answers cannot be combined with --shard")
	case c.format() != "table" && len(c.Columns) == 0:
		c.Columns = []string{"id", "file", "record", "line", "answer", "detail", "status", "puzzle", "solution"}
	}
	return notStdin("check", "--answers", c.Answers)
}

// Run checks the inputs, or joins shares.
func (c *checkCmd) Run(ctx context.Context) error {
	c.complete()
	return c.do(ctx, c.job(), func(ctx context.Context, r *run.Run) (*check.Part, error) {
		return check.RunPart(ctx, c.config(r), r.More[0])
	}, c.outcome)
}

// complete sets the flags that other flags imply.
func (c *checkCmd) complete() {
	if c.Dataset {
		c.optional = !c.Solutions
		c.Solutions, c.Duplicates, c.Isomorphs = true, true, true
	}
	c.Fingerprint = c.Fingerprint || c.Duplicates || c.Isomorphs
	c.More = c.More || c.format() != "table"
}

func (c *checkCmd) job() *run.Job {
	j := &run.Job{
		Verb: "check", Answers: &run.Answers{Kind: c.kind()}, OtherInputs: c.Against,
		More: []run.Output{
			{Name: c.Report, What: "the report", Replace: true},
			{Name: c.Rejects, What: "the rejected records"},
		},
		Parts: parts.Work{Flags: c.Alone()},
		Pipe: func(ctx context.Context, r *run.Run) (run.Outcome, error) {
			if c.format() == "table" {
				r.ShowAbove()
			}
			records := checkreport.NewRecords(c.format(), c.columns(), int(c.List), r.More[1])
			records.OnLost = r.OnForm
			cfg := c.config(r)
			cfg.OnRecord = records.Write
			cfg.OnForm = func(o pipeline.Opened) {
				r.SayDoubts(o)
				records.Opened(o)
			}
			found, err := c.check(ctx, cfg)
			outcome := c.outcome(found)
			outcome.Finish = func() error { return c.finish(r, records, found) }
			outcome.Summary = func(line func(int64, string)) {
				if found.Failed > 0 {
					line(found.Failed, "failed")
				}
				if found.ExtraAnswers > 0 {
					line(found.ExtraAnswers, "of these extra answers or text")
				}
			}
			return outcome, err
		},
	}
	if c.Answers != "" {
		j.OtherInputs = append(slices.Clip(c.Against), c.Answers)
	}
	return j
}

// outcome returns what a check found, for the statistics.
func (c *checkCmd) outcome(found *check.Summary) run.Outcome {
	return run.Outcome{
		Stats: found.Stats, Goal: parts.Goal{Engine: c.Engine, Limit: c.Limit, Solved: run.SolvedUniquely},
		Found: checkreport.Statistics(c.asked(), found),
		Bad:   found.Failed > 0 || found.AgainstMalformed > 0,
	}
}

// config returns the configuration that the flags ask for.
func (c *checkCmd) config(r *run.Run) check.Config {
	c.LimitMemory()
	cfg := check.Config{
		Config: r.Config(), Against: r.OtherInputs(c.Against),
		Solutions: c.Solutions, SolutionsOptional: c.optional, Minimal: c.Minimal,
		Duplicates: c.Duplicates, Isomorphs: c.Isomorphs, Fingerprint: c.Fingerprint, Labels: c.OnScale(&c.Flags, c.columns().Labels()),
		Solver:     c.Options(c.Limit),
		Memory:     c.Comparing(c.Workers()),
		TempDir:    c.TempDir,
		AllRecords: c.format() != "table",
		WithText:   c.format() != "table" || c.Rejects != "",
	}
	if c.Answers != "" {
		cfg.Answers = r.OtherInputs([]string{c.Answers})
	}
	if c.format() != "table" && c.columns().Others() {
		cfg.Use = pipeline.UseText
	}
	cfg.OnForm = nil // its messages are about answers; a report has none
	return cfg
}

// check checks the records, or joins what shares kept.
func (c *checkCmd) check(ctx context.Context, cfg check.Config) (*check.Summary, error) {
	if c.Joined() == nil {
		return check.Run(ctx, cfg)
	}
	all, err := c.kept()
	if err != nil {
		return new(check.Summary), err
	}
	return check.Merge(ctx, cfg, all)
}

// join prepares for merging shares.
func (c *checkCmd) join(of parts.All, flags *mergeCmd) error {
	return cmp.Or(c.keepFormat(flags.Output), c.comparisonFlags.join(of, flags))
}

// finish writes the parts of the report that follow the records, and the page.
func (c *checkCmd) finish(r *run.Run, records *checkreport.Records, found *check.Summary) error {
	err := records.Finish(r.Answers)
	if c.format() == "table" && err == nil {
		err = checkreport.WriteTable(r.Answers, c.asked(), found, records.Unlisted())
	}
	if page := r.More[0]; page != nil && err == nil {
		err = checkreport.WritePage(page, c.Named(), c.asked(), found, records, c.failures(records))
	}
	return err
}

// asked returns the options of the check, for the report.
func (c *checkCmd) asked() checkreport.Asked {
	a := checkreport.Asked{
		Solutions: c.Solutions, Optional: c.optional, Minimal: c.Minimal, Duplicates: c.Duplicates || c.Dataset, Isomorphs: c.Isomorphs || c.Dataset,
		Fingerprint: c.Fingerprint, Against: c.Against, Answers: c.Answers, Limit: c.Limit, Engine: c.Engine,
	}
	if c.MaxGuesses != nil {
		a.MaxGuesses = *c.MaxGuesses
	}
	return a
}
