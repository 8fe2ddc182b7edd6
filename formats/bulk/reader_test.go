package bulk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A reader reads one file as a pipeline does: through a Framer, with a buffer that begins
// with the rest of the last cut.
type reader struct {
	form   Form
	framer model.Framer
	buf    []byte
	recs   model.Records

	records, lines int
	out            strings.Builder
	ended, trailed bool
}

func newReader(form Form) *reader {
	return &reader{form: form, framer: form.NewFramer()}
}

// write presents more of the file.
func (r *reader) write(piece []byte, eof bool) {
	r.buf = append(r.buf, piece...)
	for {
		r.recs.Decoded = false
		from, to := r.framer.Cut(&r.recs, r.buf, eof)
		if from < 0 || to < from || to > len(r.buf) {
			panic(fmt.Sprintf("Cut = %d, %d of %d", from, to, len(r.buf)))
		}
		r.lines += r.countLines(r.buf[:from])
		r.decode(r.buf[from:to])
		if to == 0 && eof && len(r.buf) > 0 {
			panic("Cut gets no further at the end of the file")
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

// decode prints the records of a text.
func (r *reader) decode(text []byte) {
	if r.ended {
		if line, column, ok := r.form.FirstText(text); ok && !r.trailed {
			r.trailed = true
			fmt.Fprintf(&r.out, "%d:%d: text after the end\n", r.lines+line, column)
		}
		r.lines += r.countLines(text)
		return
	}
	if !r.recs.Decoded {
		r.form.Decode(&r.recs, text)
	}
	grid, faults := r.recs.Cells, r.recs.Faults
	size := r.form.Order * r.form.Order
	for i := range r.recs.N {
		if len(faults) > 0 && faults[0].Record == i {
			e := faults[0].Rebase("", r.records, r.lines)
			fmt.Fprintf(&r.out, "%d (row %d): %v\n", e.Record, e.Row, &e)
			faults = faults[1:]
			continue
		}
		r.out.Write(cells.AppendLine(nil, grid[:size], r.form.Order))
		grid = grid[size:]
	}
	if len(grid) > 0 || len(faults) > 0 {
		panic("more cells or faults than records")
	}
	if r.recs.Lines != r.countLines(text) && r.form.Kind != Npy {
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

// fuzzMost limits the text that fuzz targets read: longer text only takes more time.
const fuzzMost = 8 << 10

// readWhole reads a file in one piece.
func readWhole(form Form, file []byte) string {
	r := newReader(form)
	r.write(file, true)
	return r.String()
}

// readPieces reads a file that is cut at the given places. late says that the reader learns
// of the end of the file only after its last byte.
func readPieces(form Form, file []byte, late bool, cuts ...int) string {
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

// checkSplits checks that every split in two, and the split into bytes, reads the same as
// the whole file, and see checkSpans.
func checkSplits(t *testing.T, form Form, file []byte) {
	t.Helper()
	want := readWhole(form, file)
	check := func(got string, where any) {
		t.Helper()
		if got != want {
			t.Fatalf("%v, %q, cut at %v: got\n%s\nwant\n%s", form, file, where, got, want)
		}
	}
	var all []int
	step := 1 + len(file)/700
	for cut := 0; cut <= len(file); cut += step {
		check(readPieces(form, file, false, cut), cut)
		check(readPieces(form, file, true, cut), cut)
		all = append(all, cut)
	}
	check(readPieces(form, file, true, all...), "every byte")
	checkSpans(t, form, file)
}

// checkForm checks what every form promises about a file: it reads the same if it is cut at two
// places, and through a buffer that is as small as may be; and see checkSpans.
func checkForm(t *testing.T, form Form, file []byte, a, b uint16) {
	t.Helper()
	want := readWhole(form, file)
	cutA := int(a) % (len(file) + 1)
	cutB := cutA + int(b)%(len(file)-cutA+1)
	if got := readPieces(form, file, b&1 == 0, cutA, cutB); got != want {
		t.Fatalf("%v: %q cut at %d and %d: got %q, want %q", form, file, cutA, cutB, got, want)
	}
	if got := readBuffer(t, form, file); got != want {
		t.Fatalf("%v: %q through a small buffer: got %q, want %q", form, file, got, want)
	}
	checkSpans(t, form, file)
}

// checkSpans checks that spans, records and fields of a file agree, that a record is good or has
// one fault, and that faults are where they say.
func checkSpans(t *testing.T, form Form, file []byte) {
	t.Helper()
	framer := form.NewFramer()
	for len(file) > 0 {
		from, to := framer.Cut(new(model.Records), file, true)
		checkRecords(t, form, file[from:to])
		file = file[to:]
	}
}

// checkRecords is checkSpans for a text that was cut.
func checkRecords(t *testing.T, form Form, text []byte) {
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
	lines := strings.SplitAfter(string(text), "\n")
	var fields model.Fields
	for i, s := range spans {
		record, first := text[s.From:s.To], 1+bytes.Count(text[:s.From], []byte("\n"))
		if form.RecordSize() == 0 && s.Line != first {
			t.Fatalf("%v: record %d in line %d, want %d: %q", form, i, s.Line, first, text)
		}
		if form.Fields(&fields, record); form.Layout != nil && len(fields.Values) != len(form.Layout.Columns) {
			t.Fatalf("%v: %d fields in %q", form, len(fields.Values), record)
		}
		if len(faults) == 0 || faults[0].Record != i {
			if form.Kind.IsJSON() && !json.Valid(record) {
				t.Fatalf("%q is no JSON", record)
			}
			continue
		}
		e := faults[0]
		faults = faults[1:]
		checkMark(t, Form{Kind: Line, Order: form.Order}, &Answer{Verdict: Malformed, Fault: &e})
		switch {
		case form.RecordSize() > 0 && e.Line == 0 && e.Column > 0:
			continue
		case e.Line >= first && e.Line <= first+bytes.Count(record, []byte("\n")):
			record = []byte(lines[e.Line-1])
		case e.Line != 0 || form.MaxLine() > 0: // the line is not known if other records precede in it
			t.Fatalf("%v: %v is not in record %d of %q", form, &e, i, text)
		}
		if e.Column < 1 || e.Column > len(record)+1 {
			t.Fatalf("%v: %v is not in %q", form, &e, text)
		}
		if isGot := errors.Is(e.Err, model.ErrCell) || form.MaxLine() == 0 && e.Got != 0; isGot && record[e.Column-1] != e.Got && record[e.Column-1] != '\\' {
			t.Fatalf("%v: %v is not what is in %q", form, &e, text)
		}
	}
	if len(faults) > 0 {
		t.Fatalf("%v: a fault of no record of %q", form, text)
	}
}

// shorten cuts every line of file to MaxLine+1 bytes, as a reader may.
func shorten(form Form, file []byte) []byte {
	if form.MaxLine() == 0 {
		return file
	}
	var out []byte
	for len(file) > 0 {
		line, size, ended := syntax.NextLine(file)
		file = file[size:]
		out = append(out, line[:min(len(line), form.MaxLine()+1)]...)
		if ended {
			out = append(out, '\n')
		}
	}
	return out
}

// readBuffer reads a file through a full buffer of the size that MaxRecord promises to be
// enough.
func readBuffer(t *testing.T, form Form, file []byte) string {
	t.Helper()
	file = shorten(form, file)
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

// mark removes the marks "§" from a text and returns their positions as "line:column".
func mark(text string) (plain string, positions []string) {
	line, start := 1, 0
	var b bytes.Buffer
	for i, part := range strings.Split(text, "§") {
		if i > 0 {
			positions = append(positions, fmt.Sprintf("%d:%d", line, b.Len()-start+1))
		}
		for _, c := range []byte(part) {
			b.WriteByte(c)
			if c == '\n' {
				line++
				start = b.Len()
			}
		}
	}
	return b.String(), positions
}
