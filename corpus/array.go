package corpus

import "bytes"

// An arrayText turns lines with a JSON value each into the text of one JSON array.
type arrayText struct {
	text  []byte
	begun bool // the bracket was written
	ended bool // the last line is complete; a comma or the end follows
}

// next returns the text of the array for the next piece of the lines. It is valid until the next call.
func (a *arrayText) next(lines []byte) []byte {
	a.text = a.text[:0]
	for len(lines) > 0 {
		switch {
		case !a.begun:
			a.text = append(a.text, "[\n"...)
		case a.ended:
			a.text = append(a.text, ",\n"...)
		}
		var value []byte
		a.begun = true
		value, lines, a.ended = bytes.Cut(lines, []byte{'\n'})
		a.text = append(a.text, value...)
	}
	return a.text
}

// end returns the end of the array.
func (a *arrayText) end() []byte {
	if !a.begun {
		return []byte("[]\n")
	}
	return []byte("\n]\n")
}
