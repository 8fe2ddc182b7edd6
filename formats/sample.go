package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A sample is the beginning of a file, by which its form is decided: all of it,
// or DetectBytes.
type sample struct {
	text []byte // without a byte order mark
	all  bool   // the file has no more
	kind Kind   // that the user says; 0: none
	Hints

	tried  map[Kind]candidate // that were looked for
	shared *form.Sample       // of forms with a folder of their own
}

// A candidate is a form that a file may have.
type candidate struct {
	form Form
	// puzzles is how many whole ones are in the sample: the candidate with most
	// of them is right.
	puzzles int
	// sure says that every record of the sample has its puzzle in a column that is
	// named so, that nearly every record has all columns that the first line names and a
	// puzzle, or that most records have their solution in a column that is all there is: no
	// other form need be tried.
	sure bool
	// err is why the file cannot be read although it is of the form; it counts if
	// no candidate is better.
	err error
}

// beats reports whether a candidate is better than the best so far: if it has more
// puzzles or, where neither has any, says more of why.
func (c *candidate) beats(best *candidate) bool {
	if c.puzzles > 0 || best.puzzles > 0 {
		return c.puzzles > best.puzzles
	}
	return best.err == nil || form.ColumnCount(c.err) > form.ColumnCount(best.err)
}

// rescues reports whether a candidate can be read where another one, with as many
// puzzles or more, cannot.
func (c *candidate) rescues(other *candidate) bool {
	return c.puzzles > 0 && c.err == nil && other.err != nil
}

// once looks for a candidate of a kind, unless that was done before.
func (s *sample) once(kind Kind, detect func(*sample) candidate) candidate {
	c, known := s.tried[kind]
	if !known {
		if s.tried == nil {
			s.tried = map[Kind]candidate{}
		}
		c = detect(s)
		s.tried[kind] = c
	}
	return c
}

// lines returns the whole lines of the sample, without their ends. Where the
// sample is one unended line it is that.
func (s *sample) lines() [][]byte {
	text := s.text
	if !s.all {
		if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
			text = text[:i+1]
		}
	}
	var lines [][]byte
	for len(text) > 0 {
		line, size, _ := syntax.NextLine(text)
		lines = append(lines, syntax.TrimCR(line))
		text = text[size:]
	}
	return lines
}

// hasMembers reports whether the sample begins as a JSON object with a member does, or an
// array of them.
func (s *sample) hasMembers() bool {
	text := bytes.TrimLeft(s.text, " \t\r\n[")
	return bytes.HasPrefix(text, []byte("{")) && keyLength(bytes.TrimLeft(text[1:], " \t\r\n")) > 0
}

// hasOldLineEnds reports whether several lines end with carriage returns, and none
// with a newline.
func (s *sample) hasOldLineEnds() bool {
	return bytes.IndexByte(s.text, '\n') < 0 && form.IsLines(s.text) && bytes.Count(bytes.TrimRight(s.text, "\r"), []byte{'\r'}) > 0
}
