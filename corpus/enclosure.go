package corpus

import "bytes"

// An Enclosure is the text around and between the lines of an output that is one value.
type Enclosure struct {
	Begin, End string // before the first line, and after the last one
	Between    string // before each other line
	Empty      string // the output without lines
}

// An Encloser encloses the lines of an output that comes in pieces.
type Encloser struct {
	*Enclosure
	text  []byte
	begun bool // Begin was written
	ended bool // the last line is complete; Between or End follows
}

// Enclose returns the enclosed text for the next piece of the lines. It is valid until the next call.
func (e *Encloser) Enclose(lines []byte) []byte {
	e.text = e.text[:0]
	for len(lines) > 0 {
		switch {
		case !e.begun:
			e.text = append(e.text, e.Begin...)
		case e.ended:
			e.text = append(e.text, e.Between...)
		}
		var value []byte
		e.begun = true
		value, lines, e.ended = bytes.Cut(lines, []byte{'\n'})
		e.text = append(e.text, value...)
	}
	return e.text
}

// Rest returns the text after the lines.
func (e *Encloser) Rest() []byte {
	if !e.begun {
		return []byte(e.Empty)
	}
	return []byte(e.End)
}
