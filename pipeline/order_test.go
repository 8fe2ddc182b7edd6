package pipeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestOrder gives every batch a random time in its worker: the answers come in
// input order all the same.
func TestOrder(t *testing.T) {
	var input strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&input, "%s %d\n", pipetest.Puzzle9, i)
	}
	for _, jobs := range []int{1, 2, 3, 8} {
		for seed := range uint64(5) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				overtaken := 0
				last := ""
				random := rand.New(rand.NewPCG(seed, uint64(jobs)))
				work := func(ctx context.Context, b *pipeline.Batch) {
					mu.Lock()
					delay := time.Duration(random.IntN(1000)) * time.Millisecond
					mu.Unlock()
					time.Sleep(delay)
					copyText(ctx, b)
					mu.Lock()
					defer mu.Unlock()
					first, _, _ := strings.Cut(string(b.Text), "\n")
					first = fmt.Sprintf("%8s", first[len(pipetest.Puzzle9):])
					if first < last {
						overtaken++
					}
					last = first
				}
				o := mustRun(t, pipeline.Config{Jobs: jobs, BatchBytes: 1000, NewWorker: workers(work)}, pipetest.Text("in", input.String()))
				if o.Out != input.String() {
					t.Errorf("jobs %d, seed %d: the output is not in order", jobs, seed)
				}
				if o.Stats.Solved != 3000 {
					t.Errorf("jobs %d, seed %d: %d records counted, want 3000", jobs, seed, o.Stats.Solved)
				}
				if (overtaken > 0) != (jobs > 1) {
					t.Errorf("jobs %d, seed %d: %d batches were overtaken: the test tests nothing", jobs, seed, overtaken)
				}
			})
		}
	}
}

// TestBackPressure blocks the output: the source must stop after as many
// batches as there are. There are more if workers do jobs of the pool.
func TestBackPressure(t *testing.T) {
	backPressure(t, false, 2*3+2)
	backPressure(t, true, 2*3+2+4)
}

func backPressure(t *testing.T, used bool, batches int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		const jobs, batch = 3, 1000
		pool := corpus.NewPool(jobs)
		if used {
			pool.Add(1, time.Second) // of decoding
		}
		src := &pipetest.Source{Reader: strings.NewReader(strings.Repeat(pipetest.Puzzle9+"\n", 10_000))}
		gate := make(chan struct{})
		output := writerFunc(func(p []byte) (int, error) {
			<-gate
			return len(p), nil
		})
		done := make(chan error)
		go func() {
			cfg := pipeline.Config{Jobs: jobs, BatchBytes: batch, NewWorker: workers(copyText), Output: output, Pool: pool}
			done <- run(t.Context(), cfg, pipetest.From("in", src)).Err
		}()
		synctest.Wait()
		if n, limit := src.BytesIn(), int64(batches*(batch+len(pipetest.Puzzle9)+1)); n > limit || n < int64(batches*len(pipetest.Puzzle9)) {
			t.Errorf("%d bytes were read while the output was blocked, want about %d", n, limit)
		}
		close(gate)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
