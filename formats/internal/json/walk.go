package json

// This file parses JSON records with care, and finds their faults.

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// lenient are the options for reading JSON. Names may be repeated; the last one counts.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// newDecoder returns a decoder, which names the fault of a text.
func newDecoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), lenient...)
}

// walk reads text, which is one value. If it is an object or an array, walk calls visit
// with the name and the range of each member or item, up to the first fault, and returns
// the fault. An item has no name.
func walk(text []byte, visit func(name []byte, from, to int)) (fault model.SyntaxError) {
	s := scanner{text: text}
	if s.space(); !s.value(0, visit) {
		d := newDecoder(text)
		_, err := d.ReadToken()
		for err == nil {
			_, err = d.ReadValue()
		}
		return faultOf(err, text)
	}
	if s.space(); s.at < len(text) {
		return model.SyntaxError{Column: s.at + 1, Err: model.ErrJSON, Got: text[s.at]}
	}
	return fault
}

// measure returns the length of the value at the beginning of text, or 0 and its fault. The
// fault is [model.ErrUnclosed] if text is the beginning of a value.
func measure(text []byte) (n int, fault model.SyntaxError) {
	s := scanner{text: text}
	if s.value(0, nil) {
		return s.at, fault
	}
	d := newDecoder(text)
	if _, err := d.ReadValue(); err != nil {
		return 0, faultOf(err, text)
	}
	return int(d.InputOffset()), fault
}

// faultOf converts err to the fault of text, with its column.
func faultOf(err error, text []byte) model.SyntaxError {
	e, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok || errors.Is(err, io.ErrUnexpectedEOF) || e.ByteOffset >= int64(len(text)) {
		return model.SyntaxError{Column: len(text) + 1, Err: model.ErrUnclosed}
	}
	return model.SyntaxError{Column: int(e.ByteOffset) + 1, Err: model.ErrJSON, Got: text[e.ByteOffset]}
}

// nameOf returns the name of a key with its quotes, its colon and blanks after them. There is none for an empty key.
func nameOf(key []byte) []byte {
	switch key = bytes.TrimRight(key, ": \t\r\n"); {
	case len(key) == 0:
		return nil
	case bytes.IndexByte(key, '\\') >= 0:
		return unquote(nil, key)
	}
	return key[1 : len(key)-1]
}

// unquote appends the text of a string in quotes. Bytes that are not UTF-8 stay as they are.
func unquote(dst, quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return append(dst, quoted[1:len(quoted)-1]...)
	}
	if !utf8.Valid(quoted) { // AppendUnquote would replace such bytes
		quoted = bytes.Clone(quoted)
		for at := bytes.IndexRune(quoted, utf8.RuneError); at >= 0; at = bytes.IndexRune(quoted, utf8.RuneError) {
			b := quoted[at]
			quoted[at] = '"' // of the text before it, and of the text after it
			dst, _ = jsontext.AppendUnquote(dst, quoted[:at+1])
			dst, quoted = append(dst, b), quoted[at:]
		}
	}
	dst, _ = jsontext.AppendUnquote(dst, quoted) // fails only for half of a surrogate pair
	return dst
}

// lengthOfSpace returns the number of bytes at the beginning of text that may stand between
// tokens.
func lengthOfSpace(text []byte) int {
	n := 0
	for n < len(text) && isSpace(text[n]) {
		n++
	}
	return n
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }
