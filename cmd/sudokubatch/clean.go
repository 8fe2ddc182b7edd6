package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/cmd/internal/checkreport"
	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/clean"
)

// A cleanCmd is the verb clean. The tags of the fields are its help.
type cleanCmd struct {
	comparisonFlags
	run.TargetFlags
	parts.ShardFlag
	run.RepairFlags

	Require  []string `group:"Rules" brief:"" default:"valid,unique,solution,new" placeholder:"RULE" help:"Keep the records that follow these rules. Any of valid (the puzzle has a solution), unique (exactly one), solution (the solution is right; it may be missing only if there is no column for solutions), new (no earlier record that is kept has the puzzle or an isomorph) and minimal (no clue is redundant). Default: ${default}."`
	Against  []string `group:"Rules" brief:"" complete:"inputs" sep:"none" placeholder:"FILE" help:"Leave out puzzles that are in FILE, and isomorphs of its puzzles. May be repeated."`
	Fix      *string  `group:"Rules" brief:"" enum:"solution" placeholder:"solution" help:"Write the right solution in place of a wrong or missing one. The record is then kept. The output needs a column for solutions."`
	Optional bool     `name:"solutions-optional" group:"Rules" brief:"" help:"Keep rows without a solution. Otherwise each row needs one if there is a column for solutions. Rows whose solution cannot be read are always left out."`
	Rejects  string   `group:"Output" brief:"" placeholder:"FILE" help:"Write the records that are left out here, each as it came and with the reason: in a table as its first column, in a list as a comment. A name that ends in .jsonl holds records of all forms."`

	rules clean.Rules
}

func (cleanCmd) Help() string {
	return `Clean keeps records in input order, with puzzles and columns as they came. It solves each puzzle, and compares the puzzles that
follow all other rules. A record with a wrong solution therefore does not replace a later record with the right one.
Malformed records are always left out. Isomorphs of 8×8 puzzles, and of 12×12 or more, are not found, only equal puzzles.

The command says how many records were left out, by reason. A record that breaks several rules counts once.

Exit codes: 0 done, whatever was left out; 1 failed; 2 wrong usage; 3 done, but all records were malformed, some inputs were
unreadable or damaged, some solutions were rounded to numbers, or a file of --against has malformed records; 128 + signal interrupted.`
}

func (cleanCmd) Examples() string {
	return `sudokubatch clean train.csv -o clean.parquet
sudokubatch clean train.csv --fix solution --rejects bad.csv -o fixed.csv
sudokubatch clean train.csv --against test.csv -o leakless.csv`
}

func (c *cleanCmd) Validate() (err error) {
	c.Repair = c.RepairFlags
	kind := c.Kind(c.Output)
	err = cmp.Or(
		c.validate("clean", c.Against),
		c.parseRules(),
		c.CheckTarget(c.Output),
		c.CheckRejects(c.Rejects),
	)
	if err != nil {
		return err
	}
	if kind != 0 && !kind.IsTable() && c.Fix != nil {
		return fmt.Errorf("--fix needs a table such as --to csv, not %v", kind)
	}
	return c.ValidateParts(c.Alone())
}

func (c *cleanCmd) parseRules() error {
	fields := map[string]*bool{
		"valid": &c.rules.Valid, "unique": &c.rules.Unique, "solution": &c.rules.Solution, "new": &c.rules.New, "minimal": &c.rules.Minimal,
	}
	names := []string{"valid", "unique", "solution", "new", "minimal"}
	for _, name := range c.Require {
		field, ok := fields[name]
		if !ok {
			return fmt.Errorf("--require: %q: want %s%s", name, alternatives(names), console.Meant(name, names))
		}
		*field = true
	}
	return nil
}

// Run cleans the inputs, or joins shares.
func (c *cleanCmd) Run(ctx context.Context) error {
	return c.do(ctx, c.job(), func(ctx context.Context, r *run.Run) (*check.Part, error) {
		cfg := c.config(r)
		if c.Rejects != "" {
			c.reject(&cfg, nil) // merge writes the file
		}
		return clean.RunPart(ctx, cfg, r.More[0])
	}, c.outcome)
}

func (c *cleanCmd) job() *run.Job {
	return &run.Job{
		Verb: "clean", Answers: c.Answers(c.Output, false), OtherInputs: c.Against,
		More:  []run.Output{{Name: c.Rejects, What: "the rejected records"}},
		Parts: parts.Work{Flags: c.Alone()},
		Pipe: func(ctx context.Context, r *run.Run) (run.Outcome, error) {
			r.Renews(false, c.Fix != nil)
			cfg := c.config(r)
			finish := func() error { return nil }
			if r.More[0] != nil {
				rejects := c.reject(&cfg, r.More[0])
				finish = rejects.Finish
			}
			found, err := c.clean(ctx, r, cfg)
			outcome := c.outcome(found.Summary)
			outcome.Found = c.statistics(found)
			outcome.Bad = outcome.Bad || found.Malformed > 0 && found.Malformed == found.Records
			outcome.Finish = func() error {
				c.sayLeftOut(found)
				return finish()
			}
			outcome.Summary = func(line func(int64, string)) { c.summarize(found, line) }
			return outcome, err
		},
	}
}

// clean cleans the records, or joins what shares kept.
func (c *cleanCmd) clean(ctx context.Context, r *run.Run, cfg clean.Config) (found *clean.Summary, err error) {
	of := c.Joined()
	if of == nil {
		return clean.Run(ctx, cfg)
	}
	all, err := c.kept()
	_, head := r.BeginMerged(of)
	if err == nil {
		_, err = r.Answers.Write(head)
	}
	if err != nil {
		return &clean.Summary{Summary: new(check.Summary)}, err
	}
	found, err = clean.Merge(ctx, cfg, all)
	found.TextOut += int64(len(head))
	return found, err
}

// outcome returns what the check of the records found.
func (c *cleanCmd) outcome(found *check.Summary) run.Outcome {
	return run.Outcome{
		Stats: found.Stats, Goal: parts.Goal{Engine: c.Engine, Limit: 2, Solved: run.SolvedUniquely},
		LeavesOut: true, Bad: found.AgainstMalformed > 0,
	}
}

// config returns the configuration that the flags ask for.
func (c *cleanCmd) config(r *run.Run) clean.Config {
	c.LimitMemory()
	return clean.Config{
		Config: r.Config(), Against: r.OtherInputs(c.Against),
		Require: c.rules, Fix: c.Fix != nil, SolutionsOptional: c.Optional, Solver: c.Options(2),
		Memory: c.Comparing(c.Workers()), TempDir: c.TempDir,
	}
}

// reject has the records that are left out written to a file.
func (c *cleanCmd) reject(cfg *clean.Config, file *corpus.Writer) *outfile.Rejects {
	to := rejectsTo(c.Rejects, file, &cfg.Hooks)
	cfg.OnReject = func(r *check.Record) error {
		why := *r
		if r.Given == check.GivenMissing && (c.Fix != nil || c.Optional) || c.Fix != nil && check.Fixable(r.Verdict, r.Given) {
			why.Given = check.GivenNotChecked // no reason to leave it out
		}
		return to.Write(&outfile.Copy{Form: r.Form, Text: r.Text, File: r.File, Number: r.Record, Reason: checkreport.Reasons(&why)})
	}
	return to
}
