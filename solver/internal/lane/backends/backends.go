// Package backends knows the kernels of every instruction set, and which of them this processor can
// run. Each backend has one file here with its build constraint, which adds the kernels when the
// program starts. No other package names backends.
package backends

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

var (
	// all holds the kernels that this processor can run, those with the most lanes first.
	all []*lane.Kernels
	// features holds the features, without duplicates, that backends require and this processor
	// has.
	features []string
)

// add adds the kernels of a backend if this processor has the required features, and reports
// whether it does.
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

// All returns the kernels for an order that this processor can run, the ones with the most lanes
// first, which are the fastest.
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

// Features returns the processor features, by their Linux names, that the kernels of this build
// require and this processor has. A build in plain Go requires none.
func Features() []string { return slices.Clone(features) }

// within is the fastest Within for this processor.
var within = lane.Within

// Within reports whether no cell exceeds greatest, which is at most 127. It is lane.Within or a
// faster equivalent for this processor.
func Within(cells []uint8, greatest uint8) bool { return within(cells, greatest) }
