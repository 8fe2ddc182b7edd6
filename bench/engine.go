package bench

// This file finds engines by name.

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An engine is a way to solve, by a name that solver.Options.Engine knows, or by the name that
// Config.Own gives it.
type engine struct {
	name   string
	orders []int
	common bool // it runs the common search: statuses, first solutions and guesses are known
	own    bool // it is one of Config.Own, which the pipeline does not know
	new    func(order, limit int) (feeder, error)
}

// A feeder is a *solver.Solver, or a oneByOne. Tests have others, which answer wrongly.
type feeder interface {
	solver.Engine
	Feed(b *solver.Request)
	Flush()
}

// A oneByOne feeds an engine of the caller.
type oneByOne struct{ solver.Engine }

// Feed implements feeder.
func (o oneByOne) Feed(b *solver.Request) {
	size := len(b.Cells) / len(b.Results)
	for i := range b.Results {
		if b.Stop() {
			return
		}
		b.Results[i] = o.Solve(b.Cells[i*size:][:size:size])
	}
	b.Done()
}

// Flush implements feeder.
func (oneByOne) Flush() {}

// solves reports whether the engine solves the puzzles of a corpus.
func (e *engine) solves(c *Corpus) bool { return slices.Contains(e.orders, c.Order) }

// enginesNamed returns the engines with these names, each once. Auto stands for the best
// engine of each order.
func enginesNamed(names []string) ([]engine, error) {
	var all []string
	for _, name := range names {
		if name != solver.Auto {
			all = append(all, name)
			continue
		}
		for _, order := range solver.Orders() {
			all = append(all, bestEngine(order))
		}
	}
	var engines []engine
	for i, name := range all {
		if slices.Contains(all[:i], name) {
			continue
		}
		e, err := engineNamed(name)
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	return engines, nil
}

// engines returns the contenders among engines: the engines that Config.Engines names, then the
// engines in Config.Own by name.
func (cfg *Config) engines() ([]engine, error) {
	engines, err := enginesNamed(cfg.Engines)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Own)) {
		if slices.ContainsFunc(engines, func(e engine) bool { return e.name == name }) {
			return nil, fmt.Errorf("own %s: another engine has that name", name)
		}
		engines = append(engines, ownEngine(name, cfg.Own[name]))
	}
	return engines, nil
}

// ownEngine returns an engine of the caller.
func ownEngine(name string, engineOf func(order, limit int) solver.Engine) engine {
	e := engine{name: name, own: true, new: func(order, limit int) (feeder, error) {
		return oneByOne{engineOf(order, limit)}, nil
	}}
	for _, order := range geometry.Sides() {
		if engineOf(order, 1) != nil {
			e.orders = append(e.orders, order)
		}
	}
	return e
}

// bestEngine names the best engine of an order.
func bestEngine(order int) string {
	s, err := solver.New(order, solver.Options{})
	if err != nil {
		panic(err) // every order has an engine
	}
	return s.Engine()
}

// engineNamed returns an engine. Its name may have a backend, as in "lanes@avx2".
func engineNamed(name string) (engine, error) {
	e := engine{name: name, new: func(order, limit int) (feeder, error) {
		return solver.New(order, solver.Options{Engine: name, Limit: limit, MaxGuesses: math.MaxUint64})
	}}
	if err := (solver.Options{Engine: name}).Check(); err != nil {
		return e, fmt.Errorf("engines %s: %w", name, err)
	}
	for _, order := range solver.Orders() {
		if _, err := solver.New(order, solver.Options{Engine: name}); err == nil {
			e.orders = append(e.orders, order)
		}
	}
	base, _, _ := strings.Cut(name, "@")
	for _, info := range solver.Engines() {
		e.common = e.common || info.Name == base && info.Common
	}
	return e, nil
}
