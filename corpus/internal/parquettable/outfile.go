package parquettable

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
)

// An outColumn is a column to write.
type outColumn struct {
	name string
	kind Type
}

// stored has the physical type of each type.
var stored = map[Type]int{Text: byteArrays, Int: int64s, Float: doubles, Bool: boolean, JSON: byteArrays}

// An outPage is a page to write: the values of a column in a batch.
type outPage struct {
	kind   Type
	plain  []byte // values
	nulls  []int  // the rows without a value
	values int
	rare   [2]rareInt // the first int below 0, and the first one that takes all 64 bits
	header thriftWriter
	body   []byte // levels and values
	packed []byte
}

// A rareInt is an int that says whether those of its column have a sign: no column has both
// kinds. Its text is "" if there is none.
type rareInt struct {
	row  int // of the batch
	text string
}

func (p *outPage) reset(kind Type) {
	p.kind, p.plain, p.nulls, p.values, p.rare = kind, p.plain[:0], p.nulls[:0], 0, [2]rareInt{}
}

// add adds the field of a row. It reports false if the field is not of the column's type.
func (p *outPage) add(row int, field []byte, quoted bool) bool {
	if len(field) == 0 && !quoted {
		p.nulls = append(p.nulls, row)
		return true
	}
	p.values++
	switch p.kind {
	case Int:
		v, ok := parseInt(field)
		p.plain = little.AppendUint64(p.plain, uint64(v))
		if v >= 0 || !ok {
			return ok
		}
		large := 1
		if field[0] == '-' {
			large = 0
		}
		if p.rare[large].text == "" {
			p.rare[large] = rareInt{row, string(field)}
		}
		return p.rare[1-large].text == ""
	case Float:
		v, ok := parseFloat(field)
		p.plain = little.AppendUint64(p.plain, math.Float64bits(v))
		return ok
	case Bool:
		bit := (p.values - 1) % 8
		if bit == 0 {
			p.plain = append(p.plain, 0)
		}
		if string(field) == "true" {
			p.plain[len(p.plain)-1] |= 1 << bit
		}
		return string(field) == "true" || string(field) == "false"
	}
	p.plain = append(little.AppendUint32(p.plain, uint32(len(field))), field...)
	return true
}

// encode makes the page of a batch: definition levels, one bit for each row, and the values.
func (p *outPage) encode(b *batch) {
	rows := len(b.ends)
	p.body = append(p.body[:0], 0, 0, 0, 0) // the size of the levels
	if len(p.nulls) == 0 {
		p.body = append(binary.AppendUvarint(p.body, uint64(rows)<<1), 1)
	} else {
		bytes := (rows + 7) / 8
		p.body = binary.AppendUvarint(p.body, uint64(bytes)<<1|1)
		at := len(p.body)
		for range bytes {
			p.body = append(p.body, 0xff)
		}
		for _, row := range p.nulls {
			p.body[at+row/8] &^= 1 << (row % 8)
		}
	}
	little.PutUint32(p.body, uint32(len(p.body)-4))
	levels := len(p.body)
	if p.body = append(p.body, p.plain...); repeats(p.plain) {
		p.packed = b.writer.search.EncodeAll(p.body, p.packed[:0])
	} else {
		p.packed = b.literals.Append(p.packed[:0], p.body, levels)
	}
	w := &p.header
	w.b = w.b[:0]
	w.element().i32(1, dataPage).i32(2, len(p.body)).i32(3, len(p.packed)).i32(4, int(int32(crc32.ChecksumIEEE(p.packed))))
	w.begin(5).i32(1, rows).i32(2, plainEncoding).i32(3, runLengths).i32(4, runLengths).end().end()
}

// repeats reports whether a search for matches pays: if a good part of a sample from the middle
// lies in long matches. Grids have short ones only, which do not pay.
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

// A group is what was written, and the row group at hand. Its fields are exported for Save.
type group struct {
	At      int64 // bytes written
	Rows    int64 // in row groups that were written
	Groups  int
	Meta    []byte // of these row groups
	Batches int    // in the row group at hand
	Have    int64  // rows of it
	Chunks  []outChunk
}

