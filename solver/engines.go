package solver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
	"github.com/sudokubatch/sudokubatch/solver/internal/search"
)

// Auto is the name of the best available engine for an order.
const Auto = "auto"

// An Engine solves puzzles of one order, for one goroutine at a time. A *Solver is
// one. Whoever writes another can race it: see bench.Config.
type Engine interface {
	// Solve solves a puzzle in place. cells holds order² values from 0 (blank) to
	// order, row by row. If Result.Solutions is not 0, cells afterwards holds a
	// solution. Equal puzzles have equal results.
	Solve(cells []uint8) Result
}

// An EngineInfo describes an engine.
type EngineInfo struct {
	Name        string
	Orders      []int  // that it can solve on this processor
	Available   bool   // whether Orders is not empty
	Description string // one line
	Source      string // origin of the method
	Common      bool   // whether it runs the common search
}

// An engineEntry is an engine and its constructor.
type engineEntry struct {
	EngineInfo
	make func(shape geometry.Box) engine.Engine
	// trusting engines assume that no house holds two equal clues.
	trusting bool
	// runsOn reports whether the processor supports the engine for an order. If
	// it is nil, every processor does.
	runsOn func(order int) bool
}

// every holds the orders of engines that solve puzzles of any order.
var every = Orders()

// inventory lists the engines, the best for each order first.
var inventory = slices.Concat(common, references)

// common lists the engines of the common search.
var common = []engineEntry{
	{
		EngineInfo: EngineInfo{
			Name: "lanes", Orders: []int{9, 16}, Common: true, Source: "this project",
			Description: "a puzzle in each lane of wide vectors (AVX-512, AVX2, NEON), the common search",
		},
		make: newLanes, runsOn: lanesRunOn,
	},
	{
		EngineInfo: EngineInfo{
			Name: "band", Orders: []int{9}, Common: true, Source: "the band layout of JCZSolve (players' forum)",
			Description: "a bit per cell and digit, two bands in a word, tables, the common search",
		},
		make: search.NewPortable,
	},
	{
		EngineInfo: EngineInfo{
			Name: "grid", Orders: slices.DeleteFunc(Orders(), func(order int) bool { return order == 9 }), Common: true, Source: "this project",
			Description: "bit-parallel rules on sets of cells or of digits, the common search",
		},
		make: search.NewPortable,
	},
}

// Engines returns all engines, the best for each order first.
func Engines() []EngineInfo {
	infos := make([]EngineInfo, len(inventory))
	for i, e := range inventory {
		infos[i] = e.EngineInfo
		infos[i].Orders = nil
		for _, order := range e.Orders {
			if e.solves(order) {
				infos[i].Orders = append(infos[i].Orders, order)
			}
		}
		infos[i].Available = len(infos[i].Orders) > 0
	}
	return infos
}

// solves reports whether the engine can solve puzzles of an order on this
// processor.
func (e *engineEntry) solves(order int) bool {
	return slices.Contains(e.Orders, order) && (e.runsOn == nil || e.runsOn(order))
}

// pick returns the named engine for an order. The names "" and Auto stand for
// the best one.
func pick(name string, order int) (*engineEntry, error) {
	if engine, backend, ok := strings.Cut(name, "@"); ok && engine == inventory[0].Name {
		e := inventory[0]
		if e.make = lanesOn(order, backend); e.make == nil {
			return nil, fmt.Errorf("engine %s has no backend %q for order %d on this processor", engine, backend, order)
		}
		return &e, nil
	}
	known, here := false, ""
	for i := range inventory {
		e := &inventory[i]
		named := name == "" || name == Auto || name == e.Name
		known = known || named
		if named && slices.Contains(e.Orders, order) {
			here = " on this processor"
		}
		if named && e.solves(order) {
			return e, nil
		}
	}
	if !known {
		return nil, fmt.Errorf("no engine %q: choose %s", name, strings.Join(EngineNames(), ", "))
	}
	return nil, fmt.Errorf("engine %s does not solve puzzles of order %d%s", name, order, here)
}

// CPUFeatures returns the processor features, by their Linux names, that
// engines of this build require and this processor has. A build in plain Go
// requires none.
func CPUFeatures() []string { return backends.Features() }

// EngineNames returns the valid values of Options.Engine: Auto and the names of
// the engines.
func EngineNames() []string {
	names := []string{Auto}
	for i := range inventory {
		names = append(names, inventory[i].Name)
	}
	return names
}
