package solve

// This file lists all solutions of each record, with three rings. The workers of the first ring read
// records and search each for two solutions. Its sink divides the search of puzzles with several into
// subtrees. The workers of the second ring list the solutions of subtrees. Its sink numbers them, and
// ends a list at the limit or the budget. The workers of the third ring write the rows.

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/feeding"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// ListConfig says what List is to write. Of the pipeline's Config it ignores NewWorker, OnBatch and
// Rows.
type ListConfig struct {
	pipeline.Config
	// Limit is the most solutions to list for a record; 0 lists all.
	Limit int
	// MaxGuesses is the budget for each record, see solver.NewEnumerator.
	MaxGuesses uint64
	OnBad      pipeline.OnBad
	Box        geometry.Box // see geometry.Like

	unitBytes int // size of a unit's output, for tests; 0 is the default
}

// statusMore is the status of a row that says that there are more solutions than the limit.
const statusMore = "more"

// listColumns are the columns that List adds to the rows of a table.
var listColumns = []model.Column{{Name: "solution"}, {Name: "number", Type: model.Int}, {Name: "status"}}

// CanList reports whether List can write a kind.
func CanList(kind bulk.Kind) bool { return kind.IsTable() || kind.IsInline() }

// List writes all solutions of each record, in the order of the common search: a row each, with the
// columns of the record, or in the form Line a line each. The output does not depend on the number
// of workers, and memory does not depend on the number of solutions. List returns as pipeline.Run
// does.
//
// Rows gain three columns: the solution, its number from 1, and the status, which is unique for the
// only solution and multiple for one of several. A row with number 0 and no solution says that a
// record has no solution (no_solution, contradiction or malformed), or that its list is not complete:
// more means that there are more solutions than Limit, gave_up that the budget ended the search.
func List(ctx context.Context, cfg ListConfig) (pipeline.Stats, error) {
	if cfg.To != 0 && !CanList(cfg.To) {
		return pipeline.Stats{}, fmt.Errorf("lists of solutions need the form %v or a table, not %v", bulk.Line, cfg.To)
	}
	if cfg.unitBytes == 0 {
		cfg.unitBytes = 64 << 10
	}
	if cfg.Style = pipeline.Plain; cfg.To == 0 {
		cfg.Style = pipeline.Rows
	}
	f := &listFeed{cfg: &cfg, enumerators: map[int]*solver.Enumerator{}}
	numbers := &numberer{cfg: &cfg, enumerators: map[int]*solver.Enumerator{}, over: &f.over}
	run := cfg.Config
	run.NewWorker = func() (pipeline.Worker, error) { return new(listWriter), nil }
	run.Hooks = pipeline.Hooks{OnIdle: cfg.OnIdle, OnBatch: func(b *pipeline.Batch, _ pipeline.Place) error {
		f.report(pipeline.SlotOf[listUnit](b).reported)
		return nil
	}}
	var read pipeline.Stats
	stats, err := feeding.Run(ctx, run, 2, &read, func(ctx context.Context, to *pipeline.Sender) (err error) {
		listing := feeding.Reading(&cfg.Config)
		listing.Jobs, listing.Hooks = cfg.Jobs, pipeline.Hooks{OnBatch: func(b *pipeline.Batch, _ pipeline.Place) error {
			return numbers.forward(ctx, b, to)
		}}
		listing.NewWorker = func() (pipeline.Worker, error) {
			return &subtreeLister{cfg: &cfg, enumerators: map[int]*solver.Enumerator{}}, nil
		}
		read, err = feeding.Run(ctx, listing, 4, &f.read, f.fill)
		return err
	})
	f.report(f.faults)
	return stats, err
}

// A listUnit holds solutions to write together. It lies in a batch's slot and owns its memory.
type listUnit struct {
	header   []byte // before the rows
	from, to bulk.Form
	lists    []list
	text     []byte              // memory of the lists' records
	cells    []uint8             // solutions, one after the other
	reported []model.SyntaxError // faults of the inputs before the lists

	subtrees []subtree // with the solutions that are not listed yet
	other    []uint8   // memory for another cells
}

