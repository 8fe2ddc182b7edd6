package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/job"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// solveFlags holds the flags that only solve has.
var solveFlags struct {
	to, onBad, add string
}

var solveVerb = verb{name: "solve", does: "Solves puzzles, a part of the answers for each share", flags: func(f *flag.FlagSet) {
	f.IntVar(&common.limit, "limit", 1, "solutions to look for; 2 proves it the only one")
	f.StringVar(&solveFlags.to, "to", "", "form of the answers (default by the ending of the output, or as the inputs)")
	f.StringVar(&solveFlags.onBad, "on-bad", "mark", "malformed records: mark, skip or stop")
	f.StringVar(&solveFlags.add, "add", "", "columns to add to the rows of a table, with commas (default solution,status,guesses, and with a limit above 2 solutions,complete)")
}, build: buildSolve}

func buildSolve(_ context.Context, s beam.Scope, _ []string) (err error) {
	plan := job.SolvePlan{Plan: common.plan, To: outfile.Kind(common.plan.Ending)}
	if solveFlags.to != "" {
		if plan.To, err = bulk.ParseTarget(solveFlags.to); err != nil {
			return fmt.Errorf("--to: %w", err)
		}
	}
	if _, enclosed := plan.To.Enclosure(""); enclosed || plan.To != 0 && !plan.To.CanWrite() {
		return fmt.Errorf("%v cannot be written here: choose another form, such as DIR/.jsonl", plan.To)
	}
	var ok bool
	if plan.OnBad, ok = map[string]pipeline.OnBad{"mark": pipeline.Mark, "skip": pipeline.Skip, "stop": pipeline.Stop}[solveFlags.onBad]; !ok {
		return fmt.Errorf("--on-bad %s: choose mark, skip or stop", solveFlags.onBad)
	}
	if plan.Solver.Limit < 1 {
		return fmt.Errorf("--limit %d is less than 1", plan.Solver.Limit)
	}
	if solveFlags.add != "" {
		plan.Add = strings.Split(solveFlags.add, ",")
	}
	if _, err := program.AddedColumns(plan.Add, false, 0, plan.Solver.Engine, plan.Solver.Limit); err != nil {
		return err
	}
	job.Solve(s, plan)
	return nil
}
