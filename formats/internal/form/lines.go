package form

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// MaxDetectLine is how much of a line counts for detection: more than the cells of any
// record of one line, and as much as a line of the other forms may have.
const MaxDetectLine = 4 << 10

// Lines walks over the lines of a file's beginning. A copy walks on by itself.
type Lines struct {
	Number int // of the last line, from 1

	text []byte
	eof  bool // nothing follows text
	left int  // bytes that may still be looked at
}

// NewLines returns a walk over text, of which no more than most bytes are looked at. Of a
// line longer than MaxDetectLine only the beginning counts.
func NewLines(text []byte, eof bool, most int) Lines { return Lines{text: text, eof: eof, left: most} }

// Next returns the next line, or the MaxDetectLine+1 bytes at the beginning of a longer
// one. Ended: more text would not change it. At the end of what may be looked at it
// returns nil; ok is false if a longer text may have another line, or more of this one.
func (l *Lines) Next() (line []byte, ended, ok bool) {
	if len(l.text) == 0 {
		return nil, false, l.eof || l.left <= 0
	}
	line, size, ended := syntax.NextLine(l.text)
	ended = ended || l.eof
	cost := size
	if len(line) > MaxDetectLine {
		line, cost, ended = line[:MaxDetectLine+1], MaxDetectLine, true
	}
	if !ended && len(line) < l.left {
		return nil, false, false
	}
	l.Number++
	l.text = l.text[size:]
	if cost > l.left {
		line, cost, ended = line[:min(len(line), l.left)], l.left, false
		l.text, l.eof = nil, false
	}
	l.left -= cost
	return line, ended, ended || l.left <= 0
}

// AtEnd reports whether all of the file was walked over.
func (l *Lines) AtEnd() bool { return len(l.text) == 0 && l.eof }

// IsBlankOrComment reports whether a line can be no record of a form of lines.
func IsBlankOrComment(line []byte) bool {
	return syntax.IsComment(line) || syntax.TextColumn(line, len(line)) == 0
}

// HasControl reports whether a line holds characters that are in no text.
func HasControl(line []byte) bool { return bytes.ContainsFunc(line, IsControl) }
