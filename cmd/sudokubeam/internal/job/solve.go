package job

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// A SolvePlan lists the inputs to solve, and the form of the answers.
type SolvePlan struct {
	Plan
	To    bulk.Kind // 0 = as the inputs
	Add   []string  // columns of a table
	OnBad pipeline.OnBad
}

// Solve solves the inputs of a plan. It writes a part for each share, and the manifest
// after the last part.
func Solve(s beam.Scope, plan SolvePlan) {
	solved := beam.ParDo(s, wrapped(&solveFn{plan}), plan.numbers(s))
	beam.ParDo0(s, wrapped(&solvedFn{plan.Plan}), together(s, solved))
}

// wrapped returns a DoFn unchanged; tests replace it.
var wrapped = func(fn any) any { return fn }

// A solveFn solves shares.
type solveFn struct{ Plan SolvePlan }

func init() { register.DoFn3x1[context.Context, int, func([]byte), error](new(solveFn)) }

// ProcessElement solves a share, and emits its Part.
func (f *solveFn) ProcessElement(ctx context.Context, shard int, emit func([]byte)) error {
	end, err := take(ctx)
	if err != nil {
		return err
	}
	defer end()
	part, err := f.Plan.solve(ctx, shard)
	if err != nil {
		return f.Plan.failure(shard, err)
	}
	text, err := json.Marshal(part)
	if err == nil {
		emit(text)
	}
	return err
}

// solve writes the part of a share.
func (p *SolvePlan) solve(ctx context.Context, shard int) (*Part, error) {
	pool := corpus.NewPool(p.workers())
	inputs, form, err := p.share(ctx, shard, p.To, pool)
	if err != nil {
		return nil, err
	}
	added, err := columns.Parse(p.Add)
	if err != nil {
		return nil, err
	}
	part, err := p.create(ctx, shard, form.Kind, pool)
	if err != nil {
		return nil, err
	}
	var missed unreadable
	part.Stats, err = pipeline.Run(ctx, pipeline.Config{
		Inputs: inputs, Output: part, From: p.From, Hints: p.Hints, To: p.To,
		Jobs: p.workers(), Pool: pool, Stretch: pipeline.Stretch{PartPlaces: true}, Use: pipeline.UsePuzzles,
		NewWorker: solve.Workers(p.Solver, p.OnBad, added...),
		Hooks: pipeline.Hooks{
			OnUnreadable: missed.keep,
			OnForm: func(o pipeline.Opened) {
				if part.Head == nil {
					part.Head = o.To.AppendHeader([]byte{})
				}
			},
		},
	})
	return part.finish(errors.Join(err, missed.err))
}
