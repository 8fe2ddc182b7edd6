package grid

// This file reads a file that lists the clues of one puzzle, each with its row, column and digit: facts of a
// logic program, such as given(1,3,4), or rows of a table whose header names the three. A comment may name them.

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A clueList is the layout of such a file. Its only record is all of its text.
type clueList struct{ info form.Info }

// proposeClues proposes the list of clues that the whole sample is. The zero Proposal means that it is none.
func proposeClues(s *form.Sample) form.Proposal {
	clues, named := readClues(s.Text)
	if !s.All || clues == nil {
		return form.Proposal{}
	}
	grid, bad, reason := cells.PlaceClues(clues)
	if reason == "" && (!gridreader.IsSound(grid, 9) || cells.HasClash(grid, 9)) {
		reason = "digits clash or are too few: each clue must be a row, a column and a digit"
	}
	switch {
	case !named && reason != "": // any table
		return form.Proposal{}
	case !named:
		reason = "the columns have no names: write row,col,value above them"
	case reason == "":
		l := &clueList{form.NewInfo(9)}
		l.info.Notes = []string{"a list of clues with their rows and columns"}
		return form.Proposal{Layout: l}
	}
	return form.Proposal{Err: fmt.Errorf("a list of clues: clue %d, %d,%d,%d: %s", bad+1, clues[bad].Row, clues[bad].Column, clues[bad].Digit, reason)}
}

// readClues returns the clues that a text lists, or nil if it is no such list. named is false for a table
// without a header.
func readClues(text []byte) (clues []cells.Clue, named bool) {
	var begin []byte // of each fact; empty in a table; nil: the first line is to come
	fields := []int{0, 1, 2}
	for _, line := range (&form.Sample{Text: text, All: true}).Lines() {
		line, comment, _ := bytes.Cut(line, []byte{'%'})
		if line = bytes.TrimSpace(line); syntax.IsComment(line) {
			line, comment = nil, line
		}
		if header := fieldsIn(comment); header != nil && clues == nil {
			fields, named = header, true
		}
		if len(line) == 0 {
			continue
		}
		if begin == nil {
			begin = line[:bytes.IndexByte(line, '(')+1]
			if header := fieldsOf(line); header != nil {
				fields, named = header, true
				continue
			}
			named = named || len(begin) > 1
		}
		for fact := range bytes.SplitSeq(line, []byte(").")) {
			c, ok := newClue(splitValues(bytes.TrimPrefix(bytes.TrimSpace(fact), begin)), fields)
			switch {
			case ok:
				clues = append(clues, c)
			case len(fact) > 0:
				return nil, false
			}
		}
	}
	return clues, named
}

// splitValues returns the values of a clue.
func splitValues(line []byte) [][]byte {
	return bytes.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",; \t", r) })
}

// fieldsOf returns the fields of the row, the column and the digit below a header of three names, or nil.
func fieldsOf(header []byte) (fields []int) {
	names := splitValues(bytes.ToLower(header))
	for _, known := range [][]string{cells.RowNames, cells.ColumnNames, cells.DigitNames} {
		field := slices.IndexFunc(names, func(name []byte) bool { return cells.IsNamed(known, string(bytes.Trim(name, `"`))) })
		if field < 0 || len(names) != 3 {
			return nil
		}
		fields = append(fields, field)
	}
	return fields
}

// fieldsIn returns the fields that a comment names, as in "given(Column, Row, Digit)" or "col,row,value", or nil. X and
// Y name none: in logic programs X is often the row.
func fieldsIn(comment []byte) []int {
	names := bytes.Trim(bytes.ToLower(comment), "#%/ ")
	if _, arguments, found := bytes.Cut(names, []byte{'('}); found {
		names, _, _ = bytes.Cut(arguments, []byte{')'})
	}
	if bytes.IndexByte(names, 'c') < 0 {
		return nil
	}
	return fieldsOf(names)
}

// newClue returns the clue with three values in these fields, which pandas may have made decimals.
func newClue(values [][]byte, fields []int) (c cells.Clue, ok bool) {
	for i, number := range []*int{&c.Row, &c.Column, &c.Digit} {
		if len(values) != 3 {
			return c, false
		}
		n, err := strconv.Atoi(strings.TrimSuffix(string(bytes.Trim(values[fields[i]], `"`)), ".0"))
		if err != nil {
			return c, false
		}
		*number = n
	}
	return c, true
}

// Info implements [form.Layout].
func (l *clueList) Info() *form.Info { return &l.info }

// NewFramer implements [form.Layout].
func (*clueList) NewFramer() model.Framer { return wholeFramer{} }

// Decode implements [form.Layout].
func (l *clueList) Decode(dst *model.Records, text []byte) {
	clues, _ := readClues(text)
	grid, _, _ := cells.PlaceClues(clues)
	if dst.Lines = syntax.CountLines(text); grid != nil {
		dst.Cells, dst.N = append(dst.Cells, grid...), 1
	} else if len(text) > 0 {
		dst.Fault(model.SyntaxError{Line: 1, Column: 1, Err: model.ErrShort, Have: len(clues), Want: 81})
	}
}

// Spans implements [form.Layout].
func (*clueList) Spans(dst []model.Span, text []byte) []model.Span {
	if len(text) == 0 {
		return dst
	}
	return append(dst, model.Span{To: len(text), Line: 1})
}

// Fields implements [form.Layout].
func (*clueList) Fields(*model.Fields, []byte) {}

// A wholeFramer frames a file that is one record.
type wholeFramer struct{ form.LineFramer }

// Cut implements [model.Framer].
func (wholeFramer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	if eof {
		to = len(text)
	}
	return 0, to
}
