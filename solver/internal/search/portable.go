package search

import "github.com/sudokubatch/sudokubatch/solver/internal/engine"

// NewPortable returns the engine of an order that runs everywhere.
func NewPortable(order int) engine.Engine { return withTail(order, portable(order)) }

// portable is that without the tail.
func portable(order int) engine.Engine {
	if order == 9 {
		return newBand()
	}
	return newGrid()
}
