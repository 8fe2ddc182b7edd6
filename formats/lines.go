package formats

import "bytes"

// BOMLen returns the length of the UTF-8 byte order mark at the beginning of
// prefix: 3, or 0 where there is none. Columns do not count it.
func BOMLen(prefix []byte) int {
	if bytes.HasPrefix(prefix, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// nextLine returns the first line of text without its newline, and the bytes
// that it takes together with the newline. ended is false where text ends
// before a newline does. text must not be empty.
func nextLine(text []byte) (line []byte, size int, ended bool) {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i], i + 1, true
	}
	return text, len(text), false
}

// countLines counts the lines of text; a last one without a newline counts.
func countLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// trimCR removes the one carriage return that may belong to the line's end. Any
// other one is part of the line.
func trimCR(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// trimBlanks removes the spaces and tabs at the end of line.
func trimBlanks(line []byte) []byte {
	for len(line) > 0 && isSpace(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' }

// isComment reports whether a line of the form Line is a comment: it begins with "#",
// "%" or "//", or is a fence of Markdown or the end of a file of DOS, as no cells do. It is checked before the line's length, so that even a
// very long comment is not a record.
func isComment(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	switch line[0] {
	case '#', '%':
		return true
	case '/':
		return len(line) > 1 && line[1] == '/'
	case '`', endOfDOS:
		return isFence(line)
	}
	return false
}

// endOfDOS is control-Z, with which old editors end a file.
const endOfDOS = 0x1a

// isFence reports whether a line begins or ends a block of code in Markdown, or ends a file.
func isFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("```")) || line[0] == endOfDOS && len(trimBlanks(trimCR(line))) == 1
}

// isBlank reports whether a line, as nextLine returns it, is blank.
func isBlank(line []byte, maxLine int) bool {
	if len(line) > 0 && line[0] > ' ' {
		return false // nearly every line
	}
	return textColumn(line, maxLine) == 0
}

// textColumn returns the column of the first byte of line that is not blank, or
// 0 if there is none. Of a line that is too long it looks only at the part that
// a reader keeps, and takes it for text in any case: the part that the reader
// may have dropped cannot be known to be blank.
func textColumn(line []byte, maxLine int) int {
	tooLong := len(line) > maxLine
	if tooLong {
		line = line[:maxLine]
	} else {
		line = trimCR(line)
	}
	for i, b := range line {
		if !isSpace(b) {
			return i + 1
		}
	}
	if tooLong {
		return maxLine + 1
	}
	return 0
}

// HasLines reports whether the text of a file that begins so may be made of lines:
// it is neither JSON nor XML nor an array of numpy's. Of those one line may be all
// of the file, so a reader must not shorten it.
func HasLines(prefix []byte) bool { return isLines(prefix[BOMLen(prefix):]) }

func isLines(text []byte) bool {
	if bytes.HasPrefix(text, []byte(npyMagic[:min(len(text), len(npyMagic))])) && len(text) > 0 {
		return false
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0:
		return true
	case text[0] == '[': // or a title, such as [Puzzle], [[puzzle]]
		after := bytes.TrimLeft(text[1:], " \t\r\n")
		if len(after) > 1 && after[0] == '[' && isLetter(after[1]) && !isNoValue(tokenOf(after[1:])) {
			return true
		}
		return len(after) > 0 && bytes.IndexByte([]byte(`[{"]0123456789-n`), after[0]) < 0
	}
	return text[0] != '{' && text[0] != '<'
}
