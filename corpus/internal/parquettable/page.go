package parquettable

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"sync/atomic"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// markRows is how many rows there are between two marks.
const markRows = 1024

// A page is some values of a leaf, one after the other, or a dictionary. It is
// decoded by a job.
type page struct {
	leaf   *leaf
	group  int // the row group
	codec  compression
	header pageHeader
	offset int64  // in the file
	raw    []byte // as in the file; until it is decoded
	text   []byte // decompressed
	cost   int64  // memory, about

	reps, defs []uint8 // levels of the entries, if the leaf has any
	nulls      bool    // not every entry has a value
	values     values
	indices    []uint32 // into dict
	indexed    bool     // the values are those of indices
	dict       *page
	rows       int    // that begin here
	marks      []mark // of every so many rows, where rows are not entries
	ends       bool   // the chunk ends here

	err  error
	done chan struct{} // closed when decoded, or err says why not
	refs atomic.Int32
}

// A mark is where a row begins.
type mark struct{ entry, value int }

// at returns a value's bytes.
func (p *page) at(i int) []byte {
	if p.indexed {
		return p.dict.values.at(int(p.indices[i]))
	}
	return p.values.at(i)
}

// damaged says where the page is.
func (p *page) damaged(err error) error {
	return &PageError{Column: p.leaf.path, Group: p.group, Offset: p.offset, Err: err}
}

// clean reports that no value of the page needs quotes, unless it is empty.
func (p *page) clean() bool {
	if p.indexed {
		return p.dict.values.clean
	}
	return p.values.clean
}

// Run decodes the page.
func (p *page) Run() {
	start := time.Now()
	if err := guard.Do(p.decode); err != nil {
		p.err = p.damaged(err)
	}
	r := p.leaf.reader
	r.raws.give(p.raw)
	p.raw = nil
	p.cost -= int64(p.header.packed)
	r.release(int64(p.header.packed))
	r.opts.Pool.Since(start, pool.Decoding)
	close(p.done)
}

var (
	errChecksum = errors.New("the checksum is wrong")
	errLevels   = errors.New("damaged levels")
)

func (p *page) decode() error {
	h := &p.header
	if h.checked && crc32.ChecksumIEEE(p.raw) != h.checksum {
		return errChecksum
	}
	if h.kind == dataPageV2 {
		return p.decodeSecond()
	}
	if err := p.decompress(p.raw, h.text); err != nil {
		return err
	}
	if h.kind == dictionaryPage {
		if h.encoding != plainEncoding && h.encoding != plainDictionary {
			return fmt.Errorf("a dictionary is encoded in an unknown way (encoding %d)", h.encoding)
		}
		return p.values.decode(p.leaf.node, plainEncoding, p.text, h.entries)
	}
	rest := p.text
	for _, l := range []struct {
		levels *[]uint8
		most   int
	}{{&p.reps, p.leaf.rep}, {&p.defs, p.leaf.def}} {
		if l.most == 0 {
			continue
		}
		if h.levels != runLengths {
			return fmt.Errorf("levels are encoded in an unknown way (encoding %d)", h.levels)
		}
		if len(rest) < 4 || uint64(little.Uint32(rest)) > uint64(len(rest)-4) {
			return errLevels
		}
		n := 4 + int(little.Uint32(rest))
		if err := p.fillLevels(l.levels, rest[4:n], l.most); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return p.decodeValues(rest)
}

// decodeSecond decodes a data page of the second version, whose levels are not
// compressed.
func (p *page) decodeSecond() error {
	h := &p.header
	levels := h.repBytes + h.defBytes
	if levels > len(p.raw) || levels > h.text {
		return errLevels
	}
	if err := p.fillLevels(&p.reps, p.raw[:h.repBytes], p.leaf.rep); err != nil {
		return err
	}
	if err := p.fillLevels(&p.defs, p.raw[h.repBytes:levels], p.leaf.def); err != nil {
		return err
	}
	if !h.compressed {
		p.codec = uncompressed
	}
	if err := p.decompress(p.raw[levels:], h.text-levels); err != nil {
		return err
	}
	return p.decodeValues(p.text)
}

func (p *page) decompress(raw []byte, size int) error {
	if cap(p.text) < size {
		p.text = roomFor[byte](size)
	}
	p.text = p.text[:size]
	if p.codec == uncompressed {
		if copy(p.text, raw) != len(raw) || len(raw) != size {
			return errSize
		}
		return nil
	}
	return p.leaf.reader.codecs.decompress(p.codec, p.text, raw)
}

func (p *page) fillLevels(levels *[]uint8, src []byte, most int) error {
	if most == 0 {
		return nil
	}
	n := p.header.entries
	if cap(*levels) < n {
		*levels = roomFor[uint8](n)
	}
	*levels = (*levels)[:n]
	if _, err := fillHybrid(*levels, src, bits.Len(uint(most))); err != nil {
		return err
	}
	for _, l := range *levels {
		if int(l) > most {
			return errLevels
		}
	}
	return nil
}

// decodeValues decodes what follows the levels.
func (p *page) decodeValues(data []byte) error {
	n := p.header.entries
	if p.leaf.def > 0 {
		n = bytes.Count(p.defs, []byte{byte(p.leaf.def)})
	}
	p.nulls = n < p.header.entries
	if p.leaf.rep > 0 {
		p.markStarts()
	}
	switch p.header.encoding {
	case plainDictionary, dictionaryIndices:
		if p.indexed = n > 0; !p.indexed { // nulls alone need no dictionary
			return nil
		}
		return p.decodeIndices(data, n)
	}
	return p.values.decode(p.leaf.node, p.header.encoding, data, n)
}

func (p *page) decodeIndices(data []byte, n int) error {
	if cap(p.indices) < n {
		p.indices = roomFor[uint32](n)
	}
	p.indices = p.indices[:n]
	if p.dict == nil || len(data) == 0 || data[0] > 32 {
		return errDictionary
	}
	if _, err := fillHybrid(p.indices, data[1:], int(data[0])); err != nil {
		return err
	}
	most := uint32(0)
	for _, i := range p.indices {
		most = max(most, i)
	}
	if int(most) >= p.dict.values.n {
		return errDictionary
	}
	return nil
}

// markStarts finds the rows of a page whose entries are no rows.
func (p *page) markStarts() {
	p.marks, p.rows = p.marks[:0], 0
	value := 0
	for i, rep := range p.reps {
		if rep == 0 {
			if p.rows%markRows == 0 {
				p.marks = append(p.marks, mark{i, value})
			}
			p.rows++
		}
		if int(p.defs[i]) == p.leaf.def {
			value++
		}
	}
}

// find returns where a row of the page begins.
func (p *page) find(row int) mark {
	if p.leaf.rep == 0 {
		if !p.nulls {
			return mark{row, row}
		}
		return mark{row, bytes.Count(p.defs[:row], []byte{byte(p.leaf.def)})}
	}
	m := p.marks[row/markRows]
	for skip := row % markRows; skip > 0; {
		if int(p.defs[m.entry]) == p.leaf.def {
			m.value++
		}
		m.entry++
		if p.reps[m.entry] == 0 {
			skip--
		}
	}
	return m
}
