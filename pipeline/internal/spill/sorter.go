package spill

import (
	"fmt"
	"io"
	"slices"
)

// An Entry is what a Sorter sorts: four numbers, compared from the first on.
type Entry [4]uint64

// EntryBytes is what an entry takes, in memory and on disk.
const EntryBytes = 32

// Compare returns -1, 0 or 1.
func (e *Entry) Compare(f *Entry) int {
	for i := range e {
		switch {
		case e[i] < f[i]:
			return -1
		case e[i] > f[i]:
			return 1
		}
	}
	return 0
}

const (
	// minEntries is what a Sorter holds in memory at least.
	minEntries = 64
	// writeBytes is how much of a run is written at once.
	writeBytes = 256 << 10
)

// A Sorter sorts entries: external merge sort with sorted runs in one temporary
// file and one merge of all of them (Knuth, The Art of Computer Programming 3,
// 5.4). One goroutine uses it: first Add, any number of times, then Sort, then
// Next. It must be closed.
//
// It uses no more than the memory it was given, and a buffer for writing of 256
// KiB. What fits there is never written. Runs are as long as the memory, and
// the merge gives each an equal part of it to read ahead: so an amount of memory
// m sorts about m²/64 KiB at full speed, 160 GB with 100 MB, and more with
// smaller reads.
type Sorter struct {
	dir     string
	entries []Entry // the current run; made at the first Add
	most    int     // entries in a run
	file    *tempFile
	written int64    // bytes in file
	runs    []int64  // where the runs in file end
	others  []cursor // runs in other files
	scratch []byte

	cursors []cursor // a heap: of each run what comes next
	head    int      // of entries: where nothing was spilled
	sorted  bool
	merging bool // there are runs
}

// NewSorter makes a sorter that uses that many bytes of memory, and puts what
// does not fit there into a file in dir.
func NewSorter(dir string, memory int64) *Sorter {
	return &Sorter{dir: dir, most: int(max(memory/EntryBytes, minEntries))}
}

// Add adds an entry.
func (s *Sorter) Add(e Entry) error {
	if len(s.entries) == s.most {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if s.entries == nil {
		// In one piece: the system gives the memory when it is touched.
		s.entries = make([]Entry, 0, s.most)
	}
	s.entries = append(s.entries, e)
	return nil
}

// spill writes the current entries as a run.
func (s *Sorter) spill() error {
	if s.file == nil {
		f, err := newTempFile(s.dir)
		if err != nil {
			return err
		}
		s.file = f
		s.scratch = make([]byte, 0, writeBytes)
	}
	s.sortEntries()
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

func (s *Sorter) sortEntries() {
	slices.SortFunc(s.entries, func(a, b Entry) int { return a.Compare(&b) })
}

// AddRun adds entries that are sorted already, and lie one after the other as
// AppendEntry writes them, from a byte of a file up to another one. They are read by
// Next, and changed by change, which must keep their order.
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
		s.sortEntries()
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

// Spilled is the number of bytes that were written to disk so far.
func (s *Sorter) Spilled() int64 { return s.written }

// Close frees the memory and removes the file.
func (s *Sorter) Close() error {
	f := s.file
	*s = Sorter{}
	return f.Close()
}
