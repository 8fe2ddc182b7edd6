package store

import (
	"io"
	"slices"
	"sync"
)

const (
	blockBytes = 4 << 20 // of a request: long enough that its latency does not count
	heldBlocks = 4       // of a file, in memory
)

// blocks reads a file in blocks by ranged requests. Callers ask for much smaller pieces,
// next to each other. After two blocks in a row the next one is fetched early.
type blocks struct {
	size  int64
	fetch func(from, to int64) ([]byte, error) // may be called by many goroutines at a time
	close func()

	mu   sync.Mutex
	held []*block // the most recently used comes last
}

type block struct {
	index int64
	ready chan struct{} // closed when the other fields are set
	text  []byte
	err   error
}

func (b *blocks) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && err == nil {
		if at >= b.size {
			return n, io.EOF
		}
		held := b.take(at / blockBytes)
		<-held.ready
		if held.err != nil {
			return n, held.err
		}
		done := copy(p[n:], held.text[at%blockBytes:])
		n += done
		at += int64(done)
	}
	return n, nil
}

// take returns a block, which may not be ready.
func (b *blocks) take(index int64) *block {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := b.hold(index)
	sequential := slices.ContainsFunc(b.held, func(h *block) bool { return h.index == index-1 })
	if sequential && (index+1)*blockBytes < b.size {
		b.hold(index + 1)
	}
	b.held = b.held[max(0, len(b.held)-heldBlocks):]
	return taken
}

// hold starts to fetch a block unless it is held.
func (b *blocks) hold(index int64) *block {
	if i := slices.IndexFunc(b.held, func(h *block) bool { return h.index == index }); i >= 0 {
		h := b.held[i]
		b.held = append(slices.Delete(b.held, i, i+1), h)
		return h
	}
	h := &block{index: index, ready: make(chan struct{})}
	b.held = append(b.held, h)
	go func() {
		defer close(h.ready)
		from := index * blockBytes
		if h.text, h.err = b.fetch(from, min(from+blockBytes, b.size)); h.err != nil {
			b.drop(h)
		}
	}()
	return h
}

// drop forgets a block whose request failed, so that it can be requested again.
func (b *blocks) drop(h *block) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held = slices.DeleteFunc(b.held, func(o *block) bool { return o == h })
}

func (b *blocks) Close() error {
	b.close()
	return nil
}
