// Package backends knows the kernels of every instruction set, and which of them this processor can
// run. A backend has one file here, which is built where the backend is and adds it when the
// program starts; nothing else names backends.
package backends

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// all holds what this processor can run, those with the most lanes first.
var all []*lane.Kernels

// add adds kernels that this processor can run.
func add(kernels ...*lane.Kernels) {
	all = append(all, kernels...)
	slices.SortStableFunc(all, func(a, b *lane.Kernels) int { return b.Lanes - a.Lanes })
}

// All returns the kernels for an order that this processor can run, the fastest first: those with
// the most lanes.
func All(order int) []*lane.Kernels {
	var found []*lane.Kernels
	for _, k := range all {
		if k.Order == order {
			found = append(found, k)
		}
	}
	return found
}

// Best returns the fastest kernels for an order on this processor, or nil if there are none.
func Best(order int) *lane.Kernels {
	if found := All(order); len(found) > 0 {
		return found[0]
	}
	return nil
}

// within is Within on this processor.
var within = lane.Within

// Within reports whether no cell is beyond the greatest value, which is at most 127. It is
// lane.Within, faster where the processor allows.
func Within(cells []uint8, greatest uint8) bool { return within(cells, greatest) }
