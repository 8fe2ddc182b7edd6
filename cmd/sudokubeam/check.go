package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/job"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubeam/internal/store"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// checkFlags holds the flags that only check has.
var checkFlags struct {
	job.CheckPlan

	dataset bool
	against names
}

// names collects the values of a flag that may be repeated.
type names []string

func (n *names) String() string { return strings.Join(*n, " ") }

func (n *names) Set(name string) error {
	*n = append(*n, name)
	return nil
}

var checkVerb = verb{name: "check", does: "Checks puzzles, and writes what it finds as NDJSON", flags: func(f *flag.FlagSet) {
	c := &checkFlags
	f.BoolVar(&c.Solutions, "solutions", false, "records carry their solutions, the right ones")
	f.BoolVar(&c.Minimal, "minimal", false, "no clue can be dropped")
	f.BoolVar(&c.Duplicates, "duplicates", false, "no puzzle is equal to an earlier one")
	f.BoolVar(&c.Isomorphs, "isomorphs", false, "no puzzle is an earlier one in disguise")
	f.BoolVar(&c.dataset, "dataset", false, "--duplicates, --isomorphs, and --solutions where there are any")
	f.Var(&c.against, "against", "no puzzle is in this other corpus, a file or a pattern; may be repeated")
	f.BoolVar(&c.Fingerprint, "fingerprint", false, "a fingerprint of the puzzles; --duplicates and --isomorphs have it too")
	f.IntVar(&common.limit, "limit", 2, "solutions to look for, at least 2")
}, build: buildCheck}

// checkMemory is the memory in which a share and a bucket sort keys.
const checkMemory = 64 << 20

func buildCheck(ctx context.Context, s beam.Scope, _ []string) (err error) {
	c := &checkFlags
	plan := c.CheckPlan
	plan.Plan, plan.Memory = common.plan, checkMemory
	if plan.Solver.Limit < 2 {
		return fmt.Errorf("--limit %d is less than 2, which it takes to prove a solution the only one", plan.Solver.Limit)
	}
	if kind := outfile.Kind(plan.Ending); kind != 0 && kind != bulk.NDJSON {
		return errors.New("--output: what check finds is NDJSON: DIR/, or DIR/.jsonl.zst")
	}
	if c.dataset {
		plan.Optional = !plan.Solutions
		plan.Solutions, plan.Duplicates, plan.Isomorphs = true, true, true
	}
	plan.Fingerprint = plan.Fingerprint || plan.Duplicates || plan.Isomorphs
	if plan.Against, err = store.Expand(ctx, c.against); err != nil {
		return fmt.Errorf("--against: %w", err)
	}
	if err := plan.Replaces(ctx, plan.Against); err != nil {
		return err
	}
	plan.Bits = job.BucketBits(plan.Inputs)
	job.Check(s, plan)
	return nil
}
