package parquettable

import (
	"fmt"
	"io"
)

// A groupWriter collects pages and writes row groups, and the footer.
type groupWriter struct {
	out     io.Writer
	columns []outColumn
	at      int64 // bytes written
	rows    int64 // in groups that were written
	groups  int
	meta    []byte // of these groups
	ints    []intRange

	// Of the group at hand.
	batches int
	have    int64
	chunks  []outChunk
}

// An outChunk is the pages of a column in a row group.
type outChunk struct {
	pages []byte
	plain int64 // bytes before compression, headers included
	nulls int64
}

// add adds the pages of a batch.
func (g *groupWriter) add(b *batch) error {
	if g.chunks == nil {
		g.chunks = make([]outChunk, len(g.columns))
	}
	if g.ints == nil {
		g.ints = make([]intRange, len(g.columns))
	}
	for i := range b.pages {
		p, c := &b.pages[i], &g.chunks[i]
		if clash := g.ints[i].add(p); clash.text != "" {
			return b.fieldError(i, clash.row, []byte(clash.text))
		}
		c.pages = append(append(c.pages, p.header.b...), p.packed...)
		c.plain += int64(len(p.header.b) + p.size)
		c.nulls += int64(len(p.nulls))
	}
	g.batches++
	g.have += int64(b.rows)
	return nil
}

// write writes the row group.
func (g *groupWriter) write() error {
	if g.at == 0 {
		if err := g.put([]byte(Magic)); err != nil {
			return err
		}
	}
	if g.have == 0 {
		return nil
	}
	g.describe()
	for i := range g.chunks {
		c := &g.chunks[i]
		if err := g.put(c.pages); err != nil {
			return err
		}
		*c = outChunk{pages: c.pages[:0]}
	}
	g.rows += g.have
	g.groups++
	g.batches, g.have = 0, 0
	return nil
}

func (g *groupWriter) put(b []byte) error {
	n, err := g.out.Write(b)
	g.at += int64(n)
	return err
}

// describe adds what the footer says of the row group, which is written next.
func (g *groupWriter) describe() {
	w := &thriftWriter{b: g.meta}
	w.element()
	w.list(1, thriftStruct, len(g.chunks))
	at, plain := g.at, int64(0)
	for i := range g.chunks {
		g.describeChunk(w, i, at)
		at += int64(len(g.chunks[i].pages))
		plain += g.chunks[i].plain
	}
	w.i64(2, plain)
	w.i64(3, g.have)
	w.i64(5, g.at)
	w.i64(6, at-g.at)
	w.end()
	g.meta = w.b
}

func (g *groupWriter) describeChunk(w *thriftWriter, column int, at int64) {
	c, of := &g.chunks[column], g.columns[column]
	w.element()
	w.i64(2, at)
	w.begin(3)
	w.i32(1, int(of.physical()))
	w.list(2, thriftI32, 2)
	w.varint(plainEncoding)
	w.varint(runLengths)
	w.list(3, thriftBinary, 1)
	w.elementText(of.name)
	w.i32(4, int(zstdCodec))
	w.i64(5, g.have)
	w.i64(6, c.plain)
	w.i64(7, int64(len(c.pages)))
	w.i64(9, at)
	w.begin(12)
	w.i64(3, c.nulls)
	w.end()
	w.end()
	w.end()
}

// physical is how a column's values are stored.
func (c outColumn) physical() physical {
	switch c.kind {
	case Int:
		return int64s
	case Float:
		return doubles
	case Bool:
		return boolean
	}
	return byteArrays
}

// finish writes what is left, and the footer.
func (g *groupWriter) finish() error {
	if err := g.write(); err != nil {
		return err
	}
	w := &thriftWriter{}
	w.element()
	w.i32(1, 1)
	g.describeSchema(w)
	w.i64(3, g.rows)
	w.list(4, thriftStruct, g.groups)
	w.b = append(w.b, g.meta...)
	w.text(6, fmt.Sprintf(checksumForm, 0))
	w.end()
	signFooter(w.b)
	w.b = little.AppendUint32(w.b, uint32(len(w.b)))
	return g.put(append(w.b, Magic...))
}

func (g *groupWriter) describeSchema(w *thriftWriter) {
	w.list(2, thriftStruct, 1+len(g.columns))
	w.element()
	w.text(4, "schema")
	w.i32(5, len(g.columns))
	w.end()
	for i, c := range g.columns {
		w.element()
		w.i32(1, int(c.physical()))
		w.i32(3, int(optional))
		w.text(4, c.name)
		switch c.kind {
		case Int:
			if g.ints != nil && g.ints[i].Large {
				describeUnsigned(w)
			}
		case Text:
			describeMeaning(w, 0, 1)
		case JSON:
			describeMeaning(w, 19, 12)
		}
		w.end()
	}
}

// describeMeaning says what bytes mean, in the older way and in the newer one.
func describeMeaning(w *thriftWriter, converted int, logical int16) {
	w.i32(6, converted)
	w.begin(10)
	w.begin(logical)
	w.end()
	w.end()
}
