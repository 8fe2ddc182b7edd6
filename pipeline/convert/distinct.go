package convert

import (
	"context"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A distinct keeper writes the first answer with each key. While memory holds all keys, it
// decides at once. After that it spools answers with keys that memory does not hold. At the end
// it sorts the keys of the spooled answers, and writes the first answer with each.
type distinct struct {
	opts *Options
	seen keySet
	left int64 // answers dropped

	spool   *spill.Spool // nil: memory holds all keys
	spooled uint64       // answers in spool
	later   *spill.Sorter
}

func newDistinct(opts *Options) *distinct {
	// Half of the memory is for keys, and half of that lets keySet grow.
	const keyBytes = 16
	return &distinct{opts: opts, seen: keySet{most: max(int(opts.Memory/4/keyBytes), leastKeys)}}
}

func (f *distinct) repeated() int64 { return f.left }

func (f *distinct) add(answer []byte, cells []uint8, k key) (now bool, err error) {
	if cells != nil {
		if f.seen.has(k) {
			f.left++
			return false, nil
		}
		if f.spool == nil && f.seen.add(k) {
			return true, nil
		}
		if err := f.spill(k); err != nil {
			return false, err
		}
	}
	if f.spool == nil {
		return true, nil
	}
	f.spooled++
	return false, f.spool.Add(answer)
}

// spill keeps the key of the next answer in the spool.
func (f *distinct) spill(k key) (err error) {
	if f.spool == nil {
		if f.spool, err = spill.NewSpool(f.opts.TempDir); err != nil {
			return err
		}
		f.later = spill.NewSorter(f.opts.TempDir, f.opts.Memory/4)
	}
	return f.later.Add(spill.Entry{k[0], k[1], f.spooled})
}

// finish writes the first answers with each key from the spool.
func (f *distinct) finish(ctx context.Context, out *output) error {
	if f.spool == nil {
		return nil
	}
	f.seen = keySet{}
	stage := out.progress.Begin("comparing", int64(f.spooled))
	drops := spill.NewSorter(f.opts.TempDir, f.opts.Memory/4)
	defer func() { _ = drops.Close() }() // the file is temporary
	if err := f.findRepeated(drops); err != nil {
		return err
	}
	if err := errors.Join(drops.Sort(), f.spool.Rewind()); err != nil {
		return err
	}
	drop, dropErr := drops.Next()
	for number := range f.spooled {
		stage.Done.Store(int64(number))
		answer, err := f.spool.Next()
		if err != nil {
			return err
		}
		if dropErr == nil && drop[0] == number {
			f.left++
			drop, dropErr = drops.Next()
			continue
		}
		if err := out.add(ctx, answer); err != nil {
			return err
		}
	}
	if errors.Is(dropErr, io.EOF) {
		return nil
	}
	return dropErr
}

// findRepeated adds the numbers of repeated answers in the spool to drop.
func (f *distinct) findRepeated(drop *spill.Sorter) error {
	if err := f.later.Sort(); err != nil {
		return err
	}
	var last spill.Entry
	for first := true; ; first = false {
		e, err := f.later.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if !first && e[0] == last[0] && e[1] == last[1] {
			if err := drop.Add(spill.Entry{e[2]}); err != nil {
				return err
			}
		}
		last = e
	}
}

func (f *distinct) close() {
	if f.spool != nil {
		_ = f.spool.Close() // the file is temporary
		_ = f.later.Close()
	}
}

// A keySet holds keys in memory, up to a number. It is a hash table with open addressing; the
// keys are digests, so they need no hashing.
type keySet struct {
	most  int // limit of slots
	slots []key
	n     int
	zero  bool // the zero key, which marks free slots, is in the set
}

// leastKeys is the least limit of slots.
const leastKeys = 1 << 8

// has reports whether a key is in the set.
func (s *keySet) has(k key) bool {
	if k == (key{}) {
		return s.zero
	}
	return len(s.slots) > 0 && s.slots[s.find(k)] == k
}

// find returns the slot of a key, or the free slot where it belongs.
func (s *keySet) find(k key) int {
	mask := len(s.slots) - 1
	i := int(k[0]>>1) & mask
	for s.slots[i] != k && s.slots[i] != (key{}) {
		i = (i + 1) & mask
	}
	return i
}

// add adds a key that is not in the set. It returns false if there is no room.
func (s *keySet) add(k key) bool {
	if k == (key{}) {
		s.zero = true
		return true
	}
	if 4*s.n >= 3*len(s.slots) && !s.grow() {
		return false
	}
	s.slots[s.find(k)] = k
	s.n++
	return true
}

// grow doubles the table, if the limit allows it.
func (s *keySet) grow() bool {
	size := max(2*len(s.slots), leastKeys/2)
	if size > s.most {
		return false
	}
	old := s.slots
	s.slots = make([]key, size)
	for _, k := range old {
		if k != (key{}) {
			s.slots[s.find(k)] = k
		}
	}
	return true
}
