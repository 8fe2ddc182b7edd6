package formtest

// This file reads files as a pipeline does.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Most is the length of the longest text that fuzz targets read: longer text only takes more time.
const Most = 8 << 10

// A reader reads one file as a pipeline does: through a Framer, with a buffer that begins
// with the rest of the last cut.
type reader struct {
	form   bulk.Form
	framer model.Framer
	buf    []byte
	recs   model.Records

	records, lines int
	out            strings.Builder
	ended, trailed bool
}

func newReader(form bulk.Form) *reader { return &reader{form: form, framer: form.NewFramer()} }

// write presents more of the file.
func (r *reader) write(piece []byte, eof bool) {
	r.buf = append(r.buf, piece...)
	for {
		r.recs.Reset(0)
		from, to := r.framer.Cut(&r.recs, r.buf, eof)
		if from < 0 || to < from || to > len(r.buf) || to == 0 && eof && len(r.buf) > 0 {
			panic(fmt.Sprintf("Cut = %d, %d of %d", from, to, len(r.buf)))
		}
		r.lines += bytes.Count(r.buf[:from], []byte{'\n'})
		pieces := []bulk.Piece{{Form: r.form.Sized(r.recs.Order), To: to - from}}
		if !r.recs.Decoded {
			pieces = r.form.Pieces(nil, r.buf[from:to])
		}
		at := from
		for _, p := range pieces {
			r.decode(p.Form, r.buf[at:from+p.To])
			at = from + p.To
		}
		r.buf = r.buf[to:]
		if len(r.buf) == 0 || to == 0 {
			return
		}
	}
}

// countLines counts lines as Records.Lines does.
func (r *reader) countLines(text []byte) int {
	if r.form.MaxLine() == 0 {
		return bytes.Count(text, []byte{'\n'})
	}
	return syntax.CountLines(text)
}

// decode prints the records of a text: a line each, with the cells, or with the place and the fault.
func (r *reader) decode(form bulk.Form, text []byte) {
	if r.ended {
		if line, column, ok := form.FirstText(text); ok && !r.trailed {
			r.trailed = true
			fmt.Fprintf(&r.out, "%d:%d: text after the end\n", r.lines+line, column)
		}
		r.lines += r.countLines(text)
		return
	}
	if !r.recs.Decoded {
		form.Decode(&r.recs, text)
	}
	grid, faults := r.recs.Cells, r.recs.Faults
	size := form.Order * form.Order
	for i := range r.recs.N {
		if len(faults) > 0 && faults[0].Record == i {
			e := faults[0].Rebase("", r.records, r.lines)
			fmt.Fprintf(&r.out, "%d (row %d): %v\n", e.Record, e.Row, &e)
			faults = faults[1:]
			continue
		}
		r.out.Write(cells.AppendLine(nil, grid[:size], form.Order))
		grid = grid[size:]
	}
	if len(grid) > 0 || len(faults) > 0 {
		panic("more cells or faults than records")
	}
	if r.recs.Lines != r.countLines(text) && !form.Kind.IsArray() {
		panic("wrong number of lines")
	}
	if r.recs.Trailing.Err != nil {
		r.trailed = true
		e := r.recs.Trailing.Rebase("", 0, r.lines)
		fmt.Fprintf(&r.out, "%v\n", &e)
	}
	r.ended = r.recs.Ended
	r.records += r.recs.N
	r.lines += r.recs.Lines
}

// String returns everything that was read, with the fault of the file.
func (r *reader) String() string {
	if err := r.framer.Finish(); err != nil {
		return r.out.String() + err.Error() + "\n"
	}
	return r.out.String()
}

// Read reads a file in one piece. It returns a line for each record, with its cells as in the form
// Line or with its number, row, place and fault, and a line for the fault of the file.
func Read(form bulk.Form, file []byte) string {
	r := newReader(form)
	r.write(file[bulk.BOMLen(file):], true)
	return r.String()
}

