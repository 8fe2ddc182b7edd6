package bulk

// This file recognises text that cannot be read: its encoding, its line ends, comments alone, or damaged
// grids alone.

import (
	"bytes"
	"errors"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// checkEncoding returns text without its UTF-8 byte order mark. It fails for UTF-32, and
// for UTF-16, which without a mark shows as NULs in every other byte.
func checkEncoding(text []byte, eof bool) ([]byte, error) {
	const enough = 16
	switch {
	case !eof && len(text) < enough:
		return nil, ErrNeedMore
	case bytes.HasPrefix(text, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(text, []byte("\x00\x00\xfe\xff")):
		return nil, errUTF32
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return nil, errUTF16
	}
	head := text[:min(len(text), enough)&^1]
	var nul [2]int // at even and at odd offsets
	for i, b := range head {
		if b == 0 {
			nul[i&1]++
		}
	}
	if half := len(head) / 2; half > 0 && (nul == [2]int{half, 0} || nul == [2]int{0, half}) {
		return nil, errUTF16
	}
	return text[BOMLen(text):], nil
}

// isCut reports whether a sample that begins with a bracket lacks a closing one. Lists of
// rows that are cut off must not be skipped.
func isCut(s *form.Sample) bool {
	return s.All && !form.IsLines(s.Text) && bytes.Count(s.Text, []byte{'['}) != bytes.Count(s.Text, []byte{']'})
}

// hasOldLineEnds reports whether lines end with a carriage return alone.
func hasOldLineEnds(s *form.Sample) bool {
	return bytes.IndexByte(s.Text, '\n') < 0 && form.IsLines(s.Text) && bytes.IndexByte(bytes.TrimRight(s.Text, "\r"), '\r') >= 0
}

// isBinary reports whether text begins with control characters: in its comments if it has
// no records, or in its first record, unless the user chose the kind or it is a numpy array.
func isBinary(text []byte, kind Kind) bool {
	first, _, _ := form.NextRecord(text)
	switch {
	case first == nil:
		return form.HasControl(text)
	case kind != 0 || bytes.HasPrefix(text, []byte(form.NpyMagic)):
		return false
	}
	return form.HasControl(first[:min(len(first), form.MaxDetectLine)])
}

// holdsHashed reports whether a sample that is all comments has puzzles in them, or uses
// "#" for blanks.
func holdsHashed(s *form.Sample) bool {
	if bytes.IndexByte(s.Text, '#') < 0 {
		return false
	}
	var stripped []byte
	for _, line := range s.Lines() {
		stripped = append(append(stripped, bytes.TrimLeft(line, "# \t")...), '\n')
	}
	for _, text := range [][]byte{stripped, bytes.ReplaceAll(s.Text, []byte{'#'}, cells.Dot)} {
		if first, _, _ := form.NextRecord(text); first == nil {
			continue // comments of other sorts
		}
		found, err := Detect(text, true, 0)
		if err != nil {
			continue
		}
		if puzzles, _ := (&form.Sample{Text: text, All: true}).Tally(found.file()); puzzles > 0 {
			return true
		}
	}
	return false
}

// unknownAt returns the error for a first record that matches no form.
func unknownAt(at int, first []byte) *unknownFormError {
	if first == nil {
		return &unknownFormError{}
	}
	column := 1 + max(cells.TableOf(9).Run(first, 81), cells.TableOf(16).Run(first, 256))
	return &unknownFormError{Line: at, Column: column, Text: string(first[:min(len(first), 32)]), Cells: gridreader.NearlyCells(first)}
}

// damaged returns the fault of the only grid of a file, or nil.
func damaged(all []reading.Reading) error {
	for i := range all {
		if fault := (*model.SyntaxError)(nil); errors.As(all[i].Err, &fault) {
			return all[i].Err
		}
	}
	return nil
}

// nothing returns the form, or the error, of a file in which no puzzle was found.
func (d *detector) nothing(all []reading.Reading) (Form, error) {
	s := &d.sample
	if found, ok := d.headerAlone(); ok {
		return found, nil
	}
	err, damaged, named := reasonOf(all), damaged(all), s.Puzzle+s.Solution != ""
	empty := d.kind != 0 && s.All && len(bytes.TrimSpace(s.Text)) == 0
	switch {
	case d.isListed() && !named, empty && err == nil && damaged == nil:
		return d.kind.Form(s.UsualOrder(forms[d.kind].Spec()))
	case err != nil:
		return Form{}, err
	case d.kind == 0 && s.HasMembers() && (!s.All || json.IsValid(s.Text)):
		return Form{}, errNoGrids
	case damaged != nil:
		return Form{}, damaged
	case d.kind == 0 && (d.first != nil || form.IsLines(s.Text)):
		return Form{}, unknownAt(d.at, d.first)
	case d.kind == 0:
		return Form{}, unknownAt(1, s.Text[:min(len(s.Text), form.MaxDetectLine)])
	case forms[d.kind].Spec().Foreign != nil && !s.Typed:
		return Form{}, forms[d.kind].Spec().Foreign
	}
	record, _, _ := syntax.NextLine(append(slices.Clip(bytes.TrimLeft(s.Text, " \t\r\n")), '\n'))
	return Form{}, &unknownFormError{Line: 1, Column: 1, Text: string(record[:min(len(record), 32)])}
}

// reasonOf returns the error of the readings that says most, or nil.
func reasonOf(all []reading.Reading) (err error) {
	for _, r := range all {
		if r.Err != nil && (err == nil || form.ColumnCount(r.Err) > form.ColumnCount(err)) {
			err = r.Err
		}
	}
	return err
}

// headerAlone returns the form of a file that has the text before records, and no records.
func (d *detector) headerAlone() (Form, bool) {
	for _, kind := range Kinds() {
		if header := forms[kind].Spec().HeaderAlone; header != nil && (d.kind == 0 || d.kind == kind) {
			if p := header(&d.sample); p.Layout != nil {
				return formOf(kind, p.Layout), true
			}
		}
	}
	return Form{}, false
}

// sizeInstead returns the error for a file that cannot be read with the sizes that the user named: if it has
// another size, an error that says so, else err.
func sizeInstead(prefix []byte, eof bool, kind Kind, hints model.Hints, err error) error {
	named := hints.Sizes
	hints.Sizes = nil
	found, otherErr := detectColumns(prefix, eof, kind, hints)
	size, ok := errors.AsType[*model.SizeError](otherErr)
	switch {
	case errors.Is(otherErr, ErrNeedMore):
		return otherErr
	case otherErr == nil:
		size, ok = &model.SizeError{Size: found.Order}, true
	}
	if ok && !slices.Contains(named, size.Size) {
		return size
	}
	return err
}
