// Package spill keeps in temporary files what does not fit in memory. A [Sorter] sorts entries
// in bounded memory, a [Texts] sorts texts, and a [Spool] keeps texts for one later reading.
//
// On Unix, files lose their name as soon as they are made, so their space is free again however
// the process ends. Elsewhere Close removes them. Each sorter and spool has one file, and so
// one file descriptor.
package spill

import (
	"fmt"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// An Entry consists of four numbers, compared from the first on.
type Entry [4]uint64

// EntryBytes is the size of an entry, in memory and on disk.
const EntryBytes = 32

// Compare returns -1, 0 or 1.
func (e *Entry) Compare(f *Entry) int { return slices.Compare(e[:], f[:]) }

const (
	// minEntries is the least number of entries in memory.
	minEntries = 64
	// firstEntries is the number of entries to begin with: the runtime may clear a large piece at
	// once, and then all of it is in memory.
	firstEntries = 64 << 10
	// writeBytes is the size of a write.
	writeBytes = 256 << 10
)

// A Sorter sorts entries by external merge sort: sorted runs in one temporary file and one
// merge of all runs (Knuth, The Art of Computer Programming 3, 5.4). One goroutine uses it:
// first Add, any number of times, then Sort, then Next. It must be closed.
//
// It uses at most the memory that it was given, and a write buffer of 256 KiB. Entries that fit into
// memory are never written. A run is as long as the memory, and the merge gives each run an
// equal part of it to read ahead. So memory m sorts about m²/64 KiB at full speed, 160 GB with
// 100 MB, and more with smaller reads.
type Sorter struct {
	dir     string
	entries []Entry // the current run
	most    int     // entries in a run
	file    *owned.File
	written int64    // bytes in file
	runs    []int64  // ends of the runs in file
	others  []cursor // runs in other files
	scratch []byte

	cursors []cursor // a heap of runs by their next entries
	head    int      // next entry, if nothing was spilled
	sorted  bool
	merging bool // there are runs
}

// NewSorter returns a sorter with that many bytes of memory, and a file in dir for the rest.
func NewSorter(dir string, memory int64) *Sorter {
	return &Sorter{dir: dir, most: int(max(memory/EntryBytes, minEntries))}
}

// Add adds an entry.
func (s *Sorter) Add(e Entry) error {
	switch n := len(s.entries); {
	case n == s.most:
		if err := s.spill(); err != nil {
			return err
		}
	case s.entries == nil:
		s.entries = make([]Entry, 0, min(firstEntries, s.most))
	case n == cap(s.entries):
		// The rest in one piece: the system provides memory when it is used.
		s.entries = append(make([]Entry, 0, s.most), s.entries...)
	}
	s.entries = append(s.entries, e)
	return nil
}

// spill writes the current entries as a run.
func (s *Sorter) spill() error {
	if s.file == nil {
		f, err := owned.NewFile(s.dir)
		if err != nil {
			return err
		}
		s.file = f
		s.scratch = make([]byte, 0, writeBytes)
	}
	sortEntries(s.entries)
	for part := range slices.Chunk(s.entries, writeBytes/EntryBytes) {
		s.scratch = s.scratch[:0]
		for i := range part {
			s.scratch = AppendEntry(s.scratch, &part[i])
		}
		n, err := s.file.Write(s.scratch)
		s.written += int64(n)
		if err != nil {
			return fmt.Errorf("writing a temporary file: %w", err)
		}
	}
	s.runs = append(s.runs, s.written)
	s.entries = s.entries[:0]
	return nil
}

// AddRun adds entries that are sorted already, from one offset of a file to another, as
// AppendEntry writes them. Next reads them and applies change, which must keep their order.
func (s *Sorter) AddRun(file io.ReaderAt, from, to int64, change func(*Entry)) {
	if from < to {
		s.others = append(s.others, cursor{file: file, from: from, to: to, change: change})
	}
}

// Sort ends the adding of entries. Next gives them after that.
func (s *Sorter) Sort() error {
	s.sorted = true
	s.merging = s.file != nil || len(s.others) > 0
	if !s.merging {
		sortEntries(s.entries)
		return nil
	}
	if len(s.entries) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.entries, s.scratch = nil, nil
	return s.startMerge()
}

// Next returns the entries in ascending order, each as often as it was added,
// and io.EOF after the last.
func (s *Sorter) Next() (Entry, error) {
	if !s.sorted {
		panic("spill: Next before Sort")
	}
	if s.merging {
		return s.merge()
	}
	if s.head == len(s.entries) {
		s.entries = nil
		s.head = 0
		return Entry{}, io.EOF
	}
	s.head++
	return s.entries[s.head-1], nil
}

// Spilled returns the number of bytes written to disk so far.
func (s *Sorter) Spilled() int64 { return s.written }

// Close frees the memory and removes the file.
func (s *Sorter) Close() error {
	f := s.file
	*s = Sorter{}
	return f.Close()
}

// minReadBytes and maxReadBytes bound the size of a read.
const (
	minReadBytes = 4 << 10
	maxReadBytes = 256 << 10
)

// A cursor goes through a run.
type cursor struct {
	file     io.ReaderAt
	entry    Entry        // current entry
	buffered []byte       // entries after the current one
	buf      []byte       // memory of buffered
	from, to int64        // not read yet
	change   func(*Entry) // nil: unchanged
}

// startMerge opens all runs, in no more memory than a run had.
func (s *Sorter) startMerge() error {
	s.cursors = s.others
	from := int64(0)
	for _, to := range s.runs {
		s.cursors = append(s.cursors, cursor{file: s.file, from: from, to: to})
		from = to
	}
	each := int64(s.most) * EntryBytes / int64(len(s.cursors))
	each = min(max(each, minReadBytes), maxReadBytes) / EntryBytes * EntryBytes
	for i := range s.cursors {
		c := &s.cursors[i]
		c.buf = make([]byte, min(each, c.to-c.from))
		if err := c.next(); err != nil {
			return err
		}
	}
	for i := len(s.cursors)/2 - 1; i >= 0; i-- {
		siftDown(s.cursors, i, (*cursor).less)
	}
	return nil
}

// merge returns the least entry of all runs.
func (s *Sorter) merge() (Entry, error) {
	if len(s.cursors) == 0 {
		return Entry{}, io.EOF
	}
	top := &s.cursors[0]
	entry := top.entry
	switch err := top.next(); {
	case err == io.EOF: //nolint:errorlint // made by next
		last := len(s.cursors) - 1
		s.cursors[0] = s.cursors[last]
		s.cursors = s.cursors[:last]
	case err != nil:
		return Entry{}, err
	}
	siftDown(s.cursors, 0, (*cursor).less)
	return entry, nil
}

// siftDown restores a heap below i.
func siftDown[T any](heap []T, i int, less func(a, b *T) bool) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if less(&heap[child], &heap[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		heap[i], heap[least] = heap[least], heap[i]
		i = least
	}
}

// less orders runs by their current entries.
func (c *cursor) less(d *cursor) bool { return c.entry.Compare(&d.entry) < 0 }

// next goes to the run's next entry, or returns io.EOF.
func (c *cursor) next() error {
	if len(c.buffered) == 0 {
		n := min(int64(len(c.buf)), c.to-c.from)
		if n == 0 {
			return io.EOF
		}
		c.buffered = c.buf[:n]
		_, err := c.file.ReadAt(c.buffered, c.from)
		if err == io.EOF { // a run does not end before its size
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return fmt.Errorf("reading a temporary file: %w", err)
		}
		c.from += n
	}
	c.entry = EntryOf(c.buffered)
	if c.change != nil {
		c.change(&c.entry)
	}
	c.buffered = c.buffered[EntryBytes:]
	return nil
}
