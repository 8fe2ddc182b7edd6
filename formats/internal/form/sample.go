package form

// This file holds the input of detection: the sample and the user's hints.

import (
	"bytes"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// NpyMagic begins every numpy file.
const NpyMagic = "\x93NUMPY"

// A Sample is the beginning of a file, by which its form is detected: its first 64 KiB, or
// all of it.
type Sample struct {
	Text []byte // without a byte order mark
	All  bool   // Text is the whole file
	Full bool   // no more text can be read, or would count
	model.Hints
}

// OrdersOf returns the orders of the sample that a form can hold.
func (s *Sample) OrdersOf(spec *Spec) []int {
	return slices.DeleteFunc(slices.Clone(s.Orders()), func(order int) bool { return !slices.Contains(spec.Orders, order) })
}

// UsualOrder returns the order of a file without puzzles: 9 if it is possible.
func UsualOrder(h *model.Hints) int {
	if slices.Contains(h.Orders(), 9) {
		return 9
	}
	return h.Orders()[0]
}

// UsualOrder is the function of that name for a form.
func (s *Sample) UsualOrder(spec *Spec) int {
	if order := UsualOrder(&s.Hints); slices.Contains(spec.Orders, order) {
		return order
	}
	return spec.Orders[0]
}

// None proposes nothing.
func None(func(Proposal) bool) {}

// One proposes one way.
func One(p Proposal) iter.Seq[Proposal] { return func(yield func(Proposal) bool) { yield(p) } }

// EachLine calls do with each whole line of the sample without its end, the place of the line with
// its end, and its number. If the sample is one line without an end, it is this line.
func (s *Sample) EachLine(do func(line []byte, from, to, number int)) {
	for at, number := 0, 1; at < len(s.Text); number++ {
		line, size, ended := syntax.NextLine(s.Text[at:])
		if !ended && !s.All && at > 0 {
			return
		}
		do(syntax.TrimCR(line), at, at+size, number)
		at += size
	}
}

// Lines returns the lines of EachLine.
func (s *Sample) Lines() (lines [][]byte) {
	s.EachLine(func(line []byte, _, _, _ int) { lines = append(lines, line) })
	return lines
}

// Read decodes the sample with a layout, and calls next with each text of records, the text
// of no record before it, and the decoded records. next must not keep the records. If framers
// decode, solutions are malformed. Read returns the fault of the file as a whole, if the sample
// is all of it.
func (s *Sample) Read(l Layout, next func(outside, text []byte, records *model.Records)) *model.SyntaxError {
	var records model.Records
	framer := l.NewFramer()
	if d, ok := l.(Decoder); ok {
		framer = d.NewDecoder(FailSolutions)
	}
	for text := s.Text; ; {
		from, to := framer.Cut(&records, text, s.All)
		if !records.Decoded {
			records.Reset(l.Info().Order)
			l.Decode(&records, text[from:to])
		}
		next(text[:from], text[from:to], &records)
		if to == 0 || to == len(text) {
			break
		}
		text = text[to:]
	}
	if s.All {
		return framer.Finish()
	}
	return nil
}

// Tally counts the well-formed and the malformed records of the sample.
func (s *Sample) Tally(l Layout) (puzzles, malformed int) {
	_ = s.Read(l, func(_, _ []byte, records *model.Records) {
		puzzles += records.N - len(records.Faults)
		malformed += len(records.Faults)
	})
	return puzzles, malformed
}

// HasMembers reports whether the sample begins like a JSON object with a member, or an
// array of such objects.
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

// IsLines reports whether text may be made of lines: it is not JSON, XML or a numpy array.
// One line of these may be the whole file. Comments may stand before an object in a line.
func IsLines(text []byte) bool {
	if bytes.HasPrefix(text, []byte(NpyMagic[:min(len(text), len(NpyMagic))])) && len(text) > 0 {
		return false
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0:
		return true
	case syntax.IsComment(text):
		first, _, ended := NextRecord(text)
		return !ended || !bytes.HasPrefix(first, []byte(`{"`)) || !bytes.HasSuffix(first, []byte{'}'})
	case text[0] == '[': // or a title, such as [Puzzle], [[puzzle]]
		after := bytes.TrimLeft(text[1:], " \t\r\n")
		if bytes.HasPrefix(bytes.TrimLeft(after, "["), []byte{'\''}) {
			return true // characters of a program
		}
		if len(after) > 1 && after[0] == '[' && syntax.IsLetter(after[1]) && !cells.IsNoValue(cells.TokenOf(after[1:])) {
			return true
		}
		return len(after) > 0 && bytes.IndexByte([]byte(`[{"]0123456789-n`), after[0]) < 0
	}
	return text[0] != '{' && text[0] != '<'
}

// IsXML reports whether text begins like XML.
func IsXML(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte{'<'})
}

// MaxDetectLine is the number of bytes of a line that count for detection. It is more than
// the cells of any record in one line, and as much as a line of the other forms may have.
const MaxDetectLine = 4 << 10

// NextRecord returns the first line of text that is neither blank nor a comment, without
// its line end, and the text after it. line is nil if there is none. ended is false if text
// ends before the line does.
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

// HasControl reports whether text holds control characters that no text has. Line ends and
// tabs are no such characters, nor are form feed, escape and the end of file of DOS.
func HasControl(text []byte) bool {
	const inText = 1<<'\t' | 1<<'\n' | 1<<'\v' | 1<<'\f' | 1<<'\r' | 1<<syntax.EndOfDOS | 1<<0x1b
	return slices.ContainsFunc(text, func(b byte) bool { return b < ' ' && inText>>b&1 == 0 })
}
