package formats

import "strconv"

import "bytes"

// A sample is the beginning of a file, by which its form is decided: all of it,
// or DetectBytes.
type sample struct {
	text []byte // without a byte order mark
	all  bool   // the file has no more
	kind Kind   // that the user says; 0: none
	Hints

	tried map[Kind]candidate // that were looked for
}

// Hints are what a user says of a file beside its kind. The zero value says
// nothing.
type Hints struct {
	// Puzzle and Solution are columns: the name of one, or its number from 1.
	Puzzle, Solution string
	// Loose says that a file need not have these columns: if it does not, they are found
	// as ever.
	Loose bool
	// Digits is one of [Digits].
	Digits string
	// Rows asks for all that records hold beside the puzzle, also of list forms.
	Rows bool
	// More asks for that of a list only if something is behind its first puzzle, so that
	// one line of others is enough to know the form.
	More bool
	// Typed says that the text is that of a Parquet file.
	Typed bool
}

// Beside are the hints for another corpus whose puzzles are looked at: the column counts
// where that has one of the name.
func (h Hints) Beside() Hints {
	if _, err := strconv.Atoi(h.Puzzle); err == nil {
		h.Puzzle = ""
	}
	return Hints{Puzzle: h.Puzzle, Digits: h.Digits, Loose: true}
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
	return best.err == nil || columnCount(c.err) > columnCount(best.err)
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
		line, size, _ := nextLine(text)
		lines = append(lines, trimCR(line))
		text = text[size:]
	}
	return lines
}

// isCellByte reports whether a byte may stand for a cell in some alphabet.
func isCellByte(b byte) bool { return cellBytes[b] }

var cellBytes = newCellBytes()

func newCellBytes() (table [256]bool) {
	for i := range table {
		b := byte(i)
		table[b] = b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'p' || bytes.IndexByte([]byte(blanks), b) >= 0
	}
	return table
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
	return bytes.IndexByte(s.text, '\n') < 0 && isLines(s.text) && bytes.Count(bytes.TrimRight(s.text, "\r"), []byte{'\r'}) > 0
}