// An outChunk is the pages of a column in a row group.
type outChunk struct {
	Pages []byte
	Plain int64 // bytes before compression, headers included
	Nulls int64
	Rare  [2]bool // of the column, in all row groups: see outPage.rare
}

// An outFile collects pages and writes row groups, and the footer.
type outFile struct {
	out     io.Writer
	head    []byte // the header
	columns []outColumn
	rows    int64 // in batches that were handed over
	group
}

// add adds the pages of a batch.
func (f *outFile) add(b *batch) error {
	f.Chunks = resize(f.Chunks, len(f.columns))
	for i := range b.pages {
		p, c := &b.pages[i], &f.Chunks[i]
		clash := p.rare[0]
		for large, rare := range p.rare {
			if rare.text != "" {
				c.Rare[large], clash = true, rare
			}
		}
		if c.Rare[0] && c.Rare[1] {
			return b.fieldError(i, clash.row, clash.text)
		}
		c.Pages = append(append(c.Pages, p.header.b...), p.packed...)
		c.Plain += int64(len(p.header.b) + len(p.body))
		c.Nulls += int64(len(p.nulls))
	}
	f.Batches++
	f.Have += int64(len(b.ends))
	return nil
}

func (f *outFile) put(b []byte) error {
	n, err := f.out.Write(b)
	f.At += int64(n)
	return err
}

// writeGroup writes the row group, and adds it to the footer.
func (f *outFile) writeGroup() error {
	if f.At == 0 {
		if err := f.put([]byte(Magic)); err != nil {
			return err
		}
	}
	if f.Have == 0 {
		return nil
	}
	w := &thriftWriter{b: f.Meta}
	w.element().list(1, thriftStruct, len(f.Chunks))
	from, plain := f.At, int64(0)
	for i := range f.Chunks {
		c := &f.Chunks[i]
		w.element().i64(2, f.At).begin(3)
		w.i32(1, stored[f.columns[i].kind]).list(2, thriftI32, 2)
		w.b = append(w.b, 2*plainEncoding, 2*runLengths)
		w.list(3, thriftBinary, 1).text(0, f.columns[i].name).i32(4, zstdCodec)
		w.i64(5, f.Have).i64(6, c.Plain).i64(7, int64(len(c.Pages))).i64(9, f.At)
		w.begin(12).i64(3, c.Nulls).end().end().end()
		plain += c.Plain
		if err := f.put(c.Pages); err != nil {
			return err
		}
		c.Pages, c.Plain, c.Nulls = c.Pages[:0], 0, 0
	}
	w.i64(2, plain).i64(3, f.Have).i64(5, from).i64(6, f.At-from).end()
	f.Meta = w.b
	f.Rows += f.Have
	f.Groups++
	f.Batches, f.Have = 0, 0
	return nil
}

// finish writes what is left, and the footer.
func (f *outFile) finish() error {
	if err := f.writeGroup(); err != nil {
		return err
	}
	w := &thriftWriter{}
	w.element().i32(1, 1).list(2, thriftStruct, 1+len(f.columns))
	w.element().text(4, "schema").i32(5, len(f.columns)).end()
	for i, c := range f.columns {
		w.element().i32(1, stored[c.kind]).i32(3, optional).text(4, c.name)
		switch {
		case c.kind == Text:
			w.meaning(0, meansText, nil)
		case c.kind == JSON:
			w.meaning(19, meansJSON, nil)
		case i < len(f.Chunks) && f.Chunks[i].Rare[1]: // ints of 64 bits without a sign
			w.meaning(14, meansInteger, []byte{1<<4 | thriftI8, 64, 1<<4 | thriftFalse})
		}
		w.end()
	}
	w.i64(3, f.Rows).list(4, thriftStruct, f.Groups)
	w.b = append(w.b, f.Meta...)
	w.text(6, fmt.Sprintf(checksumForm, 0)).end()
	signFooter(w.b)
	w.b = little.AppendUint32(w.b, uint32(len(w.b)))
	return f.put(append(w.b, Magic...))
}

// meaning says what values stand for, in the older way and in the newer one.
func (w *thriftWriter) meaning(converted, logical int, fields []byte) {
	w.i32(6, converted).begin(10).begin(logical)
	w.b = append(w.b, fields...)
	w.end().end()
}
