package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// detectLine is how much of a line counts: more than the cells of any record that
// is one line, and as much as a line of the other forms may have.
const detectLine = 4 << 10

// A detector walks over the lines of a file's beginning.
type detector struct {
	text []byte // what is left
	eof  bool   // nothing follows text
	left int    // bytes that may still be looked at
	kind Kind   // 0 or Line
	line int    // lines that were taken from text
	// long is the first line that was passed over because it is too long; its
	// Line is 0 where there is none.
	long UnknownFormError

	first  []byte // the first record, after byFirst
	ended  bool   // its end is known
	hashed bool   // there is a puzzle in a comment
	binary bool   // a comment holds what is in no text
	// endMet: a line said that the input ends.
	endMet bool
}

// checkEncoding looks for UTF-16: its byte order mark, which that of UTF-32 may begin
// with, or a NUL in every second byte. It takes the byte order mark of UTF-8 away.
func (d *detector) checkEncoding() error {
	const enough = 16
	if !d.eof && len(d.text) < enough {
		return ErrNeedMore
	}
	if bytes.HasPrefix(d.text, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(d.text, []byte("\x00\x00\xfe\xff")) {
		return ErrUTF32
	}
	if bytes.HasPrefix(d.text, []byte("\xff\xfe")) || bytes.HasPrefix(d.text, []byte("\xfe\xff")) {
		return ErrUTF16
	}
	head := d.text[:min(len(d.text), enough)&^1]
	var nul [2]int // at even and at odd places
	for i, b := range head {
		if b == 0 {
			nul[i&1]++
		}
	}
	if half := len(head) / 2; half > 0 && (nul == [2]int{half, 0} || nul == [2]int{0, half}) {
		return ErrUTF16
	}
	d.text = d.text[BOMLen(d.text):]
	return nil
}

// next returns the next line that is neither blank nor a comment, and whether
// its end is known; of a long line, the beginning. A long line without cells is
// malformed in every form, so it decides nothing and is skipped. At the end of
// what there is to look at it returns nil, or ErrNeedMore if a longer prefix may
// hold another line or a longer one.
func (d *detector) next() (line []byte, ended bool, err error) {
	for len(d.text) > 0 {
		line, ended := d.take()
		if !ended && d.left > 0 {
			return nil, false, ErrNeedMore
		}
		if syntax.IsComment(line) || syntax.TextColumn(line, len(line)) == 0 {
			d.hashed = d.hashed || d.first == nil && hasPuzzle(line)
			d.binary = d.binary || d.first == nil && syntax.IsComment(line) && line[0] != syntax.EndOfDOS && bytes.ContainsFunc(line, form.IsControl)
			continue
		}
		if len(line) <= detectLine || isBounded(line, true, cells.Cells9, 81) || isBounded(line, true, cells.Cells16, 256) {
			return syntax.TrimCR(line), ended, nil
		}
		if d.long.Line == 0 {
			d.long = *unknownAt(d.line, line)
		}
		if bytes.ContainsFunc(line, form.IsControl) {
			return nil, false, &d.long // no text: its end may be far
		}
	}
	if !d.eof && d.left > 0 {
		return nil, false, ErrNeedMore
	}
	return nil, false, nil
}

// hasPuzzle reports whether a word of a comment is a puzzle of order 9.
func hasPuzzle(comment []byte) bool {
	for word := range bytes.FieldsFuncSeq(comment, func(r rune) bool { return r <= ' ' || r == '#' }) {
		if len(word) == 81 && cells.Cells9.Run(word, 81) == 81 {
			return true
		}
	}
	return false
}

// holdsHashed reports whether a sample of nothing but comments has puzzles in them, or
// around what was taken for comments.
func (s *sample) holdsHashed() bool {
	if !s.all || bytes.IndexByte(s.text, '#') < 0 {
		return false
	}
	var stripped []byte
	for _, line := range s.lines() {
		stripped = append(append(stripped, bytes.TrimLeft(line, "# \t")...), '\n')
	}
	for _, text := range [][]byte{stripped, bytes.ReplaceAll(s.text, []byte{'#'}, cells.Dot)} {
		if first, _, err := (&detector{text: text, eof: true, left: DetectBytes}).next(); first == nil || err != nil {
			continue // comments of other sorts
		}
		if form, err := Detect(text, true, 0); err == nil && (&sample{text: text, all: true}).countPuzzles(form) > 0 {
			return true
		}
	}
	return false
}

// take takes the next line, as much of it as counts. Ended says that more of it
// would make no difference. If it is not, but may be longer in a longer prefix,
// it is left. Where no more may be looked at, the rest of the text is taken away.
func (d *detector) take() (line []byte, ended bool) {
	line, size, ended := syntax.NextLine(d.text)
	ended = ended || d.eof
	cost := size
	if len(line) > detectLine {
		line, cost, ended = line[:detectLine+1], detectLine, true
	}
	if !ended && len(line) < d.left {
		return line, false
	}
	d.line++
	d.text = d.text[size:]
	if cost > d.left {
		line, cost, ended = line[:min(len(line), d.left)], d.left, false
		d.text, d.eof = nil, false
	}
	d.left -= cost
	return line, ended
}

// unknownAt is the error for a first record that is of no form.
func unknownAt(at int, first []byte) *UnknownFormError {
	column := 1 + max(cells.Cells9.Run(first, 81), cells.Cells16.Run(first, 256))
	return &UnknownFormError{Line: at, Column: column, Text: string(first[:min(len(first), 32)])}
}
