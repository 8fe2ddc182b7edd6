package bulk

// This file holds the errors of detection, and recognises files that are known to hold no
// puzzles.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// errUTF16 is returned by [Detect] for UTF-16 text.
var errUTF16 = errors.New("UTF-16 text: convert it to UTF-8, for example with iconv -f UTF-16LE -t UTF-8 FILE")

// errUTF32 is returned by [Detect] for text with the byte order mark of UTF-32.
var errUTF32 = errors.New("UTF-32 text: convert it to UTF-8, for example with iconv -f UTF-32 -t UTF-8 FILE")

// errCarriageReturns is returned by [Detect] if lines end with a carriage return alone.
var errCarriageReturns = errors.New("lines end with carriage returns alone: replace these by newlines, for example with tr '\\r' '\\n'")

// ErrNeedMore is returned by [Detect] if a longer prefix may change the result. It is never
// returned for a whole file, nor for DetectBytes of text with lines up to 4 KiB.
var ErrNeedMore = errors.New("too little text to recognise the form")

// ErrClose is wrapped by the error of [Detect] for a file that two forms explain about
// equally well, with different puzzles.
var ErrClose = errors.New("two forms read it about equally well, but find different puzzles")

// A closeError names the two forms.
type closeError struct{ best, rival *reading.Reading }

func (e *closeError) Error() string {
	return fmt.Sprintf("%v: %v %d, %v %d", ErrClose, Kind(e.best.Kind), e.best.Counts[reading.Record], Kind(e.rival.Kind), e.rival.Counts[reading.Record])
}

func (*closeError) Unwrap() error { return ErrClose }

// An unknownFormError is returned by [Detect] if nothing in the file looks like a record.
type unknownFormError struct {
	// Line and Column are where the first record stops looking like cells. Line is 0 if the
	// file holds only comments and blank lines.
	Line, Column int
	// Text is the beginning of the first record.
	Text string
	// Cells is the number of its cells if this is nearly 81, or 0.
	Cells int
}

func (e *unknownFormError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("unknown form: no record in the first %d bytes (known forms: %s)",
			DetectBytes, listKinds())
	}
	if e.Cells > 0 {
		return fmt.Sprintf("unknown form: line %d, column %d: %s has %d cells, want 81", e.Line, e.Column, strconv.QuoteToASCII(e.Text), e.Cells)
	}
	return fmt.Sprintf("unknown form: line %d, column %d: %s is not a record of a known form (%s)",
		e.Line, e.Column, strconv.QuoteToASCII(e.Text), listKinds())
}

// Reason says the fault for people who know nothing of forms.
func (e *unknownFormError) Reason() string {
	if e.Cells > 0 {
		return fmt.Sprintf("%d of 81 cells", e.Cells)
	}
	return "there is no puzzle in it"
}

// errBinary is returned by [Detect] for a file that begins with control characters. If only
// grids inside lines of other text are found, it is returned for those in any line.
var errBinary = errors.New("binary data, or a damaged file: it holds control characters: get the file again, or delete them with tr -d '\\000-\\010\\016-\\031\\034-\\037'")

// errHashed is returned by [Detect] for a file of comments that hold puzzles.
var errHashed = errors.New("found puzzles only in comments, which begin with #: remove the #, for example with sed 's/^#//' FILE, or with tr '#' . if # is a blank")

// Errors for files that hold no puzzles, or hold them where they cannot be read.
var (
	errNoGrids  = errors.New("JSON without a puzzle: found no text or list of 81 or 256 cells, and no list of 17 or more objects with row, column and value")
	errARC      = errors.New("a task of ARC, not a Sudoku file")
	errSamurai  = errors.New("rows of 15, 18 or 21 cells, as in a samurai or other overlapping grids, or in grids side by side: give each grid alone")
	errPlaces   = errors.New("found lists of cells by row and column, as of the regions of a jigsaw or the cages of a killer Sudoku, whose puzzles do not follow the usual rules: give the grid alone if it is no such puzzle")
	errCNF      = errors.New("DIMACS CNF, clauses for a SAT solver: give the puzzle alone")
	errNotebook = errors.New("a Jupyter notebook: give the puzzle alone")
	errBatch    = errors.New("the answers of a batch, without puzzles: take the answers with jq -r '.response.body.choices[0].message.content' FILE")
)

