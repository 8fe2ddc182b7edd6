//go:build !js

// A batch of rows becomes pages, one for each column.

package parquettable

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"math/bits"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// A batch makes pages of some rows, one for each column. It is a [groups.Packer].
type batch struct {
	writer   *Writer
	rows     int
	fields   []field
	pages    []outPage
	literals zframe.Literals
	body     []byte // of a page: levels and values
	packed   []byte
	err      error // the error in the last row
}

// An outPage is the values of a column in a batch.
type outPage struct {
	plain     []byte // values, after levels
	nulls     []int  // the rows without a value
	values    int
	width     int      // of all texts, whose lengths are not in plain; 0 = their lengths are in plain
	encoding  int      // of values
	signs     [2]int64 // the first row with an int below 0, and with one from 2^63 on; 0 = none
	size      int      // of the page in the file
	plainSize int      // before compression
}

// physical has the physical type of each type.
var physical = map[Type]int{Text: byteArrays, Int: int64s, Float: doubles, Bool: boolean, JSON: byteArrays}

// Literals does the same as Search, which chooses the encoder for each page.
func (b *batch) Literals(dst, text []byte) ([]byte, error) { return b.Search(dst, text) }

// Search appends the pages of the rows in a text. An error in a row is kept for the Writer, which
// knows the number of the row in the file.
func (b *batch) Search(dst, text []byte) ([]byte, error) {
	columns := b.writer.columns
	b.rows, b.err, b.pages = 0, nil, resize(b.pages, len(columns))
	for i := range b.pages {
		p := &b.pages[i]
		*p = outPage{plain: p.plain[:0], nulls: p.nulls[:0]}
	}
	valid, quotes := utf8.Valid(text), bytes.IndexByte(text, '"') >= 0
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		if quotes || end == 0 {
			end, _ = rowEnd(text)
		}
		b.rows++
		b.fields, b.err = cutRow(b.fields[:0], bytes.TrimSuffix(text[:end], []byte{'\n'}), quotes)
		if b.err == nil && len(b.fields) != len(columns) {
			b.err = errFields
		}
		if end > maxRowText {
			b.err = errLong
		}
		for i, f := range b.fields {
			if b.err == nil && (!b.pages[i].add(columns[i].kind, b.rows, f) || !valid && !utf8.Valid(f.text)) {
				b.err = columns[i].mismatch(string(f.text))
			}
		}
		if b.err != nil {
			return dst, nil
		}
		text = text[end:]
	}
	for i := range b.pages {
		dst = b.appendPage(dst, &b.pages[i])
	}
	return dst, nil
}

// add adds the field of a row. It reports false if the field does not have the column's type.
func (p *outPage) add(kind Type, row int, f field) bool {
	if len(f.text) == 0 && !f.quoted {
		p.nulls = append(p.nulls, row-1)
		return true
	}
	p.values++
	switch kind {
	case Int:
		v, ok := parseInt(f.text)
		p.plain = little.AppendUint64(p.plain, uint64(v))
		if v >= 0 || !ok {
			return ok
		}
		sign := 1
		if f.text[0] == '-' {
			sign = 0
		}
		if p.signs[sign] == 0 {
			p.signs[sign] = int64(row)
		}
		return true
	case Float:
		v, ok := parseFloat(f.text)
		p.plain = little.AppendUint64(p.plain, math.Float64bits(v))
		return ok
	case Bool:
		bit := (p.values - 1) % 8
		if bit == 0 {
			p.plain = append(p.plain, 0)
		}
		if string(f.text) == "true" {
			p.plain[len(p.plain)-1] |= 1 << bit
		}
		return string(f.text) == "true" || string(f.text) == "false"
	}
	p.addText(f.text)
	return true
}

// addText adds a text. As long as all texts have one width, their lengths are left out.
func (p *outPage) addText(text []byte) {
	if p.values == 1 {
		p.width = len(text)
	}
	if n := len(p.plain); p.width > 0 && p.width != len(text) {
		p.plain = append(p.plain, make([]byte, 4*n/p.width)...)
		for from := n - p.width; from >= 0; from -= p.width {
			to := from + 4*from/p.width
			copy(p.plain[to+4:], p.plain[from:from+p.width])
			little.PutUint32(p.plain[to:], uint32(p.width))
		}
		p.width = 0
	}
	if p.width == 0 {
		p.plain = little.AppendUint32(p.plain, uint32(len(text)))
	}
	p.plain = append(p.plain, text...)
}

// appendWidths appends the lengths of n texts of one width in DELTA_BINARY_PACKED: in blocks of 128, as
// most programs write it.
func appendWidths(dst []byte, width, n int) []byte {
	dst = binary.AppendUvarint(dst, 128)
	dst = binary.AppendUvarint(append(dst, 4), uint64(n))
	return append(binary.AppendVarint(dst, int64(width)), make([]byte, 5*((n+126)/128))...) // all differences are 0
}

// appendPage appends a page: the header, definition levels of one bit for each row, and the values,
// with the lengths first if they are texts of one width.
func (b *batch) appendPage(dst []byte, p *outPage) []byte {
	levels := append(binary.AppendUvarint(make([]byte, 4), uint64(b.rows)<<1), 1)
	if len(p.nulls) > 0 {
		bytes := (b.rows + 7) / 8
		levels = binary.AppendUvarint(levels[:4], uint64(bytes)<<1|1)
		at := len(levels)
		for range bytes {
			levels = append(levels, 0xff)
		}
		for _, row := range p.nulls {
			levels[at+row/8] &^= 1 << (row % 8)
		}
	}
	little.PutUint32(levels, uint32(len(levels)-4))
	b.body = append(b.body[:0], levels...)
	if p.width > 0 {
		p.encoding, b.body = deltaLengthByteArray, appendWidths(b.body, p.width, p.values)
	}
	head := len(b.body)
	b.body = append(b.body, p.plain...)
	if repeats(p.plain) {
		b.packed = b.writer.encoder.EncodeAll(b.body, b.packed[:0])
	} else {
		b.packed = b.literals.Append(b.packed[:0], b.body, head)
	}
	header := thriftWriter{}.i32(1, dataPage).i32(1, len(b.body)).i32(1, len(b.packed)).i32(1, int(int32(crc32.ChecksumIEEE(b.packed)))).
		begin(1).i32(1, b.rows).i32(1, p.encoding).i32(1, runLengths).i32(1, runLengths).end().end()
	p.size, p.plainSize = len(header)+len(b.packed), len(header)+len(b.body)
	return append(append(dst, header...), b.packed...)
}

// repeats reports whether a search for matches pays: whether more than a quarter of a sample from
// the middle lies in long matches. Grids have short matches only, which do not pay.
func repeats(values []byte) bool {
	const sample, least = 4 << 10, 16
	if len(values) < sample {
		return true
	}
	text := values[(len(values)-sample)/2:][:sample]
	var seen [1 << 10][2]uint64
	matched := 0
	for at := 0; at+least <= len(text); at++ {
		words := [2]uint64{little.Uint64(text[at:]), little.Uint64(text[at+8:])}
		slot := &seen[(words[0]^bits.RotateLeft64(words[1], 29))*0x9e3779b97f4a7c15>>54]
		if *slot == words {
			matched += least
			at += least - 1
		}
		*slot = words
	}
	return matched > sample/4
}
