package json

// This file makes rows of a table whose columns are lists, as pandas writes it with to_json.

import (
	"bufio"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// BeginsColumns reports whether text begins with an object whose first array or object may be a column of
// a table: its first value is no object, and that value's key is no usual name of a column.
func BeginsColumns(text []byte) bool {
	at := lengthOfSpace(text)
	if at == len(text) || text[at] != '{' {
		return false
	}
	for at++; ; {
		key, value := next(text, at, true)
		switch {
		case key == value || value == len(text):
			return false
		case text[value] == '{' || text[value] == '[':
			key, from := next(text, value+1, text[value] == '{')
			return from < len(text) && text[from] != '{' && (key == from || !table.IsUsual(string(nameOf(text[key:from]))))
		}
		n, _ := measure(text[value:])
		if at = value + n; n == 0 {
			return false
		}
	}
}

// JoinColumns is described in package bulk.
func JoinColumns(text io.ReaderAt, size int64) (rows io.Reader, err error) {
	columns := findColumns(text, size)
	i := slices.IndexFunc(columns, func(c listColumn) bool { return table.PuzzleRank(table.Words(c.name)) < table.Unranked })
	if len(columns) < 2 || i < 0 || columns[i].n == 0 {
		return nil, nil
	}
	puzzles := columns[i]
	solved := slices.ContainsFunc(columns, func(c listColumn) bool { return isApart(c.name, puzzles.name) })
	j := &columnRows{columns: columns, left: puzzles.n}
	for i := range columns {
		c := &columns[i]
		switch why := c.differs(&puzzles); {
		case why != "" && solved:
			return nil, fmt.Errorf("lists of a table, but %s: complete them, or remove a list, for example with jq 'del(.%q)' FILE", why, c.name)
		case why != "":
			return nil, nil
		}
		c.cells = newListReader(text, c.from, size)
	}
	return j, nil
}

// A listColumn is a column of a table: a member of the object, with an array or an object.
type listColumn struct {
	name  string
	keyed bool   // it is an object
	from  int64  // the place of its first value
	n     int    // number of values
	keys  uint64 // hash of their keys
	cells *listReader
}

// differs says how a column differs from another one, so that its values belong to other rows; "": it does not.
func (c *listColumn) differs(other *listColumn) string {
	switch {
	case c.n != other.n:
		return fmt.Sprintf("%q has length %d, and %q has length %d", c.name, c.n, other.name, other.n)
	case c.keyed != other.keyed || c.keys != other.keys:
		return fmt.Sprintf("%q has other keys than %q", c.name, other.name)
	}
	return ""
}

// findColumns returns the columns of a table, or nil if the text is anything else. Members with a single
// value do not belong to the table.
func findColumns(text io.ReaderAt, size int64) (columns []listColumn) {
	r, seed := newListReader(text, 0, size), maphash.MakeSeed()
	head, _ := r.Peek(len("\ufeff"))
	if r.skip(syntax.BOMLen(head)); !r.take('{') {
		return nil
	}
	for !r.take('}') {
		head, _ := r.Peek(maxRecord)
		key, value := next(head, 0, true)
		if key == value || value == len(head) || len(columns) == form.MaxColumns {
			return nil
		}
		c := listColumn{name: string(nameOf(head[key:value])), keyed: head[value] == '{'}
		if !c.keyed && head[value] != '[' {
			if _, _, ok := r.next(true); !ok {
				return nil
			}
			continue
		}
		end := head[value] + 2
		r.skip(value + 1)
		c.from = r.at
		var keys maphash.Hash
		keys.SetSeed(seed)
		for key, _, ok := r.next(c.keyed); ok; key, _, ok = r.next(c.keyed) {
			_, _ = keys.Write(key) // never fails
			c.n++
		}
		if c.keys = keys.Sum64(); !r.take(end) {
			return nil
		}
		columns = append(columns, c)
	}
	if r.take(0); r.Buffered() > 0 { // another value
		return nil
	}
	return columns
}

// columnRows reads rows that are made from columns: an object a line.
type columnRows struct {
	columns []listColumn
	left    int // rows
	row     []byte
	at      int // in row
	err     error
}

var errColumns = errors.New("the columns of the table have changed")

func (j *columnRows) Read(p []byte) (n int, err error) {
	for n < len(p) && j.err == nil {
		if j.at == len(j.row) {
			j.err = j.next()
			continue
		}
		taken := copy(p[n:], j.row[j.at:])
		n, j.at = n+taken, j.at+taken
	}
	return n, j.err
}

// next makes the next row. It returns io.EOF after the last one.
func (j *columnRows) next() error {
	if j.left == 0 {
		return io.EOF
	}
	j.row, j.at = j.row[:0], 0
	for _, c := range j.columns {
		_, value, ok := c.cells.next(c.keyed)
		if !ok {
			if _, err := c.cells.Peek(maxRecord); err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			return errColumns
		}
		j.row = append(AppendString(append(j.row, ','), c.name), ':')
		if value[0] == '[' || value[0] == '{' {
			j.row = AppendCompact(j.row, value) // it may span lines
		} else {
			j.row = append(j.row, value...)
		}
	}
	j.row[0] = '{'
	j.row = append(j.row, "}\n"...)
	j.left--
	return nil
}

// A listReader reads the members of objects and the elements of arrays one after the other.
type listReader struct {
	*bufio.Reader
	at int64 // of the next byte in the file
}

// newListReader returns a reader from a place of a file with size bytes on.
func newListReader(file io.ReaderAt, from, size int64) *listReader {
	return &listReader{bufio.NewReaderSize(io.NewSectionReader(file, from, size-from), maxRecord), from}
}

// skip skips n bytes, which are there.
func (r *listReader) skip(n int) {
	_, _ = r.Discard(n)
	r.at += int64(n)
}

// take skips blanks and commas, and then the byte b, and reports whether it is there.
func (r *listReader) take(b byte) bool {
	for {
		text, _ := r.Peek(1)
		switch {
		case len(text) == 1 && text[0] == b:
			r.skip(1)
			return true
		case len(text) == 0 || text[0] != ',' && !isSpace(text[0]):
			return false
		}
		r.skip(1)
	}
}

// next reads the next value, and its key in an object. They are valid until the following call. ok is false if
// there is none, or if it is longer than a record.
func (r *listReader) next(keyed bool) (key, value []byte, ok bool) {
	for _, n := range [2]int{r.Buffered(), maxRecord} {
		text, _ := r.Peek(n)
		from, at := next(text, 0, keyed)
		if s := (scanner{text, at}); keyed == (from < at) && s.value(0, nil) && s.at < len(text) { // a bracket follows at least
			r.skip(s.at)
			return text[from:at], text[at:s.at], true
		}
	}
	return nil, nil, false
}
