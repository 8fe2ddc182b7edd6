package outfile

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// reasonColumn is the name of the column with the reasons in a file of rejects.
const reasonColumn = "reason"

// Rejects writes records that a verb leaves out, each as it came and with the reason. A file of
// NDJSON can hold records of all forms: a record that is no JSON becomes the member "text" of an
// object with its file and number. Any other file has the form of the inputs, which must be alike.
type Rejects struct {
	Copies
	lines bool // NDJSON
	err   error
	input string // the name of the first one
}

// ErrMixed reports inputs whose records cannot be in one file of rejects.
var ErrMixed = errors.New("records that one file of rejects cannot hold")

// NewRejects returns Rejects that write to a new file with a name. Call Finish after the last record.
func NewRejects(name string, w io.Writer) *Rejects {
	r := &Rejects{Copies: *NewCopies(w), lines: IsNDJSON(name)}
	r.noted = true
	return r
}

// IsNDJSON reports whether the name of an output asks for NDJSON.
func IsNDJSON(name string) bool { return Kind(name).IsJSON() && Kind(name).HasLines() }

// Opened announces an input; call it before the first record of the input. Err then reports an
// input whose records do not fit the file.
func (r *Rejects) Opened(name string, form bulk.Form) {
	if first := r.first; first.Kind == 0 {
		r.input = name
	} else if !r.lines && r.err == nil && !asWritten(first).Alike(asWritten(form)) {
		r.err = &unlikeError{pipeline.UnlikeError{Name: name, Form: form, First: r.input, FirstForm: first}, ErrMixed}
	}
	r.Copies.Opened(form)
}

// Err returns an [ErrMixed] if an input does not fit the file.
func (r *Rejects) Err() error { return r.err }

// Write writes a record.
func (r *Rejects) Write(c *Copy) error {
	switch {
	case !r.lines:
		return r.Copies.Write(c)
	case c.Form.Kind.IsJSON():
		r.text = c.Form.AppendNoted(r.text[:0], c.Text, c.Form.NoteName(reasonColumn), c.Reason)
	default:
		text, err := json.Marshal(struct {
			Reason string `json:"reason"`
			File   string `json:"file"`
			Record int64  `json:"record"`
			Text   string `json:"text"`
		}{c.Reason, c.File, c.Number, string(textOf(c))})
		if err != nil {
			return err
		}
		r.text = append(append(r.text[:0], text...), '\n')
	}
	_, err := r.out.Write(r.text)
	return err
}

// textOf returns a record as text without the last line end.
func textOf(c *Copy) []byte {
	text := c.Text
	if c.Form.Kind.IsArray() {
		text = asLine(c, false)
	}
	for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == '\r') {
		text = text[:len(text)-1]
	}
	return text
}

// Finish flushes the file. If there was no record, it writes the header of the first input, so that
// an empty table is still a table.
func (r *Rejects) Finish() error {
	if r.lines {
		return r.out.Flush()
	}
	return r.Copies.Finish()
}