// ReadPieces is Read for a file that is cut at the given places. late says that the reader learns
// of the end of the file only after its last byte.
func ReadPieces(form bulk.Form, file []byte, late bool, cuts ...int) string {
	r := newReader(form)
	at := 0
	for _, cut := range cuts {
		r.write(file[at:cut], false)
		at = cut
	}
	r.write(file[at:], !late)
	if late {
		r.write(nil, true)
	}
	return r.String()
}

// ReadBuffer is Read through a full buffer of the size that MaxRecord promises to be enough.
func ReadBuffer(t testing.TB, form bulk.Form, file []byte) string {
	t.Helper()
	file = form.Shorten(bytes.Clone(file))
	r := newReader(form)
	size := form.MaxRecord() + form.MaxLine()
	for {
		n := min(size-len(r.buf), len(file))
		if n == 0 && len(file) > 0 {
			t.Fatalf("%v: no border in a full buffer", form)
		}
		piece := file[:n]
		file = file[n:]
		r.write(piece, len(file) == 0)
		if len(file) == 0 {
			return r.String()
		}
	}
}

// CheckSplits checks that a file that is split into its bytes, or in two at many places, reads the same as the
// whole file, and see CheckSpans.
func CheckSplits(t testing.TB, form bulk.Form, file []byte) {
	t.Helper()
	want := Read(form, file)
	check := func(got string, where any) {
		t.Helper()
		if got != want {
			t.Fatalf("%v, %q, cut at %v: got\n%s\nwant\n%s", form, file, where, got, want)
		}
	}
	file = file[bulk.BOMLen(file):]
	for cut := 0; cut <= len(file); cut += 1 + len(file)/60 {
		check(ReadPieces(form, file, cut&1 == 0, cut), cut)
	}
	each := make([]int, len(file))
	for i := range each {
		each[i] = i
	}
	check(ReadPieces(form, file, true, each...), "every byte")
	check(ReadBuffer(t, form, file), "a small buffer")
	CheckSpans(t, form, file)
}

// CheckCuts checks what every form promises about a file: it reads the same if it is cut at two
// places, and through a buffer that is as small as may be; and see CheckSpans.
func CheckCuts(t testing.TB, form bulk.Form, file []byte, a, b uint16) {
	t.Helper()
	file = file[bulk.BOMLen(file):]
	want := Read(form, file)
	cutA := int(a) % (len(file) + 1)
	cutB := cutA + int(b)%(len(file)-cutA+1)
	if got := ReadPieces(form, file, b&1 == 0, cutA, cutB); got != want {
		t.Fatalf("%v: %q cut at %d and %d: got %q, want %q", form, file, cutA, cutB, got, want)
	}
	if got := ReadBuffer(t, form, file); got != want {
		t.Fatalf("%v: %q through a small buffer: got %q, want %q", form, file, got, want)
	}
	CheckSpans(t, form, file)
}

// CheckSpans checks that spans, records and fields of a file agree, that a record is good or has
// one fault, and that faults are where they say.
func CheckSpans(t testing.TB, form bulk.Form, file []byte) {
	t.Helper()
	framer := form.NewFramer()
	for len(file) > 0 {
		var cut model.Records
		from, to := framer.Cut(&cut, file, true)
		checkRecords(t, form.Sized(cut.Order), file[from:to])
		file = file[to:]
	}
}

