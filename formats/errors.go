package formats

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// What is read as a file of a kind that the user says, and begins as none does.
var (
	ErrNotNpy     = errors.New("not an array of numpy's: a .npy file begins with \\x93NUMPY")
	ErrNotParquet = errors.New("not a Parquet file, which begins with PAR1")
)

// ErrUTF16 is returned by [Detect] for text that is not UTF-8 but UTF-16.
var ErrUTF16 = errors.New("UTF-16 text: convert it to UTF-8, as with iconv -f UTF-16LE -t UTF-8 FILE")

// ErrUTF32 is returned by [Detect] for text with the byte order mark of UTF-32.
var ErrUTF32 = errors.New("UTF-32 text: convert it to UTF-8, as with iconv -f UTF-32 -t UTF-8 FILE")

// ErrCarriageReturns is returned by [Detect] for text whose lines end with carriage
// returns alone.
var ErrCarriageReturns = errors.New("its lines end with carriage returns alone: make newlines of them, as with tr '\\r' '\\n'")

// ErrNeedMore is returned by [Detect] if a longer prefix might show the form,
// or another one. It is never returned for a whole file, or for DetectBytes
// of lines up to 4 KiB.
var ErrNeedMore = errors.New("too little text to recognise the form")

// An UnknownFormError is returned by [Detect] if nothing in the file looks like
// a record of any form.
type UnknownFormError struct {
	// Line and Column are where the first record stops looking like cells.
	// Line is 0 if there is nothing but comments and blank lines.
	Line, Column int
	// Text is the beginning of the first record.
	Text string
}

func (e *UnknownFormError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("unknown form: no record in the first %d bytes (known forms: %s)",
			DetectBytes, listKinds(", "))
	}
	return fmt.Sprintf("unknown form: line %d, column %d: %s is not a record of a known form (%s)",
		e.Line, e.Column, strconv.QuoteToASCII(e.Text), listKinds(", "))
}

// An AmbiguousError is returned by [Detect] if the first record is malformed
// and what follows looks like several forms.
type AmbiguousError struct {
	// Line and Column are where the first record stops looking like cells.
	Line, Column int
	// Candidates are the forms that were met, two at least.
	Candidates []Form
}

func (e *AmbiguousError) Error() string {
	var names []string
	for _, f := range e.Candidates {
		names = append(names, f.String())
	}
	return fmt.Sprintf("uncertain form: the first record is malformed (line %d, column %d), and what follows looks like %s",
		e.Line, e.Column, strings.Join(names, " and like "))
}

// errBinary is returned by [Detect] for a file of nothing but comments, one of which
// holds what is in no text.
var errBinary = errors.New("binary data, not text: what begins like a comment holds control characters")

// ErrHashed is returned by [Detect] for a file of nothing but comments, one of which
// has a puzzle in it.
var ErrHashed = errors.New("there are puzzles, but only in comments, which begin with #: take that away, as with sed 's/^#//' FILE, or tr '#' . where # stands for a blank cell")
