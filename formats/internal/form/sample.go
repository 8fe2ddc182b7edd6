package form

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// NpyMagic begins every file of numpy.
const NpyMagic = "\x93NUMPY"

// A Sample is the beginning of a file, by which its form is decided: all of it, or
// its first 64 KiB.
type Sample struct {
	Text []byte // without a byte order mark
	All  bool   // the file has no more
	Hints

	known map[string]Reading // by Once
}

// Once returns the reading that a function of that name gives, and calls it only once.
func (s *Sample) Once(name string, detect func(*Sample) Reading) Reading {
	r, known := s.known[name]
	if !known {
		if s.known == nil {
			s.known = map[string]Reading{}
		}
		r = detect(s)
		s.known[name] = r
	}
	return r
}

// Lines returns the whole lines of the sample, without their ends. Where the sample is
// one line that has no end it is that.
func (s *Sample) Lines() [][]byte {
	text := s.Text
	if !s.All {
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

// Read reads the sample with a layout, and calls next with each text of records and
// what it holds. Next must not keep the records.
func (s *Sample) Read(l Layout, next func(text []byte, records *Records)) {
	var records Records
	framer := l.NewFramer()
	for text := s.Text; ; {
		from, to := framer.Cut(text, s.All)
		records.Reset(l.Info().Order)
		l.Decode(&records, text[from:to])
		next(text[from:to], &records)
		if to == 0 || to == len(text) {
			return
		}
		text = text[to:]
	}
}

// Tally counts the well-formed and the malformed records of the sample.
func (s *Sample) Tally(l Layout) (puzzles, malformed int) {
	s.Read(l, func(_ []byte, records *Records) {
		puzzles += records.N - len(records.Faults)
		malformed += len(records.Faults)
	})
	return puzzles, malformed
}

// HasMembers reports whether the sample begins as a JSON object with a member does, or
// as an array of them.
func (s *Sample) HasMembers() bool {
	text := bytes.TrimLeft(s.Text, " \t\r\n[")
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	text = bytes.TrimLeft(text[1:], " \t\r\n")
	if !bytes.HasPrefix(text, []byte{'"'}) {
		return false
	}
	for at := 1; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return bytes.HasPrefix(bytes.TrimLeft(text[at+1:], " \t\r\n"), []byte{':'})
		}
	}
	return false
}

// IsLines reports whether text may be made of lines: it is neither JSON nor XML nor an
// array of numpy. Of those one line may be all of the file.
func IsLines(text []byte) bool {
	if bytes.HasPrefix(text, []byte(NpyMagic[:min(len(text), len(NpyMagic))])) && len(text) > 0 {
		return false
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0:
		return true
	case text[0] == '[': // or a title, such as [Puzzle], [[puzzle]]
		after := bytes.TrimLeft(text[1:], " \t\r\n")
		if len(after) > 1 && after[0] == '[' && syntax.IsLetter(after[1]) && !cells.IsNoValue(cells.TokenOf(after[1:])) {
			return true
		}
		return len(after) > 0 && bytes.IndexByte([]byte(`[{"]0123456789-n`), after[0]) < 0
	}
	return text[0] != '{' && text[0] != '<'
}

// IsXML reports whether text begins as XML does.
func IsXML(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte{'<'})
}

// MaxDetectLine is how much of a line counts for detection: more than the cells of any
// record of one line, and as much as a line of the other forms may have.
const MaxDetectLine = 4 << 10

// NextRecord returns the first line of text that is neither blank nor a comment, without
// its line end, and the text behind it; nil: there is none. Ended is false if text ends
// before that line does.
func NextRecord(text []byte) (line, rest []byte, ended bool) {
	for len(text) > 0 {
		line, size, ended := syntax.NextLine(text)
		text = text[size:]
		if !syntax.IsComment(line) && syntax.TextColumn(line, len(line)) > 0 {
			return syntax.TrimCR(line), text, ended
		}
	}
	return nil, nil, false
}

// HasControl reports whether a line holds characters that are in no text.
func HasControl(line []byte) bool { return bytes.ContainsFunc(line, IsControl) }

// IsControl reports whether a character is in no text. Invalid bytes may be.
func IsControl(r rune) bool { return r < ' ' && r != '\t' && r != '\r' }

// Wanted reports whether more is asked for than the puzzles, or said of them.
func (h *Hints) Wanted() bool { return h.Rows || h.Puzzle != "" || h.Solution != "" || h.Digits != "" }

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
