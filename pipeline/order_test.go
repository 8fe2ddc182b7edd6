package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestSeeded has every part of the ring take its time, and one of them fail, as a seed says. The answers come in
// input order and end with a record, an error is returned, and no goroutine is left (or synctest would fail).
// Another run completes the answers from the last checkpoint.
func TestSeeded(t *testing.T) {
	overtaken := false
	failed := map[string]bool{}
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) { seededRun(t, seed, failed, &overtaken) })
	}
	if !overtaken || len(failed) != len(ringPlaces) {
		t.Errorf("a worker was overtaken: %v; failed: %v", overtaken, failed)
	}
}

// ringPlaces are where a run may fail. A run is also called off, in "context".
var ringPlaces = []string{"read", "worker", "panic", "write", "short write", "OnBatch", "OnCheckpoint", "OnIdle", "OnEnd", "context"}

var errSeeded = errors.New("an error as the seed says")

// A seededRing says of each call in a run how long it takes and whether it fails.
type seededRing struct {
	seed   uint64
	place  string // that fails
	after  int    // so many calls
	mu     sync.Mutex
	calls  map[string]int
	failed atomic.Bool
}

// at waits in a call at one of the places, and returns an error if the seed says so.
func (r *seededRing) at(places ...string) error {
	r.mu.Lock()
	call := r.calls[places[0]]
	r.calls[places[0]]++
	r.mu.Unlock()
	time.Sleep(time.Duration(rand.New(rand.NewPCG(r.seed, uint64(len(places[0])<<32|call))).IntN(1000)) * time.Millisecond)
	if call < r.after || !slices.Contains(places, r.place) {
		return nil
	}
	r.failed.Store(true)
	return errSeeded
}

func seededRun(t *testing.T, seed uint64, failed map[string]bool, overtaken *bool) {
	random := rand.New(rand.NewPCG(seed, 0))
	r := &seededRing{seed: seed, place: ringPlaces[random.IntN(len(ringPlaces))], after: random.IntN(100), calls: map[string]int{}}
	if r.place == "OnIdle" || r.place == "OnEnd" {
		r.after %= 2
	}
	const record = 90
	var input strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&input, "%s %7d\n", pipetest.Puzzle9, i)
	}
	whole := input.String()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out strings.Builder
	var last pipeline.Checkpoint
	saved, latest := 0, ""
	cfg := pipeline.Config{Jobs: 1 + random.IntN(8), BatchBytes: 100 + random.IntN(5000)}
	cfg.NewWorker = workers(func(ctx context.Context, b *pipeline.Batch) {
		err := r.at("worker", "panic", "context")
		copyText(ctx, b)
		if ctx.Err() != nil {
			b.Out = b.Out[:len(b.Out)/2] // half done
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		*overtaken = *overtaken || string(b.Text[:record]) < latest
		latest = string(b.Text[:record])
		switch {
		case err != nil && r.place == "context":
			cancel()
		case err != nil && r.place == "panic":
			panic(err)
		case err != nil:
			b.Out, b.Counts = b.Out[:0], pipeline.Counts{}
			b.Fail(0, err)
		}
	})
	cfg.Output = writerFunc(func(p []byte) (int, error) {
		if r.failed.Load() && strings.HasSuffix(r.place, "write") {
			t.Errorf("seed %d: it writes again", seed)
		}
		err := r.at("write", "short write")
		switch {
		case err != nil && r.place == "short write":
			return out.Write(p[:len(p)-record])
		case err != nil:
			return 0, err
		}
		return out.Write(p)
	})
	cfg.OnBatch = func(*pipeline.Batch, pipeline.Place) error { return r.at("OnBatch") }
	cfg.OnIdle = func() error { return r.at("OnIdle") }
	cfg.OnEnd = func() error { return r.at("OnEnd") }
	cfg.OnCheckpoint = func(c *pipeline.Checkpoint) error {
		last, saved = *c, out.Len()
		return r.at("OnCheckpoint")
	}
	half := len(whole) / record / 2 * record
	open := 0
	reading := func(text string) pipeline.Input {
		from, amounts := strings.NewReader(text), rand.New(rand.NewPCG(seed, uint64(len(text))))
		src := &pipetest.Source{OnClose: func() error { open--; return nil }, Live: random.IntN(2) == 0, Reader: readerFunc(func(p []byte) (int, error) {
			if err := r.at("read"); err != nil {
				return 0, err
			}
			return from.Read(p[:min(len(p), 1+amounts.IntN(5000))])
		})}
		return pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { open++; return src, nil }}
	}
	o := run(ctx, cfg, reading(whole[:half]), reading(whole[half:]))
	how := fmt.Sprintf("seed %d: %s fails, %d jobs, batches of %d: %v", seed, r.place, cfg.Jobs, cfg.BatchBytes, o.Err)
	fails := r.failed.Load()
	failed[r.place] = failed[r.place] || fails
	switch {
	case fails != (errors.Is(o.Err, context.Canceled) || errors.Is(o.Err, io.ErrShortWrite) || o.Err != nil && strings.Contains(o.Err.Error(), errSeeded.Error())),
		(o.Err == nil) == fails, out.Len() < len(whole) && !fails, open != 0:
		t.Errorf("%s: %d bytes of %d, %d inputs are open", how, out.Len(), len(whole), open)
	case !strings.HasPrefix(whole, out.String()) || o.Stats.TextOut != int64(out.Len()):
		t.Errorf("%s: the output of %d bytes is not in order, %d are counted", how, out.Len(), o.Stats.TextOut)
	case r.place != "short write" && r.place != "OnIdle" && o.Stats.Solved != int64(out.Len()/record) || out.Len()%record > 0:
		t.Errorf("%s: %d records counted, %d bytes", how, o.Stats.Solved, out.Len())
	}
	if saved > 0 {
		cfg := pipeline.Config{NewWorker: workers(copyText), Stretch: pipeline.Stretch{Start: &last}}
		if more := mustRun(t, cfg, pipetest.Text("in", whole[:half]), pipetest.Text("in", whole[half:])).Out; out.String()[:saved]+more != whole {
			t.Errorf("%s: %d bytes from %d", how, len(more), saved)
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
