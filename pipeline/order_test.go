package pipeline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestOrder gives every batch a random time in its worker: the answers come in
// input order all the same.
func TestOrder(t *testing.T) {
	var input strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&input, "%s %d\n", puzzle9, i)
	}
	for _, jobs := range []int{1, 2, 3, 8} {
		for seed := range uint64(5) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				overtaken := 0
				last := ""
				random := rand.New(rand.NewPCG(seed, uint64(jobs)))
				work := func(ctx context.Context, b *Batch) {
					mu.Lock()
					delay := time.Duration(random.IntN(1000)) * time.Millisecond
					mu.Unlock()
					time.Sleep(delay)
					copyText(ctx, b)
					mu.Lock()
					defer mu.Unlock()
					first, _, _ := strings.Cut(string(b.Text), "\n")
					first = fmt.Sprintf("%8s", first[len(puzzle9):])
					if first < last {
						overtaken++
					}
					last = first
				}
				o := mustRun(t, Config{Jobs: jobs, BatchBytes: 1000, NewWorker: workers(work)}, text("in", input.String()))
				if o.out != input.String() {
					t.Errorf("jobs %d, seed %d: the output is not in order", jobs, seed)
				}
				if o.stats.Solved != 3000 {
					t.Errorf("jobs %d, seed %d: %d records counted, want 3000", jobs, seed, o.stats.Solved)
				}
				if (overtaken > 0) != (jobs > 1) {
					t.Errorf("jobs %d, seed %d: %d batches were overtaken: the test tests nothing", jobs, seed, overtaken)
				}
			})
		}
	}
}

// TestBackPressure blocks the output: the source must stop after as many
// batches as there are.
func TestBackPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const jobs, batch = 3, 1000
		src := &testSource{Reader: strings.NewReader(strings.Repeat(puzzle9+"\n", 10_000))}
		gate := make(chan struct{})
		output := writerFunc(func(p []byte) (int, error) {
			<-gate
			return len(p), nil
		})
		done := make(chan error)
		go func() {
			cfg := Config{Jobs: jobs, BatchBytes: batch, NewWorker: workers(copyText), Output: output}
			done <- run(t.Context(), cfg, from("in", src)).err
		}()
		synctest.Wait()
		if n, limit := src.BytesIn(), int64((2*jobs+2)*(batch+len(puzzle9)+1)); n > limit || n < limit/2 {
			t.Errorf("%d bytes were read while the output was blocked, want about %d", n, limit)
		}
		close(gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
