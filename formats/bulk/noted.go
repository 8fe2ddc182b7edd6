package bulk

// This file writes unchanged records with a note each.

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// NoteName returns a name for a column of notes that no column of f has: the name itself, or the
// name with a number.
func (f Form) NoteName(name string) string { return table.NewName(f.info().Columns, name) }

// NotedHeader is [Form.RecordsHeader] for records from [Form.AppendNoted].
func (f Form) NotedHeader(name string) []byte {
	header := f.RecordsHeader()
	if len(header) == 0 {
		return nil
	}
	last := bytes.LastIndexByte(bytes.TrimRight(header, "\r\n"), '\n') + 1 // the line with the names
	noted, names := f.form().Spec().Noted(slices.Clone(header[:last]), header[last:], f.info(), name, name)
	return append(noted, names...)
}

// AppendNoted is [Form.AppendCopy] with a note. In delimited text the note is one more field, the
// first one, so that it does not matter how many fields the record has. In a JSON object it is the
// first member. In XML and in lists it is a comment on a line of its own. A JSON record that is no
// object becomes the member "record" of a new object, as text if it is damaged.
func (f Form) AppendNoted(dst, record []byte, name, note string) []byte {
	if noted := f.form().Spec().Noted; noted != nil {
		dst, record = noted(dst, record, f.info(), name, note)
	} else {
		dst = fmt.Appendf(dst, "# %s\n", note)
	}
	return f.AppendCopy(dst, record)
}
