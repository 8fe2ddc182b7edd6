//go:build !js

// A page is some values of one column, compressed together.

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

// maxPageHeader is the size up to which a page's header is looked for. A header may hold two values
// of the page.
const maxPageHeader = 4 << 20

var errLevels = errors.New("damaged levels")

// A pageHeader is the description before a page.
type pageHeader struct {
	size         int // of the header
	kind         int
	textSize     int // bytes when decompressed, levels included
	packed       int // bytes after the header
	entries      int // values, nulls included
	encoding     int
	levels       int // the encoding of levels, of dataPage
	repSize      int // of dataPageV2, whose levels are not compressed
	defSize      int
	uncompressed bool
	checksum     uint32 // of the bytes after the header
	checked      bool   // there is a checksum
}

// readPageHeader reads the header at an offset.
func readPageHeader(r io.ReaderAt, at, end int64) (h pageHeader, err error) {
	for want := int64(512); ; want *= 8 {
		b := make([]byte, max(0, min(want, end-at)))
		if err := readAt(r, b, at); err != nil {
			return h, err
		}
		h, err = parsePageHeader(b)
		if !errors.Is(err, errCut) || int64(len(b)) < want || want >= maxPageHeader {
			return h, err
		}
	}
}

func parsePageHeader(b []byte) (h pageHeader, err error) {
	found := map[uint64]int64{}
	w := &thriftWalker{byteReader: byteReader{b: b}}
	w.visit = func(path uint64, v int64, _ []byte) {
		if path&^(ints|texts|structs) <= 0xffff {
			found[path] = v
		}
	}
	if w.structure(0, 0); w.err != nil {
		return h, w.err
	}
	get := func(path uint64, absent int64) int {
		v, ok := found[ints|path]
		if !ok {
			v = absent
		}
		if v < 0 || v > math.MaxInt32 {
			err = errMalformed
		}
		return int(v)
	}
	kind := get(1, -1)
	of := map[int]uint64{dataPage: 5, dictionaryPage: 7, dataPageV2: 8}[kind]
	if _, ok := found[structs|of]; !ok && err == nil {
		return h, fmt.Errorf("the page is of an unknown kind (%d)", kind)
	}
	sum, checked := found[ints|4]
	h = pageHeader{
		size: len(b) - len(w.b), kind: kind, textSize: get(2, 0), packed: get(3, 0), checksum: uint32(sum), checked: checked,
		entries: get(of<<8|1, 0), encoding: get(of<<8|2, 0), levels: get(of<<8|3, runLengths),
	}
	if kind == dataPageV2 {
		h.encoding, h.defSize, h.repSize, h.uncompressed = get(0x0804, 0), get(0x0805, 0), get(0x0806, 0), get(0x0807, 1) == 0
	}
	return h, err
}

// cost estimates the memory that the decoded page takes, in bytes.
func (h *pageHeader) cost() int64 {
	cost := int64(h.packed) + int64(h.textSize) + 6*int64(h.entries)
	switch h.encoding {
	case plainEncoding, plainDictionary, dictionaryIndices:
	default:
		cost += int64(h.textSize) + 18*int64(h.entries)
	}
	return cost
}

// A page is some values of a column, one after the other, or a dictionary. It is a job.
type page struct {
	pageHeader
	values
	cursor *cursor // whose column and reader do not change
	group  int     // the row group
	offset int64   // in the file
	last   bool    // of its chunk
	held   int64   // memory to give back after the page, in bytes
	err    error
	done   chan struct{} // closed when the page is decoded, or err is set

	raw, text  []byte  // as in the file, and decompressed
	reps, defs []uint8 // levels of the entries, if the column has any
	rows       int64   // that begin in the page
	nulls      bool    // not every entry has a value
	dictionary *page   // of the chunk, if it has one
	indexed    bool    // the values are in the dictionary, as indices says
	indices    []uint32
}

