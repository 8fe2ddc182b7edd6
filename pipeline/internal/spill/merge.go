package spill

import (
	"fmt"
	"io"
)

// The least and the most that is read of a run at once.
const (
	minReadBytes = 4 << 10
	maxReadBytes = 256 << 10
)

// A cursor goes through a run.
type cursor struct {
	file     io.ReaderAt
	entry    Entry        // current
	buffered []byte       // entries after it
	buf      []byte       // backs buffered
	from, to int64        // what is not read yet
	change   func(*Entry) // nil: entries are as they are
}

// startMerge opens all runs, in memory no larger than a run was.
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
		s.siftDown(i)
	}
	return nil
}

// merge takes the least entry of all runs.
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
	s.siftDown(0)
	return entry, nil
}

// siftDown restores the heap below i.
func (s *Sorter) siftDown(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(s.cursors); child++ {
			if s.cursors[child].entry.Compare(&s.cursors[least].entry) < 0 {
				least = child
			}
		}
		if least == i {
			return
		}
		s.cursors[i], s.cursors[least] = s.cursors[least], s.cursors[i]
		i = least
	}
}

// next goes on to the run's next entry; io.EOF if there is none.
func (c *cursor) next() error {
	if len(c.buffered) == 0 {
		n := min(int64(len(c.buf)), c.to-c.from)
		if n == 0 {
			return io.EOF
		}
		c.buffered = c.buf[:n]
		_, err := c.file.ReadAt(c.buffered, c.from)
		if err == io.EOF { // the end of the file is none of the run
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
