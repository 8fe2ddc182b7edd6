package pipeline

import (
	"bytes"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// maxJoined is how much text of a pipe or a compressed file is kept to join the columns in it. Plain files
// are read in place.
const maxJoined = 64 << 20

// join has the source read rows if the input is a JSON table whose columns are lists. It returns the form of
// the rows. For other inputs it returns the form as which they are read, or its error.
func (s *source) join(read bulk.Form, readErr error, hints model.Hints) (bulk.Form, error) {
	if readErr != nil {
		read = bulk.Form{}
	}
	if s.err != nil || s.cfg.From != 0 && s.cfg.From != bulk.JSON || !bulk.MayBeColumns(s.text, read) {
		return read, readErr
	}
	text, size := s.wholeText()
	if text == nil {
		return read, readErr
	}
	rows, err := bulk.JoinColumns(text, size)
	if rows == nil {
		if err == nil || knowsGrids(readErr) {
			err = readErr
		}
		return read, err
	}
	head := make([]byte, bulk.DetectBytes+1)
	n, err := io.ReadFull(rows, head)
	eof := err == io.EOF || err == io.ErrUnexpectedEOF //nolint:errorlint // as io.ReadFull has it
	if err != nil && !eof {
		return read, err
	}
	hints.Joined = true
	joined, err := bulk.DetectWith(head[:n], eof, bulk.JSON, hints)
	if err != nil || len(joined.Layout.Others) > 0 {
		return read, readErr
	}
	s.rows, s.in.hints, s.eof = rows, hints, eof
	s.text, s.unsent = append(s.text[:0], head[:n]...), int64(n)
	return joined, nil
}

// knowsGrids reports whether an error says what the grids of a file are, so that its lists are no columns.
func knowsGrids(err error) bool {
	_, isVariant := errors.AsType[*model.VariantError](err)
	_, isSize := errors.AsType[*model.SizeError](err)
	return isVariant || isSize
}

// wholeText returns the whole text of the input, or nil if it is too long to be kept. The source still reads it.
func (s *source) wholeText() (io.ReaderAt, int64) {
	if s.file != nil {
		if text, _, size := s.file.Rest(); text != nil {
			return text, size
		}
	}
	whole := bytes.Clone(s.text)
	if !s.eof {
		text := bytes.NewBuffer(append(make([]byte, 0, len(whole)+maxJoined+bytes.MinRead), whole...)) // the system gives memory as it is used
		_, err := io.CopyN(text, s.src, maxJoined)
		whole = text.Bytes()
		s.rows = bytes.NewReader(whole[len(s.text):])
		if err != io.EOF { //nolint:errorlint // only the bare value means a clean end
			s.rows = io.MultiReader(s.rows, s.src)
			return nil, 0
		}
	}
	return bytes.NewReader(whole), int64(len(whole))
}
