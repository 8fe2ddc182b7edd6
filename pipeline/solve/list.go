package solve

// This file has the workers that list the solutions of each record.

import (
	"context"
	"errors"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// statusMore is the status of a row that says that there are more solutions than the limit.
const statusMore = "more"

// listColumns are the columns that lists add to the rows of a table.
var listColumns = []model.Column{{Name: "solution"}, {Name: "number", Type: model.Int}, {Name: "status"}}

// CanList reports whether Listers can write a kind.
func CanList(kind bulk.Kind) bool { return kind.IsTable() || kind.IsInline() }

// Listers returns a maker of workers, for pipeline.Config.NewWorker, that write the solutions of each
// record, up to opts.Limit, in the order of the common search: a row each, with the columns of the
// record, or in the form Line a line each. The answers must be of a kind that CanList. Memory does not
// depend on the number of solutions. The maker fails if opts name an engine or have no limit.
//
// Rows gain three columns: the solution, its number from 1, and the status, which is unique for the
// only solution and multiple for one of several. A row with number 0 and no solution says that a
// record has no solution (no_solution, contradiction or malformed), or that its list is not complete:
// more means that there are more solutions than the limit, gave_up that the budget ended the search.
func Listers(opts solver.Options, onBad pipeline.OnBad) func() (pipeline.Worker, error) {
	return listers(&listOptions{Options: opts, onBad: onBad, pieceBytes: listedBytes})
}

// listOptions say what lists are to have. All workers of a run share them.
type listOptions struct {
	solver.Options
	onBad      pipeline.OnBad
	pieceBytes int
}

// listedBytes is the usual listOptions.pieceBytes: if the answers to a batch have so many bytes, the
// worker hands the batch on, and the sink appends the rest when it has written these. Several workers
// can make lists below this size at a time. It bounds the memory for longer ones.
const listedBytes = 2 << 20

func listers(opts *listOptions) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) {
		if opts.Limit < 1 || opts.Engine != "" && opts.Engine != solver.Auto {
			return nil, errors.New("lists of solutions need a limit above 0, and no engine")
		}
		search := opts.Options
		search.Limit = 2
		w := &lister{opts: opts, solvers: solving.New(search)}
		w.finish = w.list
		return w, nil
	}
}

// A lister is a worker that lists the solutions of each record. Its solvers search for two; if there
// are two, an enumerator begins again.
type lister struct {
	opts    *listOptions
	solvers *solving.Solvers
	finish  solving.Finish  // list
	ctx     context.Context // of the last call
}

// AddedColumns returns the columns that answers add to the rows of a table.
func (w *lister) AddedColumns() []model.Column { return listColumns }

// Engines names the engines of the worker's solvers.
func (w *lister) Engines() []string { return w.solvers.Engines() }

// Work decodes a batch's records and feeds them to the solvers.
func (w *lister) Work(ctx context.Context, b *pipeline.Batch) {
	w.ctx = ctx
	b.Decode(ctx)
	cells := b.KeepGood(w.opts.onBad)
	l := pipeline.SlotOf[listing](b)
	l.clues = append(l.clues[:0], cells...)
	w.solvers.Feed(ctx, b, b.From.Board(), &l.puzzles, cells, w.finish)
}

// Flush finishes all batches.
func (w *lister) Flush(ctx context.Context) {
	w.ctx = ctx
	w.solvers.Flush()
}

// list appends the answers to a batch, or has the sink append the last ones.
func (w *lister) list(b *pipeline.Batch, results []solver.Result) {
	l := pipeline.SlotOf[listing](b)
	l.begin(b, w.opts, results)
	l.stop = w.solvers.Ended(w.ctx)
	if l.goOn() {
		b.More = l.goOn
	}
}
