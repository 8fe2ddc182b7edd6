package parquettable

import (
	"bytes"
	"errors"
	"fmt"
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

// Errors of text that is not typed CSV.
var (
	ErrHeader = errors.New("a table begins with a line of column names and one of their types")
	ErrLong   = errors.New("a row has more than 64 MiB")
	errQuote  = errors.New("a quote inside a field that is not quoted, or after a quoted one")
	errOpen   = errors.New("a quoted field does not end")
	errFields = errors.New("the row has not as many fields as there are columns")
)

// A FieldError reports a field that is not of its column's type.
type FieldError struct {
	Column string
	Type   Type
	Row    int64 // from 1 on, the header not counted
	Value  string
}

func (e *FieldError) Error() string {
	value := e.Value
	if len(value) > 60 {
		value = value[:60] + "…"
	}
	if e.Type == Text || e.Type == JSON {
		return fmt.Sprintf("column %q, row %d: %q is not UTF-8, as Parquet wants text to be", e.Column, e.Row, value)
	}
	return fmt.Sprintf("column %q, row %d: %q is no %s, which the column's type was decided to be from the first rows",
		e.Column, e.Row, value, e.Type)
}

// A RowError reports a row that cannot be cut into fields.
type RowError struct {
	Row int64 // from 1 on, the header not counted
	Err error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Row, e.Err) }

// Unwrap returns what is wrong with the row.
func (e *RowError) Unwrap() error { return e.Err }

// appendField appends a field that is not null, in quotes where it needs them.
func appendField(dst, v []byte) []byte {
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

// holdsSpecial reports whether some byte might ask for quotes.
func holdsSpecial(data []byte) bool {
	for _, b := range []byte(",\"\n\r") {
		if bytes.IndexByte(data, b) >= 0 {
			return true
		}
	}
	return false
}

// appendHeader appends the two lines before the rows.
func appendHeader(dst []byte, columns []column) []byte {
	for i := range columns {
		dst = appendField(append(dst, separator(i)...), []byte(columns[i].path))
	}
	dst = append(dst, '\n')
	for i := range columns {
		dst = append(append(dst, separator(i)...), columns[i].kind...)
	}
	return append(dst, '\n')
}

func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// parseHeader reads the two lines before the rows, which end at these places.
func parseHeader(text []byte, ends []int) ([]outColumn, error) {
	var columns []outColumn
	row, more := text[:ends[0]-1], true
	for more {
		var name []byte
		var err error
		if name, _, row, more, err = cutField(row); err != nil {
			return nil, errors.Join(ErrHeader, err)
		}
		columns = append(columns, outColumn{name: string(name)})
	}
	row = text[ends[0] : ends[1]-1]
	for i := range columns {
		var kind []byte
		var err error
		if kind, _, row, more, err = cutField(row); err != nil || more != (i < len(columns)-1) || i == maxElements {
			return nil, errors.Join(ErrHeader, err)
		}
		switch columns[i].kind = Type(kind); columns[i].kind {
		case Text, Int, Float, Bool, JSON:
		default:
			return nil, fmt.Errorf("%w: there is no type %.60q", ErrHeader, kind)
		}
	}
	return columns, nil
}

// cutField returns the first field of a row, and the rest after its comma; more is false if it is
// the last one.
func cutField(row []byte) (field []byte, quoted bool, rest []byte, more bool, err error) {
	at := 0
	if quoted = len(row) > 0 && row[0] == '"'; quoted {
		end, doubled := 1, false
		for {
			n := bytes.IndexByte(row[end:], '"')
			if n < 0 {
				return nil, true, nil, false, errOpen
			}
			if end += n + 1; end == len(row) || row[end] != '"' {
				break
			}
			end++
			doubled = true
		}
		field, row = row[1:end-1], row[end:]
		if doubled {
			field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
		}
		if len(row) > 0 && row[0] != ',' {
			return nil, true, nil, false, errQuote
		}
	} else {
		if at = bytes.IndexByte(row, ','); at < 0 {
			at = len(row)
		}
		if field = row[:at]; bytes.IndexByte(field, '"') >= 0 {
			return nil, false, nil, false, errQuote
		}
	}
	if at == len(row) {
		return field, quoted, nil, false, nil
	}
	return field, quoted, row[at+1:], true, nil
}

// parseInt reads a decimal integer of 64 bits, with or without a sign, that is written as it would
// be again: 007 and +7 are texts, such as codes.
func parseInt(field []byte) (v int64, ok bool) {
	v, err := strconv.ParseInt(string(field), 10, 64)
	if err != nil {
		u, large := strconv.ParseUint(string(field), 10, 64)
		v, err = int64(u), large
	}
	return v, err == nil && isPlain(field) && string(field) != "-0"
}

// parseFloat reads a decimal number, or infinity and NaN as Go or Python write them.
func parseFloat(field []byte) (float64, bool) {
	switch string(field) {
	case "nan", "NaN", "inf", "-inf", "+Inf", "-Inf":
	default:
		for _, b := range field {
			if b-'0' > 9 && b != '.' && b != 'e' && b != 'E' && b != '+' && b != '-' { // hexadecimal, or spelt in another way
				return 0, false
			}
		}
		if !isPlain(field) {
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(string(field), 64)
	return v, err == nil
}

// isPlain reports whether a number has neither a plus nor a zero before its other digits.
func isPlain(field []byte) bool {
	field = bytes.TrimPrefix(field, []byte{'-'})
	return len(field) < 2 || field[0] != '+' && (field[0] != '0' || field[1]-'0' > 9)
}
