package bulk

// This file finds text that is not UTF-8.

import (
	"bytes"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// NotUTF8 returns the index of the first record in text that is not UTF-8, and the error that says so
// (model.ErrEncoding); nil if there is none. between asks for the text between records, too, which counts for the
// next record, or after the last one for that. In arrays the texts must be UTF-8. A file that names its encoding
// is not judged.
func (f Form) NotUTF8(text []byte, between bool) (record int, err error) {
	array := f.RecordSize() > 0
	if f.info().Encoded || array && !f.hasTexts() || !array && utf8.Valid(text) {
		return 0, nil
	}
	var fields model.Fields
	spans, end := f.Spans(nil, text), 0
	for i, span := range spans {
		value := text[span.From:span.To]
		switch {
		case array:
			f.Fields(&fields, value)
			value = bytes.Join(fields.Values, []byte{'\n'})
		case between && i == len(spans)-1:
			value = text[end:]
		case between:
			value = text[end:span.To]
		}
		end = span.To
		if at := badByte(value); at >= 0 {
			return i, &model.SyntaxError{Err: model.ErrEncoding, Got: value[at]}
		}
	}
	return 0, nil
}

// hasTexts reports whether the file has columns of texts that are no grids.
func (f Form) hasTexts() bool {
	info := f.info()
	for i, c := range info.Columns {
		if c.Type == model.Text && !info.IsCells(i) && i != info.Solution {
			return true
		}
	}
	return false
}

// CheckNames returns an error if the name of a column is not UTF-8.
func (f Form) CheckNames() error {
	for _, c := range f.info().Columns {
		if at := badByte([]byte(c.Name)); at >= 0 {
			return &model.SyntaxError{Field: c.Name, Err: model.ErrEncoding, Got: c.Name[at]}
		}
	}
	return nil
}

// badByte returns the index of the first byte of a text that is not UTF-8, or -1.
func badByte(text []byte) int {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}
