package parquettable

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// The kinds of pages.
const (
	dataPage       = 0
	dictionaryPage = 2
	dataPageV2     = 3
)

var (
	errChecksum = errors.New("the checksum is wrong")
	errLevels   = errors.New("damaged levels")
)

// A pageHeader is what stands before a page.
type pageHeader struct {
	kind         int
	textSize     int // bytes when decompressed, levels included
	packed       int // bytes that follow
	entries      int // values, nulls included
	encoding     int
	levels       int // the encoding of levels, of dataPage
	repSize      int // of dataPageV2, whose levels are not compressed
	defSize      int
	uncompressed bool
	checksum     uint32 // of what follows
	checked      bool   // there is a checksum
}

// readPageHeader reads the header at an offset, and returns its size. A header may hold two
// values of the page, so it may be large.
func readPageHeader(r io.ReaderAt, at, end int64, buf *[]byte) (h pageHeader, size int, err error) {
	const most = 4 << 20
	for want := int64(512); ; want *= 8 {
		if want = min(want, end-at); want <= 0 {
			return h, 0, errThriftCut
		}
		*buf = resize(*buf, int(want))
		if err := readAt(r, *buf, at); err != nil {
			return h, 0, err
		}
		h, size, err = parsePageHeader(*buf)
		if !errors.Is(err, errThriftCut) || want == end-at || want >= most {
			return h, size, err
		}
	}
}

func parsePageHeader(b []byte) (h pageHeader, size int, err error) {
	found := map[uint64]int64{}
	w := &thriftWalker{b: b}
	w.visit = func(path uint64, v int64, _ []byte) {
		if path&^(ints|texts|structs) <= 0xffff {
			found[path] = v
		}
	}
	if w.structure(0, 0); w.err != nil {
		return h, 0, w.err
	}
	get := func(path uint64, absent int64) int {
		v, ok := found[ints|path]
		if !ok {
			v = absent
		}
		if v < 0 || v > math.MaxInt32 {
			err = errThriftForm
		}
		return int(v)
	}
	field := map[int]uint64{dataPage: 5, dictionaryPage: 7, dataPageV2: 8}
	h.kind = get(1, -1)
	of := field[h.kind]
	if _, ok := found[structs|of]; !ok && err == nil {
		return h, 0, fmt.Errorf("the page is of an unknown kind (%d)", h.kind)
	}
	h.textSize, h.packed = get(2, 0), get(3, 0)
	h.entries, h.encoding, h.levels = get(of<<8|1, 0), get(of<<8|2, 0), get(of<<8|3, runLengths)
	if h.kind == dataPageV2 {
		h.encoding, h.defSize, h.repSize, h.uncompressed = get(0x0804, 0), get(0x0805, 0), get(0x0806, 0), get(0x0807, 1) == 0
	}
	sum, ok := found[ints|4]
	h.checksum, h.checked = uint32(sum), ok
	return h, w.at, err
}

// A page is some values of a leaf, one after the other, or a dictionary. A job decodes it.
type page struct {
	pageHeader
	values
	leaf   *leaf
	group  int // the row group
	codec  int
	offset int64  // in the file
	cost   int64  // memory, about
	last   bool   // of its chunk
	raw    []byte // as in the file
	text   []byte // decompressed

	reps, defs []uint8 // levels of the entries, if the leaf has any
	nulls      bool    // not every entry has a value
	indexed    bool    // the values are in dict
	dict       *page
	indices    []uint32 // into dict
	largest    uint32   // of these

	err     error
	decoded bool          // done was received from
	done    chan struct{} // holds one token when the page is decoded, or err says why not
}

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

// Run decodes the page.
func (p *page) Run() {
	start := time.Now()
	if err := guard.Do(p.decode); err != nil {
		p.err = p.damaged(err)
	}
	p.leaf.reader.opts.Pool.Since(start, pool.Decoding)
	p.done <- struct{}{}
}

func (p *page) decode() error {
	if p.checked && crc32.ChecksumIEEE(p.raw) != p.checksum {
		return errChecksum
	}
	codec, levels := p.codec, p.repSize+p.defSize // those of the second version are not compressed
	if levels > len(p.raw) || levels > p.textSize {
		return errLevels
	}
	if p.uncompressed {
		codec = uncompressed
	}
	p.text = resize(p.text, p.textSize-levels)
	if err := decompress(p.leaf.reader.zstd, codec, p.text, p.raw[levels:]); err != nil {
		return err
	}
	head, text := p.raw[:levels], p.text
	if p.kind == dictionaryPage {
		if p.encoding != plainEncoding && p.encoding != plainDictionary {
			return fmt.Errorf("a dictionary is encoded in an unknown way (encoding %d)", p.encoding)
		}
		return p.values.decode(p.leaf.node, plainEncoding, text, p.entries)
	}
	for _, l := range []struct {
		dst        *[]uint8
		most, size int
	}{{&p.reps, p.leaf.rep, p.repSize}, {&p.defs, p.leaf.def, p.defSize}} {
		src := head[:l.size]
		head = head[l.size:]
		if l.most == 0 {
			continue
		}
		if p.kind == dataPage { // levels follow their sizes
			if p.levels != runLengths {
				return fmt.Errorf("levels are encoded in an unknown way (encoding %d)", p.levels)
			}
			if len(text) < 4 || uint64(little.Uint32(text)) > uint64(len(text)-4) {
				return errLevels
			}
			n := 4 + int(little.Uint32(text))
			src, text = text[4:n], text[n:]
		}
		*l.dst = resize(*l.dst, p.entries)
		if err := fillHybrid(*l.dst, src, bits.Len(uint(l.most))); err != nil {
			return err
		}
		if p.entries > 0 && int(slices.Max(*l.dst)) > l.most {
			return errLevels
		}
	}
	return p.decodeValues(text)
}

// decodeValues decodes what follows the levels.
func (p *page) decodeValues(data []byte) error {
	n := p.entries
	if p.leaf.def > 0 {
		n = bytes.Count(p.defs, []byte{byte(p.leaf.def)})
	}
	p.nulls = n < p.entries
	if p.encoding != plainDictionary && p.encoding != dictionaryIndices {
		return p.values.decode(p.leaf.node, p.encoding, data, n)
	}
	if p.indexed = n > 0; !p.indexed { // nulls alone need no dictionary
		return nil
	}
	if p.dict == nil || len(data) == 0 || data[0] > 32 {
		return errDictionary
	}
	p.indices = resize(p.indices, n)
	if err := fillHybrid(p.indices, data[1:], int(data[0])); err != nil {
		return err
	}
	p.largest = slices.Max(p.indices)
	return nil
}
