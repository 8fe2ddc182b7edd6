package spill

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// setItem is the size of an entry in a Set: a key of two numbers and its value. A block is read
// at once.
const (
	setItem  = 24
	setBlock = 170 * setItem // about 4 KiB
)

// A Set finds values by their keys, in memory or in a temporary file. It never changes, so many
// goroutines may use it, each with a [Lookup] of its own. It must be closed.
type Set struct {
	memory []byte      // all entries, if they fit
	file   *owned.File // otherwise
	size   int64       // bytes of all entries
	firsts [][2]uint64
}

// NewSet returns the set of the entries that were added to a sorter: the first two numbers are
// the key and the third is its value. If a key occurs more than once, its least value counts.
// The set takes up to that many bytes of memory, and a file in dir if it needs more. The sorter
// is sorted, and empty at the end.
func NewSet(sorter *Sorter, dir string, memory int64) (s *Set, err error) {
	if err := sorter.Sort(); err != nil {
		return nil, err
	}
	s = new(Set)
	var w *bufio.Writer
	var last [2]uint64
	for {
		e, err := sorter.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		key := [2]uint64{e[0], e[1]}
		if err == nil && s.size > 0 && key == last {
			continue
		}
		if err == nil && w == nil && s.size+setItem > memory {
			w, err = s.spill(dir)
		}
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.add(e, w)
		last = key
	}
	if w != nil {
		if err := w.Flush(); err != nil { // also the first error of all writes
			return nil, errors.Join(fmt.Errorf("writing a temporary file: %w", err), s.Close())
		}
	}
	return s, nil
}

// spill moves all entries to a file.
func (s *Set) spill(dir string) (w *bufio.Writer, err error) {
	if s.file, err = owned.NewFile(dir); err != nil {
		return nil, err
	}
	w = bufio.NewWriterSize(s.file, writeBytes)
	_, err = w.Write(s.memory)
	s.memory = nil
	return w, err
}

// add adds an entry; w is nil if it goes to memory.
func (s *Set) add(e Entry, w *bufio.Writer) {
	if s.size%setBlock == 0 {
		s.firsts = append(s.firsts, [2]uint64{e[0], e[1]})
	}
	s.size += setItem
	if w == nil {
		s.memory = appendItem(s.memory, e)
		return
	}
	_, _ = w.Write(appendItem(w.AvailableBuffer(), e)) // Flush reports the error
}

func appendItem(dst []byte, e Entry) []byte {
	for _, word := range e[:3] {
		dst = binary.LittleEndian.AppendUint64(dst, word)
	}
	return dst
}

// Len returns the number of keys.
func (s *Set) Len() int64 { return s.size / setItem }

// Close frees the memory and removes the file.
func (s *Set) Close() error {
	f := s.file
	*s = Set{}
	return f.Close()
}

// A Lookup finds keys in a Set. One goroutine uses it.
type Lookup struct {
	set   *Set
	block []byte
}

// NewLookup returns a Lookup in a set.
func NewLookup(s *Set) *Lookup { return &Lookup{set: s} }

// Find returns the value of a key.
func (l *Lookup) Find(key [2]uint64) (value uint64, found bool, err error) {
	s := l.set
	i := sort.Search(len(s.firsts), func(i int) bool { return compareKeys(s.firsts[i], key) > 0 }) - 1
	if i < 0 {
		return 0, false, nil
	}
	from := int64(i) * setBlock
	block := s.memory
	if s.file == nil {
		block = block[from:min(from+setBlock, s.size)]
	} else {
		l.block = slices.Grow(l.block[:0], setBlock)[:min(setBlock, s.size-from)]
		block = l.block
		if _, err := s.file.ReadAt(block, from); err != nil {
			return 0, false, fmt.Errorf("reading a temporary file: %w", err)
		}
	}
	at := sort.Search(len(block)/setItem, func(i int) bool { return compareKeys(keyOfItem(block[i*setItem:]), key) >= 0 }) * setItem
	if at == len(block) || keyOfItem(block[at:]) != key {
		return 0, false, nil
	}
	return binary.LittleEndian.Uint64(block[at+16:]), true, nil
}

func keyOfItem(item []byte) [2]uint64 {
	return [2]uint64{binary.LittleEndian.Uint64(item), binary.LittleEndian.Uint64(item[8:])}
}

func compareKeys(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) }
