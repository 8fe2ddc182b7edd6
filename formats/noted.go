package formats

// This file writes unchanged records with a note each.

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/csv"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
)

// NoteName returns a name for a column of notes that no column of f has: the name itself, or the
// name with a number.
func (f Form) NoteName(name string) string {
	unique := name
	for n := 2; slices.ContainsFunc(f.info().Columns, func(c Column) bool { return c.Name == unique }); n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	return unique
}

// NotedHeader is [Form.RecordsHeader] for records from [Form.AppendNoted].
func (f Form) NotedHeader(name string) []byte {
	header := f.RecordsHeader()
	if len(header) == 0 {
		return nil
	}
	last := bytes.LastIndexByte(bytes.TrimRight(header, "\r\n"), '\n') + 1 // the line with the names
	noted := csv.AppendFirst(slices.Clone(header[:last]), []byte(name), f.separator())
	return append(noted, header[last:]...)
}

// AppendNoted is [Form.AppendCopy] with a note. In delimited text the note is one more field, the
// first one, so that it does not matter how many fields the record has. In a JSON object it is the
// first member. In XML and in lists it is a comment on a line of its own. A JSON record that is no
// object becomes the member "record" of a new object, as text if it is damaged.
func (f Form) AppendNoted(dst, record []byte, name, note string) []byte {
	switch f.Kind {
	case CSV, TSV, Parquet:
		dst = csv.AppendFirst(dst, []byte(note), f.separator())
	case NDJSON, JSON:
		return appendNotedJSON(dst, record, name, note)
	case OpenSudoku:
		dst = fmt.Appendf(dst, "<!-- %s -->\n", strings.ReplaceAll(note, "--", "- -"))
	default:
		dst = fmt.Appendf(dst, "# %s\n", note)
	}
	return f.AppendCopy(dst, record)
}

// separator returns the separator of delimited text.
func (f Form) separator() byte {
	if f.Kind == Parquet {
		return ','
	}
	return f.info().Separator
}

// appendNotedJSON appends a JSON record with a note as its first member.
func appendNotedJSON(dst, record []byte, name, note string) []byte {
	record = bytes.TrimSpace(record)
	dst = json.AppendString(append(dst, '{'), name)
	dst = json.AppendString(append(dst, ':'), note)
	switch valid := stdjson.Valid(record); {
	case valid && record[0] == '{':
		if members := bytes.TrimSpace(record[1:]); members[0] != '}' {
			dst = append(dst, ',')
		}
		record = record[1:]
	case valid:
		dst = append(dst, `,"record":`...)
		record = append(slices.Clone(record), '}')
	default:
		dst = json.AppendString(append(dst, `,"record":`...), record)
		record = []byte{'}'}
	}
	return append(append(dst, bytes.ReplaceAll(record, []byte{'\n'}, []byte{' '})...), '\n')
}
