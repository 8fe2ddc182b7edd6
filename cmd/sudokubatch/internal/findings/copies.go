package findings

import (
	"bufio"
	"bytes"
	"fmt"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
)

// copies is a file of records as they came.
type copies struct {
	*bufio.Writer
	begun bool
}

// newCopies returns copies that go to an output; nil if there is none.
func newCopies(w *corpus.Writer) *copies {
	if w == nil {
		return nil
	}
	return &copies{Writer: bufio.NewWriterSize(w, 64<<10)}
}

// write writes a record; before the first, the header of its file. The last one of
// a file may lack its newline, and grids of letters need an empty line between
// them. What is no text is written as a line.
func (c *copies) write(r *check.Record) error {
	text := r.Text
	if r.Form.Kind == formats.Npy {
		text = asLine(r)
	}
	if !c.begun {
		c.begun = true
		if _, err := c.Write(r.Form.RecordsHeader()); err != nil {
			return err
		}
	}
	_, err := c.Write(text)
	if err == nil && !bytes.HasSuffix(text, []byte("\n")) {
		_, err = c.Write([]byte("\n"))
	}
	if err == nil && (r.Form.Kind == formats.Letters16 || r.Form.Kind == formats.Grid) {
		_, err = c.Write([]byte("\n"))
	}
	return err
}

// asLine returns the puzzle of a record that is no text, or what it is for want of
// one.
func asLine(r *check.Record) []byte {
	var records formats.Records
	r.Form.Decode(&records, r.Text)
	if len(records.Cells) == 0 {
		return fmt.Appendf(nil, "# %s, record %d: %s\n", r.File, r.Record, r.Reason)
	}
	return []byte(formats.Format(records.Cells))
}
