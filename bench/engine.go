package bench

import (
	"fmt"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A Solver is what is measured of a *solver.Solver; its methods are those.
type Solver interface {
	Solve(cells []uint8) solver.Result
	Feed(b *solver.Batch)
	Flush()
}

// An Engine is a way to solve.
type Engine struct {
	Name   string
	Orders []int
	// New makes a solver. Solvers of one engine run at the same time.
	New func(order, limit int) (Solver, error)
	// Common says that it runs the common search, so that its statuses, first
	// solutions and guesses are known.
	Common bool
}

// solves reports whether the engine solves the puzzles of a corpus.
func (e *Engine) solves(c *Corpus) bool { return slices.Contains(e.Orders, c.Order) }

// Engines returns the engines of those names. Auto stands for the best one of
// each order; each engine is there once.
func Engines(names []string) ([]Engine, error) {
	var engines []Engine
	add := func(info solver.EngineInfo) {
		if slices.ContainsFunc(engines, func(e Engine) bool { return e.Name == info.Name }) {
			return
		}
		engines = append(engines, Engine{
			Name:   info.Name,
			Orders: info.Orders,
			Common: info.Common,
			New: func(order, limit int) (Solver, error) {
				return solver.New(order, solver.Options{Engine: info.Name, Limit: limit, MaxGuesses: math.MaxUint64})
			},
		})
	}
	infos := solver.Engines()
	for _, name := range names {
		if name == solver.Auto {
			for _, order := range solver.Orders() {
				best := slices.IndexFunc(infos, func(e solver.EngineInfo) bool { return slices.Contains(e.Orders, order) })
				add(infos[best])
			}
			continue
		}
		i := slices.IndexFunc(infos, func(e solver.EngineInfo) bool { return e.Name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("no engine %q", name)
		case !infos[i].Available:
			return nil, fmt.Errorf("engine %s does not run on this processor", name)
		}
		add(infos[i])
	}
	return engines, nil
}