// checkRecords is CheckSpans for a text that was cut.
func checkRecords(t testing.TB, form bulk.Form, text []byte) {
	t.Helper()
	var r model.Records
	form.Decode(&r, text)
	spans, faults := form.Spans(nil, text), r.Faults
	if len(spans) != r.N || len(r.Cells) != form.Order*form.Order*(r.N-len(faults)) {
		t.Fatalf("%v: %d records, %d faults, %d cells, %d spans in %q", form, r.N, len(faults), len(r.Cells), len(spans), text)
	}
	if i := slices.IndexFunc(r.Cells, func(cell uint8) bool { return int(cell) > form.Order }); i >= 0 {
		t.Fatalf("%v: cell %d in %q", form, r.Cells[i], text)
	}
	var fields model.Fields
	for i, s := range spans {
		record, first := text[s.From:s.To], 1+bytes.Count(text[:s.From], []byte("\n"))
		if form.RecordSize() == 0 && !form.Kind.IsTyped() && s.Line != first {
			t.Fatalf("%v: record %d in line %d, want %d: %q", form, i, s.Line, first, text)
		}
		if form.Fields(&fields, record); form.Layout != nil && len(fields.Values) != len(form.Layout.Columns) {
			t.Fatalf("%v: %d fields in %q", form, len(fields.Values), record)
		}
		if len(faults) > 0 && faults[0].Record == i {
			checkFault(t, form, &faults[0], text, s)
			faults = faults[1:]
		} else if form.Kind.IsJSON() && !json.Valid(record) {
			t.Fatalf("%q is no JSON", record)
		}
	}
	if len(faults) > 0 {
		t.Fatalf("%v: a fault of no record of %q", form, text)
	}
}

// checkFault checks that a fault of a record of a text is in the record.
func checkFault(t testing.TB, form bulk.Form, e *model.SyntaxError, text []byte, span model.Span) {
	t.Helper()
	CheckMark(t, bulk.Form{Kind: bulk.Line, Order: form.Order}, &bulk.Answer{Verdict: bulk.Malformed, Fault: e})
	record, first := text[span.From:span.To], 1+bytes.Count(text[:span.From], []byte("\n"))
	switch {
	case form.Kind.IsBinary() && e.Line == 0 && e.Column > 0:
		return
	case e.Line >= first && e.Line <= first+bytes.Count(record, []byte("\n")):
		record = []byte(strings.SplitAfter(string(text), "\n")[e.Line-1])
	case e.Line != 0 || form.MaxLine() > 0: // the line is not known if other records precede in it
		t.Fatalf("%v: %v is not in its record of %q", form, e, text)
	}
	if e.Column < 1 || e.Column > len(record)+1 {
		t.Fatalf("%v: %v is not in %q", form, e, text)
	}
	if isGot := errors.Is(e.Err, model.ErrCell) || form.MaxLine() == 0 && e.Got != 0 && !errors.Is(e.Err, model.ErrBlank); isGot && record[e.Column-1] != e.Got && record[e.Column-1] != '\\' {
		t.Fatalf("%v: %v is not what is in %q", form, e, text)
	}
}

// CheckMark checks that an answer in the form Line is one printable line, which reads as
// one malformed record in every order.
func CheckMark(t testing.TB, form bulk.Form, a *bulk.Answer) {
	t.Helper()
	text := form.AppendAnswer(nil, a)
	if i := bytes.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }); i != len(text)-1 || text[i] != '\n' {
		t.Fatalf("%q is not one printable line", text)
	}
	for _, order := range []int{9, 16} {
		var recs model.Records
		bulk.Form{Kind: bulk.Line, Order: order}.Decode(&recs, text)
		if recs.N != 1 || len(recs.Faults) != 1 || recs.Ended {
			t.Fatalf("%q reads as %d records, %d of them malformed", text, recs.N, len(recs.Faults))
		}
	}
}

// Mark removes the marks "§" from a text and returns their positions as "line:column".
func Mark(text string) (plain string, positions []string) {
	parts := strings.Split(text, "§")
	for _, part := range parts[:len(parts)-1] {
		plain += part
		line := 1 + strings.Count(plain, "\n")
		positions = append(positions, fmt.Sprintf("%d:%d", line, len(plain)-strings.LastIndexByte(plain, '\n')))
	}
	return plain + parts[len(parts)-1], positions
}