// hasWideRows reports whether three lines in a row are rows of overlapping or adjacent grids: 15, 18 or
// 21 cells or gaps, apart, in boxes, or in whole rows.
func hasWideRows(lines [][]byte) bool {
	run, last := 0, 0
	for _, line := range lines {
		if cells.IsRule(line) || len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		tokens := bytes.FieldsFunc(line, func(r rune) bool { return bytes.ContainsRune([]byte(" |,;\t"), r) })
		wide, size := len(bytes.Join(tokens, nil)), 0
		for _, token := range tokens {
			if size = len(token); size != len(tokens[0]) || len(bytes.Trim(token, "0123456789._-*#~xX")) > 0 {
				wide = 0
			}
		}
		boxed := size == 3 && bytes.IndexByte(line, '|') >= 0
		if run++; wide != last {
			run, last = 1, wide
		}
		if run == 3 && (wide == 15 || wide == 18 || wide == 21) && (size == 1 || boxed || size%9 == 0 || size == wide) {
			return true
		}
	}
	return false
}

// listsPlaces reports whether a line lists the places of a cage, as in "Killer: ((0,1), (0,2)): 9", or lines of places
// have as many as a grid has cells: (0,1), two or more a line, or "0,1" as an item in YAML.
func listsPlaces(lines [][]byte) bool {
	all := 0
	for _, line := range lines {
		name, cage, _ := bytes.Cut(bytes.ToLower(line), []byte{':'})
		if slices.Contains([]string{"killer", "cage", "cages"}, string(bytes.TrimSpace(name))) && bytes.IndexByte(cage, '(') >= 0 {
			return true
		}
		item, marked := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("- "))
		numbers := bytes.FieldsFunc(item, func(r rune) bool { return r < '0' || r > '9' })
		places := bytes.Count(item, []byte{'('}) + (bytes.Count(item, []byte{'"'})+bytes.Count(item, []byte{'\''}))/2
		if (marked || places > 1) && len(numbers) == 2*places && len(bytes.Trim(item, "(),;'\" \t0123456789")) == 0 {
			all += places
		}
	}
	return geometry.OfCells(all).Known()
}

// notPuzzles returns an error for well-known text that holds no puzzles although its
// numbers may look like grids, or nil.
func notPuzzles(s *form.Sample) error {
	switch lines := s.Lines(); {
	case isCNF(lines):
		return errCNF
	case form.IsLines(s.Text) && hasWideRows(lines):
		return errSamurai
	case form.IsLines(s.Text) && listsPlaces(lines):
		return errPlaces
	}
	line, _, _ := bytes.Cut(s.Text, []byte{'\n'})
	label, vector, labelled := bytes.Cut(line, []byte(": "))
	if n := syntax.Integers(syntax.TrimCR(vector)); labelled && n > 256 && n != 25*25 && len(bytes.Fields(label)) == 1 {
		return fmt.Errorf("%d numbers after a label on a line: no puzzle has so many cells", n)
	}
	start := bytes.Join(bytes.Fields(s.Text[:min(len(s.Text), 512)]), nil)
	switch {
	case bytes.HasPrefix(start, []byte(`{"train":[{"input":[[`)), bytes.HasPrefix(start, []byte(`{"test":[{"input":[[`)):
		return errARC
	case s.HasMembers() && bytes.Contains(start, []byte(`{"cell_type":"`)):
		return errNotebook
	case s.HasMembers() && bytes.Contains(start, []byte(`"response":{"status_code":`)):
		return errBatch
	}
	return nil
}

// isCNF reports whether lines are the clauses of a formula in DIMACS form. Their first line
// may be missing: then several clauses, one of them with a negative number, are enough.
func isCNF(lines [][]byte) bool {
	clauses, negative := 0, false
	for _, line := range lines {
		switch line = bytes.TrimSpace(line); {
		case bytes.HasPrefix(line, []byte("p cnf ")):
			return true
		case len(line) == 0 || line[0] == 'c':
		case !bytes.HasSuffix(line, []byte(" 0")) || syntax.Integers(line) == 0:
			return clauses > 2 && negative
		default:
			clauses++
			negative = negative || bytes.IndexByte(line, '-') >= 0
		}
	}
	return clauses > 2 && negative
}
