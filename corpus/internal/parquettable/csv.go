//go:build !js

// Typed CSV: its types, fields, rows and numbers.

package parquettable

import (
	"bytes"
	"errors"
	"strconv"
)

// A Type is the type of a column of typed CSV.
type Type string

// The types of columns.
const (
	Text  Type = "text"
	Int   Type = "int"
	Float Type = "float"
	Bool  Type = "bool"
	JSON  Type = "json"
)

var (
	errLong   = errors.New("the row has more than 64 MiB")
	errQuote  = errors.New("a quote inside an unquoted field, or text after a quoted one")
	errOpen   = errors.New("a quoted field does not end")
	errFields = errors.New("the row has more or fewer fields than there are columns")
)

// appendQuoted appends a field that is not null, with quotes if it needs them.
func appendQuoted(dst, v []byte) []byte {
	if len(v) > 0 && !holdsSpecial(v) {
		return append(dst, v...)
	}
	dst = append(dst, '"')
	for at := bytes.IndexByte(v, '"'); at >= 0; at = bytes.IndexByte(v, '"') {
		dst = append(append(dst, v[:at+1]...), '"')
		v = v[at+1:]
	}
	return append(append(dst, v...), '"')
}

// holdsSpecial reports whether data holds a byte for which a field needs quotes.
func holdsSpecial(data []byte) bool {
	return bytes.IndexByte(data, ',') >= 0 || bytes.IndexByte(data, '"') >= 0 ||
		bytes.IndexByte(data, '\n') >= 0 || bytes.IndexByte(data, '\r') >= 0
}

// appendHeader appends the two lines before the rows.
func appendHeader(dst []byte, columns []*column) []byte {
	for _, c := range columns {
		dst = append(appendQuoted(dst, []byte(c.name)), ',')
	}
	dst[len(dst)-1] = '\n'
	for _, c := range columns {
		dst = append(append(dst, c.textType()...), ',')
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// A field is one of a row. It is null if it is empty and was not quoted.
type field struct {
	text   []byte
	quoted bool
}

// cutRow appends the fields of a row, which has no newline at its end. quotes says that there may be some.
func cutRow(fields []field, row []byte, quotes bool) ([]field, error) {
	for {
		var f field
		end := 0 // of the field
		if f.quoted = len(row) > 0 && row[0] == '"'; f.quoted {
			doubled := false
			for end = 1; ; end++ {
				n := bytes.IndexByte(row[end:], '"')
				if n < 0 {
					return nil, errOpen
				}
				if end += n + 1; end == len(row) || row[end] != '"' {
					break
				}
				doubled = true
			}
			if f.text = row[1 : end-1]; doubled {
				f.text = bytes.ReplaceAll(f.text, []byte(`""`), []byte(`"`))
			}
			if end < len(row) && row[end] != ',' {
				return nil, errQuote
			}
		} else {
			if end = bytes.IndexByte(row, ','); end < 0 {
				end = len(row)
			}
			if f.text = row[:end]; quotes && bytes.IndexByte(f.text, '"') >= 0 {
				return nil, errQuote
			}
		}
		fields = append(fields, f)
		if end == len(row) {
			return fields, nil
		}
		row = row[end+1:]
	}
}

// parseInt parses a decimal integer of 64 bits, signed or unsigned. Texts that would change when
// written again, such as 007 and +7, are no integers: they may be codes.
func parseInt(text []byte) (v int64, ok bool) {
	v, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		u, large := strconv.ParseUint(string(text), 10, 64)
		v, err = int64(u), large
	}
	return v, err == nil && isPlain(text) && string(text) != "-0"
}

// parseFloat parses a decimal number, or infinity or NaN as Go or Python writes it.
func parseFloat(text []byte) (float64, bool) {
	switch string(text) {
	case "nan", "NaN", "inf", "-inf", "+Inf", "-Inf":
	default: // not hexadecimal, with underscores, or spelt in another way
		if len(bytes.Trim(text, "0123456789.eE+-")) > 0 || !isPlain(text) {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(text), 64)
	return v, err == nil
}

// isPlain reports whether a number has no plus sign and no zero before other digits.
func isPlain(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte{'-'})
	return len(text) < 2 || text[0] != '+' && (text[0] != '0' || text[1]-'0' > 9)
}
