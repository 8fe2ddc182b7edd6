// Package solving is what workers that solve have in common: they feed the
// puzzles of batches to solvers, and go on with the batches as these finish.
package solving

import (
	"context"
	"slices"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Solvers are those of one worker, one for each order that it meets.
type Solvers struct {
	opts    solver.Options
	byOrder map[int]*solver.Solver

	ctx   context.Context // of the last call
	ended func() bool     // whether it has ended
}

// New returns solvers that solve as opts say, made when they are first needed.
func New(opts solver.Options) *Solvers {
	return &Solvers{opts: opts, byOrder: map[int]*solver.Solver{}}
}

// Puzzles are some puzzles of a batch while a solver has them. They belong into
// the batch's slot.
type Puzzles struct {
	solver.Batch

	of     *pipeline.Batch
	finish func()
}

// Init is called once: of is the batch whose slot p is in, and finish makes what
// is to be made of the results. Behind it the batch is done.
func (p *Puzzles) Init(of *pipeline.Batch, finish func()) {
	p.of, p.finish, p.Done = of, finish, p.solved
}

// solved goes on with the batch.
func (p *Puzzles) solved() {
	p.finish()
	p.of.Done()
}

// Feed has the puzzles in cells solved, in place.
func (s *Solvers) Feed(ctx context.Context, p *Puzzles, order int, cells []uint8) {
	n := len(cells) / (order * order)
	p.Cells, p.Stop = cells, s.Ended(ctx)
	p.Results = slices.Grow(p.Results[:0], n)[:n]
	engine, err := s.solver(order)
	if err != nil {
		p.of.Fail(0, err)
		p.of.Done()
		return
	}
	engine.Feed(&p.Batch)
}

// Flush finishes all batches.
func (s *Solvers) Flush() {
	for _, engine := range s.byOrder {
		engine.Flush()
	}
}

// Engines names the engines of the solvers.
func (s *Solvers) Engines() []string {
	var names []string
	for _, engine := range s.byOrder {
		names = append(names, engine.EngineUsed())
	}
	return names
}

// Ended returns what tells whether ctx has ended, made once a context.
func (s *Solvers) Ended(ctx context.Context) func() bool {
	if s.ctx != ctx {
		s.ctx, s.ended = ctx, func() bool { return ctx.Err() != nil }
	}
	return s.ended
}

// solver returns the solver for an order.
func (s *Solvers) solver(order int) (*solver.Solver, error) {
	if engine, ok := s.byOrder[order]; ok {
		return engine, nil
	}
	engine, err := solver.New(order, s.opts)
	if err != nil {
		return nil, err
	}
	s.byOrder[order] = engine
	return engine, nil
}
