package parquettable

import (
	"bytes"
	"unicode/utf8"
)

// parse reads the rows into the pages.
func (b *batch) parse() error {
	if !b.quotes && utf8.Valid(b.text) && b.parsePlain() {
		return nil
	}
	b.resetPages()
	b.fields.text, b.fields.at = b.text, 0
	for row := range b.rows {
		if err := b.parseQuoted(row); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) resetPages() {
	for i := range b.pages {
		b.pages[i].reset()
	}
}

// parsePlain reads rows without quotes. It reports false where anything is wrong,
// which parseQuoted then says.
//
// Most fields are as long as those above them, so that is where their ends are looked
// for first. There may be others ahead of these, but not if, in the end, there are as
// many separators as ends were found.
func (b *batch) parsePlain() bool {
	last := len(b.pages) - 1
	if bytes.Count(b.text, []byte{','}) != last*b.rows {
		return false
	}
	b.resetPages()
	rest := b.text
	for row := range b.rows {
		for i := range b.pages {
			end := byte(',')
			if i == last {
				end = '\n'
			}
			n := b.lengths[i]
			if n >= len(rest) || rest[n] != end {
				if n = bytes.IndexByte(rest, end); n < 0 {
					return false
				}
				b.lengths[i] = n
			}
			if !b.pages[i].add(row, rest[:n], false) {
				return false
			}
			rest = rest[n+1:]
		}
	}
	return len(rest) == 0
}

// parseQuoted reads a row that may have quotes, bytes that are not UTF-8, or too few
// fields or too many.
func (b *batch) parseQuoted(row int) error {
	for i := range b.pages {
		field, quoted, last, err := b.fields.next()
		if err != nil {
			return b.rowError(row, err)
		}
		if last != (i == len(b.pages)-1) {
			return b.rowError(row, errFields)
		}
		if !b.pages[i].add(row, field, quoted) || !utf8.Valid(field) {
			return b.fieldError(i, row, field)
		}
	}
	return nil
}

func (b *batch) rowError(row int, err error) error {
	return &RowError{Row: b.first + int64(row) + 1, Err: err}
}

func (b *batch) fieldError(column, row int, field []byte) error {
	c := b.writer.columns[column]
	return &FieldError{Column: c.name, Type: c.kind, Row: b.first + int64(row) + 1, Value: string(field)}
}
