package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A Copy is a record to copy.
type Copy struct {
	Form   bulk.Form // form of Text
	Text   []byte
	File   string
	Number int64  // number of the record in its file
	Reason string // why the record is malformed, if it is; in a file of rejects why it is left out
}

// Copies writes records to a file, unchanged.
type Copies struct {
	out   *bufio.Writer
	begun bool      // a record was written
	name  string    // of the input of the first record
	first bulk.Form // form of the first input
	form  bulk.Form // form of the first record; its Kind is 0 until it is known
	last  bulk.Form // the last form that fits the file
	noted bool      // records have their reasons with them
	text  []byte
}

// ErrUnlike reports a record that does not fit the file: after the header and the records of another
// input it would be read as something else. [Copies.Write] wraps it.
var ErrUnlike = errors.New("records that cannot be in one file as they came")

// An unlikeError names two inputs and their forms. It is ErrUnlike or ErrMixed.
type unlikeError struct {
	pipeline.UnlikeError
	is error
}

func (e *unlikeError) Is(target error) bool { return target == e.is }

// NewCopies returns Copies that write to a new file. Call Finish after the last record.
func NewCopies(w io.Writer) *Copies { return &Copies{out: bufio.NewWriterSize(w, 64<<10)} }

// Opened announces an input; call it before the first record of the input. It notes the form of the
// first input, whose header Finish writes if no record came.
func (w *Copies) Opened(form bulk.Form) {
	if w.first.Kind == 0 {
		w.first = form
	}
}

// Write writes a record. The header of its input precedes the first record. A record of an array
// becomes a line.
func (w *Copies) Write(r *Copy) error {
	w.text = w.text[:0]
	if !w.begun {
		w.begun, w.name = true, r.File
		w.form = asWritten(r.Form)
		w.text = append(w.text, w.headerOf(r.Form)...)
	}
	if r.Form != w.last {
		form := asWritten(r.Form)
		if w.form.Kind != 0 && !w.form.Alike(form) {
			return &unlikeError{pipeline.UnlikeError{Name: r.File, Form: form, First: w.name, FirstForm: w.form}, ErrUnlike}
		}
		w.last = r.Form
	}
	switch {
	case r.Form.Kind.IsArray():
		w.text = append(w.text, asLine(r, w.noted)...)
	case w.noted:
		w.text = r.Form.AppendNoted(w.text, r.Text, r.Form.NoteName(reasonColumn), r.Reason)
	default:
		w.text = r.Form.AppendCopy(w.text, r.Text)
	}
	_, err := w.out.Write(w.text)
	return err
}

// Finish flushes the file. If there was no record, it writes the header of the first input, so that
// an empty table is still a table.
func (w *Copies) Finish() error {
	if !w.begun && w.first.Kind != 0 { // if an input could be opened
		if _, err := w.out.Write(w.headerOf(w.first)); err != nil {
			return err
		}
	}
	return w.out.Flush()
}

// asWritten returns the form that records of a form have in the file.
func asWritten(form bulk.Form) bulk.Form {
	if form.Kind.IsArray() {
		return bulk.Form{Kind: bulk.Line, Order: form.Order}
	}
	return form
}

// headerOf returns the text before the first record of a form.
func (w *Copies) headerOf(form bulk.Form) []byte {
	if w.noted {
		return form.NotedHeader(form.NoteName(reasonColumn))
	}
	return form.RecordsHeader()
}

// asLine returns a record of an array as a line: its puzzle, or a comment with the reason why it is
// malformed. With noted, every puzzle follows a comment with its reason.
func asLine(r *Copy, noted bool) []byte {
	var records model.Records
	var line []byte
	r.Form.Decode(&records, r.Text)
	if len(records.Cells) == 0 || noted {
		line = fmt.Appendf(nil, "# %s, record %d: %s\n", r.File, r.Number, r.Reason)
	}
	if len(records.Cells) > 0 {
		line = append(append(line, formats.Format(records.Cells)...), '\n')
	}
	return line
}
