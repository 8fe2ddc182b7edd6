package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// A Copy is a record that is copied.
type Copy struct {
	Form   formats.Form // of Text
	Text   []byte
	File   string
	Number int64  // of the record, in its file
	Reason string // why it is no puzzle, if it is none
}

// Copies is a file of records as they came.
type Copies struct {
	out   *bufio.Writer
	state *CopiesState
	first formats.Form // of the first input
	form  formats.Form // of the first record; its Kind is 0 while that is not known
	last  formats.Form // that was found to be like it
	text  []byte
}

// A CopiesState is what Copies keeps from record to record. It may be kept as JSON.
type CopiesState struct {
	Begun bool   // something was written
	First string // the input of the first record
}

// ErrUnlike is what [Copies.Write] returns, wrapped, for a record that would not be read
// as what it is behind the header and the records of another input.
var ErrUnlike = errors.New("records that cannot be in one file as they came")

// An unlikeError is ErrUnlike.
type unlikeError struct{ split.UnlikeError }

func (e *unlikeError) Is(target error) bool { return target == ErrUnlike }

// NewCopies returns a writer of copies that go to an output. The last of them are
// written by Finish.
func NewCopies(w io.Writer) *Copies { return ContinueCopies(w, new(CopiesState)) }

// ContinueCopies goes on with what another wrote. The state is kept up to date.
func ContinueCopies(w io.Writer, state *CopiesState) *Copies {
	return &Copies{out: bufio.NewWriterSize(w, 64<<10), state: state}
}

// Opened is to be called with each input, before its records: what the first was like is
// written where there is no record, and what the first record's was like the CopiesState does
// not have, where another began.
func (w *Copies) Opened(name string, form formats.Form) {
	if w.first.Kind == 0 {
		w.first = form
	}
	if w.form.Kind == 0 && w.state.Begun && w.state.First == name {
		w.form = asWritten(form)
	}
}

// Write writes a record; before the first, the header of its file. What is no text
// is written as a line.
func (w *Copies) Write(r *Copy) error {
	w.text = w.text[:0]
	if !w.state.Begun {
		w.state.Begun, w.state.First = true, r.File
		w.form = asWritten(r.Form)
		w.text = append(w.text, r.Form.RecordsHeader()...)
	}
	if r.Form != w.last {
		form := asWritten(r.Form)
		if w.form.Kind != 0 && !w.form.Alike(form) {
			return &unlikeError{split.UnlikeError{Name: r.File, Form: form, First: w.state.First, FirstForm: w.form}}
		}
		w.last = r.Form
	}
	if r.Form.Kind == formats.Npy {
		w.text = append(w.text, asLine(r)...)
	} else {
		w.text = r.Form.AppendCopy(w.text, r.Text)
	}
	_, err := w.out.Write(w.text)
	return err
}

// Finish writes what is left: where there was no record, the header that the first
// input's would have, so that a table is one.
func (w *Copies) Finish() error {
	if !w.state.Begun {
		if _, err := w.out.Write(w.first.RecordsHeader()); err != nil {
			return err
		}
	}
	return w.Flush()
}

// Flush writes what there is so far.
func (w *Copies) Flush() error { return w.out.Flush() }

// asWritten is the form in which records of a form are written.
func asWritten(form formats.Form) formats.Form {
	if form.Kind == formats.Npy {
		return formats.Form{Kind: formats.Line, Order: form.Order}
	}
	return form
}

// asLine returns the puzzle of a record that is no text, or what it is for want of
// one.
func asLine(r *Copy) []byte {
	var records formats.Records
	r.Form.Decode(&records, r.Text)
	if len(records.Cells) == 0 {
		return fmt.Appendf(nil, "# %s, record %d: %s\n", r.File, r.Number, r.Reason)
	}
	return append([]byte(formats.Format(records.Cells)), '\n')
}