// at returns the bytes of a value.
func (p *page) at(i int) []byte {
	if p.indexed {
		return p.dictionary.values.at(int(p.indices[i]))
	}
	return p.values.at(i)
}

// Run decodes the page.
func (p *page) Run() {
	start := time.Now()
	p.err = guard.Do(p.decode)
	p.cursor.reader.opts.Pool.Since(start, pool.Decoding)
	close(p.done)
}

func (p *page) decode() error {
	if p.checked && crc32.ChecksumIEEE(p.raw) != p.checksum {
		return errChecksum
	}
	chunks := p.cursor.reader.footer.groups[p.group].chunks
	codec, levels := int(chunks[p.cursor.index].said[chunkCodec]), p.repSize+p.defSize // these levels are not compressed
	if levels > len(p.raw) || levels > p.textSize {
		return errLevels
	}
	if p.uncompressed {
		codec = uncompressed
	}
	p.text = resize(p.text, p.textSize-levels)
	if err := decompress(p.cursor.reader.zstd, codec, p.text, p.raw[levels:]); err != nil {
		return err
	}
	text := p.text
	if p.kind == dictionaryPage {
		if p.encoding != plainEncoding && p.encoding != plainDictionary {
			return fmt.Errorf("a dictionary is encoded in an unknown way (encoding %d)", p.encoding)
		}
		return p.values.decode(p.cursor.column, plainEncoding, text, p.entries)
	}
	var err error
	lists := len(p.cursor.listDefs)
	if p.reps, text, err = p.decodeLevels(p.reps, lists, p.raw[:p.repSize], text); err != nil {
		return err
	}
	if p.defs, text, err = p.decodeLevels(p.defs, p.cursor.maxDef, p.raw[p.repSize:levels], text); err != nil {
		return err
	}
	n := p.entries // without nulls
	if p.cursor.maxDef > 0 {
		n = bytes.Count(p.defs, []byte{byte(p.cursor.maxDef)})
	}
	p.nulls = n < p.entries
	if p.rows = int64(p.entries); lists > 0 {
		p.rows = int64(bytes.Count(p.reps, []byte{0}))
	}
	if p.encoding != plainDictionary && p.encoding != dictionaryIndices {
		return p.values.decode(p.cursor.column, p.encoding, text, n)
	}
	return p.decodeIndices(text, n)
}

// decodeLevels decodes the repetition or definition level of each entry, at most largest. In pages of
// the first version the levels follow their size in the text, in others they are src. It returns the
// text after them.
func (p *page) decodeLevels(dst []uint8, largest int, src, text []byte) (levels []uint8, rest []byte, err error) {
	if largest == 0 {
		return nil, text, nil
	}
	if p.kind == dataPage {
		if p.levels != runLengths {
			return nil, nil, fmt.Errorf("levels are encoded in an unknown way (encoding %d)", p.levels)
		}
		if len(text) < 4 || uint64(little.Uint32(text)) > uint64(len(text)-4) {
			return nil, nil, errLevels
		}
		n := 4 + int(little.Uint32(text))
		src, text = text[4:n], text[n:]
	}
	levels = resize(dst, p.entries)
	if err := fillHybrid(levels, src, bits.Len(uint(largest))); err != nil {
		return nil, nil, err
	}
	if p.entries > 0 && int(slices.Max(levels)) > largest {
		return nil, nil, errLevels
	}
	return levels, text, nil
}

// decodeIndices decodes n indices of values in the dictionary.
func (p *page) decodeIndices(data []byte, n int) error {
	if n == 0 { // nulls alone need no dictionary
		return nil
	}
	if p.dictionary == nil || len(data) == 0 || data[0] > 32 {
		return errDictionary
	}
	p.indexed, p.indices = true, resize(p.indices, n)
	if err := fillHybrid(p.indices, data[1:], int(data[0])); err != nil {
		return err
	}
	if int64(slices.Max(p.indices)) >= int64(p.dictionary.n) {
		return errDictionary
	}
	p.clean = p.dictionary.clean
	return nil
}
