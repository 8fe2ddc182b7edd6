// Package backends knows the kernels of every instruction set, and which of them this processor can
// run. A backend has one file here, which is built where the backend is and adds it when the
// program starts; nothing else names backends.
package backends

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

var (
	// all holds what this processor can run, those with the most lanes first.
	all []*lane.Kernels
	// features holds those that backends require and this processor has, each once.
	features []string
)

// add adds the kernels of a backend, if this processor has what they require, and reports whether
// it has.
func add(required []lane.Feature, kernels ...*lane.Kernels) bool {
	for _, f := range required {
		if f.Has && !slices.Contains(features, f.Name) {
			features = append(features, f.Name)
		}
	}
	if slices.ContainsFunc(required, func(f lane.Feature) bool { return !f.Has }) {
		return false
	}
	all = append(all, kernels...)
	slices.SortStableFunc(all, func(a, b *lane.Kernels) int { return b.Lanes - a.Lanes })
	return true
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

// Features names what the kernels of this build require of a processor, as far as this one has it:
// by the names that Linux has for it, and nothing where the build is plain Go.
func Features() []string { return slices.Clone(features) }

// within is Within on this processor.
var within = lane.Within

// Within reports whether no cell is beyond the greatest value, which is at most 127. It is
// lane.Within, faster where the processor allows.
func Within(cells []uint8, greatest uint8) bool { return within(cells, greatest) }
