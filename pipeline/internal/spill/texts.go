package spill

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// A Texts sorts texts by their keys, as a [Sorter] sorts entries: in runs, which are merged at
// once. Texts with equal keys keep their order. One goroutine uses it: first Add, any number of
// times, then Sort, then Next. It must be closed.
type Texts struct {
	dir    string
	arena  []byte   // the current run: for each text two lengths, key and text
	index  []textAt // places of texts in the arena
	memory int64
	file   *owned.File
	ends   []int64 // ends of the runs in file

	runs   []textRun // a heap of runs by their next texts
	sorted bool
}

// A textAt is the place of a text in the arena, with the first eight bytes of its key as a
// big-endian number. Most comparisons need no more of the key.
type textAt struct {
	prefix uint64
	at     int
}

// prefixOf returns the first bytes of a key, with zeros if it is shorter.
func prefixOf(key []byte) uint64 {
	if len(key) < 8 {
		var padded [8]byte
		copy(padded[:], key)
		key = padded[:]
	}
	return binary.BigEndian.Uint64(key)
}

// lengths is the size of the two lengths before a key.
const lengths = 8

// NewTexts returns a sorter with that many bytes of memory, or little more, and a file in dir
// for the rest.
func NewTexts(dir string, memory int64) *Texts {
	return &Texts{dir: dir, memory: max(memory, minEntries*EntryBytes)}
}

// Add adds a text. It keeps no reference to the text or its key.
func (s *Texts) Add(key, text []byte) error {
	const indexPart, textAtBytes = 8, 16 // the index has one eighth of the memory
	if s.arena == nil {
		// In one piece: the system provides memory when it is used.
		s.arena = make([]byte, 0, s.memory-s.memory/indexPart)
		s.index = make([]textAt, 0, s.memory/indexPart/textAtBytes)
	}
	need := lengths + len(key) + len(text)
	if len(s.index) > 0 && (len(s.arena)+need > cap(s.arena) || len(s.index) == cap(s.index)) {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.index = append(s.index, textAt{prefixOf(key), len(s.arena)})
	s.arena = binary.LittleEndian.AppendUint32(s.arena, uint32(len(key)))
	s.arena = binary.LittleEndian.AppendUint32(s.arena, uint32(len(text)))
	s.arena = append(append(s.arena, key...), text...)
	return nil
}

// at returns the text at a place of the arena.
func (s *Texts) at(i int) (all, key, text []byte) {
	keyEnd := i + lengths + int(binary.LittleEndian.Uint32(s.arena[i:]))
	end := keyEnd + int(binary.LittleEndian.Uint32(s.arena[i+4:]))
	return s.arena[i:end], s.arena[i+lengths : keyEnd], s.arena[keyEnd:end]
}

// sortIndex sorts the current run.
func (s *Texts) sortIndex() {
	slices.SortFunc(s.index, func(a, b textAt) int {
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		_, keyA, _ := s.at(a.at)
		_, keyB, _ := s.at(b.at)
		return cmp.Or(bytes.Compare(keyA, keyB), a.at-b.at)
	})
}

// spill writes the current run.
func (s *Texts) spill() (err error) {
	if s.file == nil {
		if s.file, err = owned.NewFile(s.dir); err != nil {
			return err
		}
		s.ends = []int64{0}
	}
	s.sortIndex()
	w := bufio.NewWriterSize(s.file, writeBytes)
	for _, i := range s.index {
		all, _, _ := s.at(i.at)
		if _, err := w.Write(all); err != nil {
			return fmt.Errorf("writing a temporary file: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("writing a temporary file: %w", err)
	}
	s.ends = append(s.ends, s.ends[len(s.ends)-1]+int64(len(s.arena)))
	s.arena, s.index = s.arena[:0], s.index[:0]
	return nil
}

// Sort ends the adding of texts. Next gives them after that.
func (s *Texts) Sort() error {
	s.sorted = true
	if s.file == nil {
		s.sortIndex()
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	s.arena, s.index = nil, nil
	size := min(max(s.memory/int64(len(s.ends)), minReadBytes), maxReadBytes)
	for i, end := range s.ends[1:] {
		section := io.NewSectionReader(s.file, s.ends[i], end-s.ends[i])
		run := textRun{number: i, r: bufio.NewReaderSize(section, int(size))}
		switch err := run.next(); {
		case err == nil:
			s.runs = append(s.runs, run)
		case !errors.Is(err, io.EOF):
			return err
		}
	}
	for i := len(s.runs)/2 - 1; i >= 0; i-- {
		siftDown(s.runs, i, (*textRun).less)
	}
	return nil
}

// Next returns the texts in ascending order of their keys, and io.EOF after the
// last. Both are valid until the next call.
func (s *Texts) Next() (key, text []byte, err error) {
	switch {
	case !s.sorted:
		panic("spill: Next before Sort")
	case s.file != nil:
		return s.merge()
	case len(s.index) == 0:
		return nil, nil, io.EOF
	}
	_, key, text = s.at(s.index[0].at)
	s.index = s.index[1:]
	return key, text, nil
}

// Close frees the memory and removes the file.
func (s *Texts) Close() error {
	f := s.file
	*s = Texts{}
	return f.Close()
}

// A textRun is a run of texts that is read.
type textRun struct {
	number int
	r      *bufio.Reader
	taken  bool // the current text was returned
	text   []byte
	key    int // length of the key, at the beginning of text
}

// next goes to the run's next text, or returns io.EOF.
func (c *textRun) next() error {
	var head [lengths]byte
	_, err := io.ReadFull(c.r, head[:])
	if err == io.EOF {
		return err
	}
	if err == nil {
		c.key = int(binary.LittleEndian.Uint32(head[:]))
		n := c.key + int(binary.LittleEndian.Uint32(head[4:]))
		c.text = slices.Grow(c.text[:0], n)[:n]
		_, err = io.ReadFull(c.r, c.text)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("reading a temporary file: %w", err)
	}
	c.taken = false
	return nil
}

// merge returns the least text of all runs. Its run goes on at the next call, because the text
// lies there.
func (s *Texts) merge() (key, text []byte, err error) {
	if len(s.runs) > 0 && s.runs[0].taken {
		switch err := s.runs[0].next(); {
		case err == io.EOF: //nolint:errorlint // made by next
			last := len(s.runs) - 1
			s.runs[0] = s.runs[last]
			s.runs = s.runs[:last]
		case err != nil:
			return nil, nil, err
		}
		siftDown(s.runs, 0, (*textRun).less)
	}
	if len(s.runs) == 0 {
		return nil, nil, io.EOF
	}
	top := &s.runs[0]
	top.taken = true
	return top.text[:top.key], top.text[top.key:], nil
}

// less orders runs by their current texts, and equal ones by age.
func (c *textRun) less(d *textRun) bool {
	return cmp.Or(bytes.Compare(c.text[:c.key], d.text[:d.key]), c.number-d.number) < 0
}
