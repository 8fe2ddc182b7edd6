package formats

import "bytes"

// anyRow stands for the number of rows where that is not known, or does not matter.
const anyRow = -1

// afterLabel returns where the cells of a row begin behind its label, from itself if
// there is none. The label counts the rows: it is the number of the nth row, from 0
// or 1 on, or a letter, perhaps with "r" or "row" before it. A dash may be one, too. Nothing else is:
// what is a digit at the wrong place makes a row malformed.
func afterLabel(line []byte, from, nth int, separator byte) int {
	at := from
	for at < len(line) && between(line[at]) && line[at] != separator {
		at++
	}
	if separator != 0 && at < len(line) && line[at] == separator && nth <= 1 {
		return at + 1 // the corner of a table
	}
	if at+1 < len(line) && line[at] == '-' && line[at+1] == ' ' {
		return at + 1 // an element of YAML's
	}
	word := at
	for at < len(line) && isLetter(line[at]) {
		at++
	}
	switch name := bytes.ToLower(line[word:at]); {
	case len(name) == 1 && at < len(line) && !isDigit(line[at]):
		if nth != anyRow && int(name[0]-'a')+1 != nth {
			return from
		}
	case len(name) == 0 || string(name) == "r" || string(name) == "row":
		for at < len(line) && isSpace(line[at]) {
			at++
		}
		n, digits := 0, at
		for at < len(line) && isDigit(line[at]) && at < digits+2 {
			n = 10*n + int(line[at]-'0')
			at++
		}
		if at == digits || nth != anyRow && n != nth && n != nth-1 {
			return from
		}
	default:
		return from
	}
	if at == len(line) {
		return from
	}
	if b, _ := glyphAt(line[at:]); !between(b) {
		return from
	}
	for separator != 0 && at < len(line) && line[at] != separator {
		at++
	}
	return min(at+1, len(line))
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// counts reports whether the cells of a row are 0, 1, 2 and so on, or 1, 2, 3: then
// it may be the head of a grid, which counts the columns.
func (r *gridRow) counts(order int) bool {
	if r.count != order || r.bad > 0 {
		return false
	}
	first := r.cells[0]
	for i, cell := range r.cells[:order] {
		if int(cell) != int(first)+i {
			return false
		}
	}
	return first <= 1
}
