package parquettable

import (
	"bytes"
	"errors"
	"fmt"
)

// An outColumn is a column to write.
type outColumn struct {
	name string
	kind Type
}

// A FieldError is a field that is none of its column's type.
type FieldError struct {
	Column string
	Type   Type
	Row    int64 // from 1 on, the header not counted
	Value  string
}

func (e *FieldError) Error() string {
	if e.Type == Text || e.Type == JSON {
		return fmt.Sprintf("column %q, row %d: %q is not UTF-8, as Parquet wants text to be", e.Column, e.Row, shorten(e.Value))
	}
	return fmt.Sprintf("column %q, row %d: %q is no %s, which the column's type was decided to be from the first rows",
		e.Column, e.Row, shorten(e.Value), e.Type)
}

// shorten keeps a message readable.
func shorten(text string) string {
	const most = 60
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// A RowError is a row that cannot be cut into fields.
type RowError struct {
	Row int64 // from 1 on, the header not counted
	Err error
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %v", e.Row, e.Err) }

// Unwrap returns what is wrong with the row.
func (e *RowError) Unwrap() error { return e.Err }

// Errors of rows.
var (
	errQuote  = errors.New("a quote inside a field that is not quoted, or after a quoted one")
	errOpen   = errors.New("a quoted field does not end")
	errFields = errors.New("the row has not as many fields as there are columns")
)

// A fieldReader cuts text into fields. Of each it says whether it was quoted,
// and what ended it.
type fieldReader struct {
	text []byte
	at   int
	room []byte // of a field with quotes inside
}

// next returns the next field. It is valid until the next call. A row's last
// field has a newline, or the end of the text, after it.
func (f *fieldReader) next() (field []byte, quoted, last bool, err error) {
	if f.at < len(f.text) && f.text[f.at] == '"' {
		if field, err = f.quoted(); err != nil {
			return nil, true, false, err
		}
		quoted = true
	} else {
		from := f.at
		for f.at < len(f.text) && f.text[f.at] != ',' && f.text[f.at] != '\n' {
			if f.text[f.at] == '"' {
				return nil, false, false, errQuote
			}
			f.at++
		}
		field = f.text[from:f.at]
	}
	if f.at == len(f.text) {
		return field, quoted, true, nil
	}
	switch f.text[f.at] {
	case ',', '\n':
		f.at++
		return field, quoted, f.text[f.at-1] == '\n', nil
	}
	return nil, true, false, errQuote
}

// quoted reads a quoted field up to its closing quote.
func (f *fieldReader) quoted() ([]byte, error) {
	f.room = f.room[:0]
	f.at++
	for {
		n := bytes.IndexByte(f.text[f.at:], '"')
		if n < 0 {
			return nil, errOpen
		}
		part := f.text[f.at : f.at+n]
		f.at += n + 1
		if f.at == len(f.text) || f.text[f.at] != '"' {
			if len(f.room) == 0 {
				return part, nil
			}
			f.room = append(f.room, part...)
			return f.room, nil
		}
		f.at++
		f.room = append(append(f.room, part...), '"')
	}
}

// rowFields reads all fields of a row.
func (f *fieldReader) rowFields() (fields []string, err error) {
	for {
		field, _, last, err := f.next()
		if err != nil {
			return nil, err
		}
		fields = append(fields, string(field))
		if last {
			return fields, nil
		}
	}
}

// parseHeader reads the two lines ahead of the rows.
func parseHeader(text []byte) ([]outColumn, error) {
	f := &fieldReader{text: text}
	names, err := f.rowFields()
	if err != nil {
		return nil, errors.Join(ErrHeader, err)
	}
	types, err := f.rowFields()
	if err != nil || len(types) != len(names) || len(names) >= maxElements {
		return nil, errors.Join(ErrHeader, err)
	}
	columns := make([]outColumn, len(names))
	for i, kind := range types {
		switch Type(kind) {
		case Text, Int, Float, Bool, JSON:
			columns[i] = outColumn{names[i], Type(kind)}
		default:
			return nil, fmt.Errorf("%w: there is no type %q", ErrHeader, shorten(kind))
		}
	}
	return columns, nil
}

// headerEnd is where the second line ends, or -1.
func headerEnd(text []byte) int {
	end := 0
	for range 2 {
		n := rowEnd(text[end:])
		if n < 0 {
			return -1
		}
		end += n
	}
	return end
}

// rowEnd is where the first row of a text ends, or -1.
func rowEnd(text []byte) int {
	quoted := false
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return -1
		}
		quoted = quoted != oddQuotes(text[at:at+n])
		if at += n + 1; !quoted {
			return at
		}
	}
}

// oddQuotes reports whether a text has an odd number of quotes: then its end is
// inside a quoted field if its beginning is not.
func oddQuotes(text []byte) bool { return bytes.Count(text, []byte{'"'})%2 == 1 }
