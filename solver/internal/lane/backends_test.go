package lane

import (
	"fmt"
	"os"
	"testing"
)

var orders = []int{9, 16}

// eachBackend runs a subtest for every backend that the processor has.
func eachBackend(t *testing.T, test func(t *testing.T, k Kernels)) {
	t.Helper()
	for _, order := range orders {
		for _, k := range All(order) {
			t.Run(fmt.Sprintf("%s/%d", k.Name(), order), func(t *testing.T) { test(t, k) })
		}
	}
}

// eachKernels is like eachBackend, but for plain Go too.
func eachKernels(t *testing.T, test func(t *testing.T, k Kernels)) {
	t.Helper()
	eachBackend(t, test)
	for _, order := range orders {
		for _, lanes := range []int{MaxLanes, MaxLanes / 2} {
			t.Run(fmt.Sprintf("plain%d/%d", lanes, order), func(t *testing.T) { test(t, Plain(order, lanes)) })
		}
	}
}

// Green means that the required backend was tested: "avx512" or "avx2" as the
// best, or "plain" for none but that. If none is, take what there is.
func TestRequiredBackend(t *testing.T) {
	// Read here rather than before the tests begin, or go test would not know
	// that its results depend on them, and repeat old ones.
	required, switches := os.Getenv("SUDOKUBATCH_BACKEND"), os.Getenv("GODEBUG")
	for _, order := range orders {
		name := "plain"
		if best := Best(order); best != nil {
			name = best.Name()
		}
		switch required {
		case "":
			t.Logf("order %d: %s (GODEBUG %q)", order, name, switches)
		case "avx512", "avx2", "plain":
			if name != required {
				t.Errorf("order %d: the backend is %s, SUDOKUBATCH_BACKEND is %s (GODEBUG %q)", order, name, required, switches)
			}
		default:
			t.Fatalf("SUDOKUBATCH_BACKEND is %q: choose avx512, avx2 or plain", required)
		}
	}
}

// The backends are what they say, the best comes first, and each once.
func TestBackends(t *testing.T) {
	for _, order := range orders {
		all, best := All(order), Best(order)
		if (best == nil) != (len(all) == 0) || best != nil && all[0] != best {
			t.Errorf("order %d: the best is %v, all are %v", order, best, all)
		}
		seen := map[string]bool{}
		for _, k := range all {
			if seen[k.Name()] {
				t.Errorf("order %d: %s twice", order, k.Name())
			}
			seen[k.Name()] = true
		}
	}
	eachKernels(t, func(t *testing.T, k Kernels) {
		cells := k.Order() * k.Order()
		if k.Lanes() > MaxLanes || k.RowWords() < cells || len(k.NewBlock()) < cells*k.Lanes() {
			t.Errorf("%d lanes, %d words a row, %d a block", k.Lanes(), k.RowWords(), len(k.NewBlock()))
		}
		for i, x := range k.NewBlock() {
			if x != 0 {
				t.Fatalf("word %d of a new block is %#x", i, x)
			}
		}
	})
}
