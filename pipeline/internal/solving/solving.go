// Package solving feeds the puzzles of batches to solvers, for workers that solve.
package solving

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Solvers are the solvers of one worker, one per board.
type Solvers struct {
	opts    solver.Options
	byBoard map[geometry.Box]*solver.Solver
	alone   solver.Request // of Solve

	ctx   context.Context // of the last call
	ended func() bool     // whether ctx has ended
}

// New returns solvers with these options but for the box, which each batch has. Each is made when
// it is first needed.
func New(opts solver.Options) *Solvers {
	return &Solvers{opts: opts, byBoard: map[geometry.Box]*solver.Solver{}}
}

// Puzzles are the puzzles of a batch while a solver has them. They belong in the batch's slot.
type Puzzles struct {
	batch  solver.Request
	of     *pipeline.Batch
	finish Finish
}

// A Finish uses the results for a batch, which is then done. Workers make it once, so that
// batches do not allocate.
type Finish func(b *pipeline.Batch, results []solver.Result)

// done calls finish and returns the batch to the ring.
func (p *Puzzles) done() {
	p.finish(p.of, p.batch.Results)
	p.of.Done()
}

// Feed solves puzzles of a batch, all of one board, in place; p lies in the batch's slot. If records have candidates,
// cells only receives the solutions.
func (s *Solvers) Feed(ctx context.Context, b *pipeline.Batch, board geometry.Box, p *Puzzles, cells []uint8, finish Finish) {
	if p.of != b {
		p.of, p.batch.Done, p.batch.Share = b, p.done, b.Share
	}
	n := len(cells) / board.Cells()
	p.finish, p.batch.Cells, p.batch.Stop = finish, cells, s.Ended(ctx)
	p.batch.Candidates = b.Records.Candidates
	p.batch.Results = slices.Grow(p.batch.Results[:0], n)[:n]
	engine, err := s.solver(board)
	if err != nil {
		p.of.Fail(0, err)
		p.of.Done()
		return
	}
	engine.Feed(&p.batch)
}

// Solve solves puzzles in place and returns their results, in the memory of results if that is
// large enough. If there are candidates, they are the puzzles. If ctx ends, the results are meaningless.
// It returns an error if the engine does not solve puzzles of the size.
func (s *Solvers) Solve(ctx context.Context, board geometry.Box, cells []uint8, candidates []uint32, results []solver.Result) ([]solver.Result, error) {
	n := len(cells) / board.Cells()
	results = slices.Grow(results[:0], n)[:n]
	engine, err := s.solver(board)
	if err != nil {
		return nil, err
	}
	s.alone.Cells, s.alone.Candidates, s.alone.Results, s.alone.Stop = cells, candidates, results, s.Ended(ctx)
	engine.Feed(&s.alone)
	engine.Flush()
	return results, nil
}

// Flush finishes all batches.
func (s *Solvers) Flush() {
	for _, engine := range s.byBoard {
		engine.Flush()
	}
}

// Engines names the engines of the solvers.
func (s *Solvers) Engines() []string {
	var names []string
	for _, engine := range s.byBoard {
		names = append(names, engine.EngineUsed())
	}
	return names
}

// Ended returns a function that reports whether ctx has ended. It makes one per context.
func (s *Solvers) Ended(ctx context.Context) func() bool {
	if s.ctx != ctx {
		s.ctx, s.ended = ctx, func() bool { return ctx.Err() != nil }
	}
	return s.ended
}

func (s *Solvers) solver(board geometry.Box) (*solver.Solver, error) {
	if engine, ok := s.byBoard[board]; ok {
		return engine, nil
	}
	opts := s.opts
	opts.Box = board
	engine, err := solver.New(board.Side(), opts)
	if err != nil {
		return nil, err
	}
	s.byBoard[board] = engine
	return engine, nil
}

// Count counts a result and returns its verdict.
func Count(c *pipeline.Counts, result *solver.Result) bulk.Verdict {
	c.Guesses += result.Guesses
	c.Solutions += uint64(result.Solutions)
	if !result.Complete {
		c.Incomplete++
	}
	switch result.Status {
	case solver.Solved:
		c.Solved++
	case solver.Multiple:
		c.Multiple++
	case solver.NoSolution:
		c.NoSolution++
	case solver.Contradiction:
		c.Contradiction++
	case solver.GaveUp:
		c.GaveUp++
	case solver.Unknown:
	}
	return Verdict(result.Status)
}

// CountSolved counts results that are all Solved, as Count does, but faster.
func CountSolved(c *pipeline.Counts, results []solver.Result) {
	incomplete, guesses := int64(0), uint64(0)
	for i := range results {
		guesses += results[i].Guesses
		if !results[i].Complete {
			incomplete++
		}
	}
	c.Solved += int64(len(results))
	c.Solutions += uint64(len(results))
	c.Incomplete += incomplete
	c.Guesses += guesses
}

// Verdict returns the verdict for a status. It panics if the puzzle was not solved.
func Verdict(status solver.Status) bulk.Verdict {
	switch status {
	case solver.Solved:
		return bulk.Solved
	case solver.Multiple:
		return bulk.Multiple
	case solver.NoSolution:
		return bulk.NoSolution
	case solver.Contradiction:
		return bulk.Contradiction
	case solver.GaveUp:
		return bulk.GaveUp
	case solver.Unknown:
	}
	panic(fmt.Sprintf("pipeline: a puzzle was solved, but its status is %v", status))
}
