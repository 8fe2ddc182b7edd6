package parquettable

import "sync"

// buffers holds memory for bytes that are needed for a short time, by any
// goroutine.
type buffers struct {
	mu   sync.Mutex
	free [][]byte
}

// take returns n bytes.
func (b *buffers) take(n int) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	last := len(b.free) - 1
	for i := last; i >= 0; i-- {
		if have := b.free[i]; cap(have) >= n {
			b.free[i] = b.free[last]
			b.free = b.free[:last]
			return have[:n]
		}
	}
	if last >= 0 {
		b.free = b.free[:last] // a larger one takes its place
	}
	return roomFor[byte](n)
}

// roomFor makes a slice with some room beyond: the next page is hardly ever of
// the same size.
func roomFor[T any](n int) []T { return make([]T, n, n+n/8) }

// give gives memory back.
func (b *buffers) give(have []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free = append(b.free, have)
}
