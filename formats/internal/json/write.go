package json

// This file writes rows, one per line. The output that takes the lines makes an array of them.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A rowsForm is a JSON form that writes rows.
type rowsForm struct{ jsonForm }

// Style implements table.Writer. A grid takes one member, because many could not be told from
// others. Records of JSON keep their names.
func (rowsForm) Style(from form.Form, _ *form.Info) table.Style {
	_, isJSON := from.(rowsForm)
	return table.Style{Separator: ',', Named: !isJSON, Single: true, Typed: true}
}

// enclosure returns the text that makes rows the elements of one array.
func enclosure(string) model.Enclosure {
	return model.Enclosure{Begin: "[\n", Between: ",\n", End: "\n]\n", Empty: "[]\n"}
}

// AppendHeader appends nothing, because each row names its members.
func (rowsForm) AppendHeader(dst []byte, _ *table.Target) []byte { return dst }

// AppendRow appends a row as one line with an object. A missing value is null.
func (rowsForm) AppendRow(dst []byte, t *table.Target, values [][]byte) []byte {
	dst = append(dst, '{')
	dst = appendMembers(dst, t, 0, values)
	return append(dst, "}\n"...)
}

// CanCopy reports whether a row is its unchanged record with members after it.
func (rowsForm) CanCopy(t *table.Target, record *table.Record) bool {
	return t.Verbatim && record.Text != nil && record.Good && record.From.Info().Objects
}

// AppendCopy appends a record, which is an object, with the added members. It leaves out
// line ends between tokens.
func (rowsForm) AppendCopy(dst []byte, t *table.Target, record *table.Record, added [][]byte) []byte {
	if l, ok := record.From.(*layout); ok && !l.lines {
		dst = AppendCompact(dst, record.Text)
	} else {
		dst = append(dst, bytes.TrimLeft(record.Text, " \t\r\n")...)
	}
	dst = dst[:bytes.LastIndexByte(dst, '}')]
	if len(added) > 0 {
		dst = append(dst, ',')
		dst = appendMembers(dst, t, len(t.Columns)-len(added), added)
	}
	return append(dst, "}\n"...)
}

// appendMembers appends the values of columns from first on, as members of an object.
func appendMembers(dst []byte, t *table.Target, first int, values [][]byte) []byte {
	for i, value := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		if t.Lists == first+i+1 && len(value) > 0 && value[0] == '[' && IsValue(model.Raw, value) {
			dst = append(append(dst, t.Keys[first+i]...), value...) // JSON, although the column is text
			continue
		}
		dst = appendMember(dst, t, first+i, value)
	}
	return dst
}

// appendMember appends the name of a column and a value.
func appendMember(dst []byte, t *table.Target, column int, value []byte) []byte {
	return AppendValue(append(dst, t.Keys[column]...), value, t.Columns[column].Type)
}

// appendNoted makes the note the first member of the record. A record that is no object becomes
// the member "record" of a new object, as text if it is damaged.
func appendNoted(dst, record []byte, _ *form.Info, name, note string) (noted, rest []byte) {
	record = bytes.TrimSpace(record)
	dst = AppendString(append(dst, '{'), name)
	dst = AppendString(append(dst, ':'), note)
	switch valid := IsValid(record); {
	case valid && record[0] == '{':
		if members := bytes.TrimSpace(record[1:]); members[0] != '}' {
			dst = append(dst, ',')
		}
		record = record[1:]
	case valid:
		dst = append(dst, `,"record":`...)
		record = append(slices.Clone(record), '}')
	default:
		dst = AppendString(append(dst, `,"record":`...), record)
		record = []byte{'}'}
	}
	return dst, bytes.ReplaceAll(record, []byte{'\n'}, []byte{' '})
}