// A list is a record with all or some of its solutions.
type list struct {
	text    []byte // of the record, for tables
	missing int    // see bulk.Row
	puzzle  []uint8
	masks   []uint32 // the puzzle's candidates; nil: none
	verdict bulk.Verdict
	first   uint64 // number of the first solution
	n       int    // number of solutions
	skipped int    // solutions behind these that are not part of the list

	ended  bool // these are the last solutions; the result is known
	result solver.Result
	more   bool               // there are more solutions than the limit
	fault  *model.SyntaxError // of a malformed record

	// A list that is divided:
	number   int64          // of the divided list; 0: it is not divided
	begun    bool           // an earlier unit has solutions before these
	subtrees int            // number of subtrees
	last     bool           // there are no subtrees after these
	rest     solver.Subtree // then the guesses after the last one
}

// A subtree is a part of a list, and what a worker found in it.
type subtree struct {
	inner   solver.Subtree
	n       int // number of solutions
	guesses uint64
}

// A subtreeLister is a worker that lists the solutions of subtrees.
type subtreeLister struct {
	cfg         *ListConfig
	enumerators map[int]*solver.Enumerator
}

// Flush does nothing: Work finishes every batch.
func (w *subtreeLister) Flush(context.Context) {}

// Work lists the solutions of a unit's subtrees.
func (w *subtreeLister) Work(ctx context.Context, b *pipeline.Batch) {
	u := pipeline.SlotOf[listUnit](b)
	b.Records.N = len(u.lists)
	if len(u.subtrees) > 0 {
		e, err := w.cfg.enumerator(w.enumerators, u.to.Order)
		if err != nil {
			b.Fail(0, err)
			b.Done()
			return
		}
		e.Stop = func() bool { return ctx.Err() != nil }
		size, known, trees := u.to.Order*u.to.Order, u.cells, u.subtrees
		all := u.other[:0]
		for i := range u.lists {
			l := &u.lists[i]
			all, known = append(all, known[:l.n*size]...), known[l.n*size:]
			for j := range trees[:l.subtrees] {
				t, before := &trees[j], len(all)
				all, t.guesses = e.Below(all, &t.inner)
				t.n = (len(all) - before) / size
			}
			trees = trees[l.subtrees:]
		}
		u.cells, u.other = all, u.cells
	}
	b.Done()
}

// enumerator returns an enumerator for an order, one of its kind. It finds one solution more than are
// listed, so that a list is known to be complete.
func (cfg *ListConfig) enumerator(made map[int]*solver.Enumerator, order int) (e *solver.Enumerator, err error) {
	if e = made[order]; e == nil {
		limit := cfg.Limit
		if limit > 0 {
			limit++
		}
		if e, err = solver.NewEnumerator(geometry.Like(cfg.Box, order), limit, cfg.MaxGuesses); err == nil {
			made[order] = e
		}
	}
	return e, err
}

// An examiner is a worker that searches the records for two solutions.
type examiner struct {
	solvers *solving.Solvers
	onBad   pipeline.OnBad
	finish  solving.Finish
}

func newExaminer(cfg *ListConfig) *examiner {
	return &examiner{
		solvers: solving.New(solver.Options{Limit: 2, MaxGuesses: cfg.MaxGuesses, Box: cfg.Box}), onBad: cfg.OnBad,
		finish: func(b *pipeline.Batch, results []solver.Result) {
			pipeline.SlotOf[slot](b).results = results
			b.Counts.Malformed = int64(len(b.Records.Faults))
		},
	}
}

// Work decodes and solves the records of a batch.
func (w *examiner) Work(ctx context.Context, b *pipeline.Batch) {
	b.Decode(ctx)
	cells := b.KeepGood(w.onBad)
	s := pipeline.SlotOf[slot](b)
	s.clues = append(s.clues[:0], cells...)
	w.solvers.Feed(ctx, b, &s.puzzles, cells, w.finish)
}

// Flush finishes all batches.
func (w *examiner) Flush(context.Context) { w.solvers.Flush() }

// Engines names the engines.
func (w *examiner) Engines() []string { return w.solvers.Engines() }
