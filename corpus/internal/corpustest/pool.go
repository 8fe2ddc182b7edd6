package corpustest

import (
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// StartPool returns a pool whose workers work until the test ends.
func StartPool(t testing.TB, workers int) *pool.Pool {
	t.Helper()
	p := pool.New(workers)
	p.Start()
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			for {
				select {
				case j := <-p.Jobs():
					j.Run()
				case <-p.Stopped():
					return nil
				}
			}
		})
	}
	t.Cleanup(func() {
		p.Stop()
		_ = group.Wait()
	})
	return p
}
