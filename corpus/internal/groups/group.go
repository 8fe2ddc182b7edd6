package groups

import (
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// A group is text, and what becomes of it.
type group[P Packer] struct {
	pool         *pool.Pool
	packer       P
	text, packed []byte
	err          error         // why it is not
	done         chan struct{} // holds one token when it is packed
}

// Run compresses the group.
func (g *group[P]) Run() {
	start := time.Now()
	g.err = guard.Do(func() (err error) {
		g.packed, err = g.packer.Pack(g.packed[:0], g.text)
		return err
	})
	g.pool.Since(start, pool.Encoding)
	g.done <- struct{}{}
}
