package backends

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/lanetest"
)

// orders holds the orders of puzzles that backends solve.
var orders = []int{9, 16}

// eachBackend runs a subtest for every backend that the processor supports.
func eachBackend(t *testing.T, test func(t *testing.T, k *lane.Kernels)) {
	t.Helper()
	for _, order := range orders {
		for _, k := range All(order) {
			t.Run(fmt.Sprintf("%s/%d", k.Name, order), func(t *testing.T) { test(t, k) })
		}
	}
}

// eachKernels runs a subtest for every backend and for plain Go. If SUDOKUBATCH_BACKEND names a
// backend, it skips plain Go, which another run tests.
func eachKernels(t *testing.T, test func(t *testing.T, k *lane.Kernels)) {
	t.Helper()
	eachBackend(t, test)
	if required := os.Getenv("SUDOKUBATCH_BACKEND"); required != "" && required != "plain" {
		return
	}
	for _, order := range orders {
		for _, lanes := range []int{lane.MaxLanes, lane.MaxLanes / 2} {
			t.Run(fmt.Sprintf("plain%d/%d", lanes, order), func(t *testing.T) { test(t, lanetest.Plain(order, lanes)) })
		}
	}
}

// TestRequiredBackend checks that the backend named by SUDOKUBATCH_BACKEND is the best one here, so
// that a passing run means it was tested. "plain" means that there is no backend. An empty name
// allows any.
func TestRequiredBackend(t *testing.T) {
	// Read the variables in the test. Otherwise go test would not know that results depend on them,
	// and would repeat cached ones.
	required, switches := os.Getenv("SUDOKUBATCH_BACKEND"), os.Getenv("GODEBUG")
	for _, order := range orders {
		name := "plain"
		if best := Best(order); best != nil {
			name = best.Name
		}
		if required == "" {
			t.Logf("order %d: %s (GODEBUG %q)", order, name, switches)
		} else if name != required {
			t.Errorf("order %d: the backend is %s, SUDOKUBATCH_BACKEND is %q (GODEBUG %q)", order, name, required, switches)
		}
	}
}

// TestBackends checks names and sizes of the backends, that each occurs once, and that the best
// comes first.
func TestBackends(t *testing.T) {
	for _, order := range orders {
		all, best := All(order), Best(order)
		if (best == nil) != (len(all) == 0) || best != nil && all[0] != best {
			t.Errorf("order %d: the best is not the first of all", order)
		}
		seen := map[string]bool{}
		for i, k := range all {
			if k.Order != order || i > 0 && k.Lanes > all[i-1].Lanes {
				t.Errorf("order %d: %s of order %d with %d lanes is number %d", order, k.Name, k.Order, k.Lanes, i)
			}
			if seen[k.Name] {
				t.Errorf("order %d: %s twice", order, k.Name)
			}
			seen[k.Name] = true
		}
	}
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		cells := k.Order * k.Order
		if k.Lanes > lane.MaxLanes || k.RowWords < cells || len(k.NewBlock()) < cells*k.Lanes {
			t.Errorf("%d lanes, %d words a row, %d a block", k.Lanes, k.RowWords, len(k.NewBlock()))
		}
		for i, x := range k.NewBlock() {
			if x != 0 {
				t.Fatalf("word %d of a new block is %#x", i, x)
			}
		}
	})
}

// TestAdd checks that add accepts a backend only with all its features, and that Features has each
// feature once.
func TestAdd(t *testing.T) {
	kept, told := all, features
	defer func() { all, features = kept, told }()
	all, features = nil, nil
	one, two := lane.Feature{Name: "one", Has: true}, lane.Feature{Name: "two", Has: true}
	missing := lane.Feature{Name: "missing"}
	narrow, wide := lanetest.Plain(9, 8), lanetest.Plain(9, 16)
	if !add([]lane.Feature{one}, narrow) || add([]lane.Feature{one, missing, two}, lanetest.Plain(9, 32)) || !add(nil, wide) {
		t.Error("added what the processor can't run, or not what it can")
	}
	if got := All(9); !slices.Equal(got, []*lane.Kernels{wide, narrow}) || Best(16) != nil {
		t.Errorf("%d backends", len(got))
	}
	if got := Features(); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("features %v", got)
	}
}
