// Package syntax reads lines of text.
package syntax

// This file splits text into lines, and classifies them.

import (
	"bytes"
	"strconv"
)

// IsLetter reports whether a byte is an ASCII letter.
func IsLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// IsDigit reports whether a byte is a decimal digit.
func IsDigit(b byte) bool { return b >= '0' && b <= '9' }

// BoundLen returns the length of the bound at the beginning of text, or 0 if there is none.
// A bound is the text that may follow the cells on their line. It may be a no-break space,
// as in text from web pages.
func BoundLen(text []byte) int {
	switch text[0] {
	case ' ', '\t', ',', ';', '#':
		return 1
	case 0xc2:
		if len(text) > 1 && text[1] == 0xa0 {
			return 2
		}
	}
	return 0
}

// BOMLen returns the length of the UTF-8 byte order mark at the beginning of prefix: 3, or
// 0 if there is none. Columns do not count the mark.
func BOMLen(prefix []byte) int {
	if bytes.HasPrefix(prefix, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return 0
}

// NextLine returns the first line of text without its newline, and its length including the
// newline. ended is false if text ends before a newline. text must not be empty.
func NextLine(text []byte) (line []byte, size int, ended bool) {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i], i + 1, true
	}
	return text, len(text), false
}

// CountLines counts the lines of text. A last line without a newline counts.
func CountLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// PlaceAfter returns the line and the column after a text that begins at a line and a column.
func PlaceAfter(text []byte, line, column int) (int, int) {
	newlines := bytes.Count(text, []byte{'\n'})
	if newlines == 0 { // faster than a search for the last newline
		return line, column + len(text)
	}
	return line + newlines, len(text) - bytes.LastIndexByte(text, '\n')
}

// TrimCR removes the single carriage return that may be part of the line's end. Any other
// carriage return is part of the line.
func TrimCR(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// TrimBlanks removes the spaces and tabs at the end of line.
func TrimBlanks(line []byte) []byte {
	for len(line) > 0 && IsSpace(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}

// IsSpace reports whether a byte is a space or a tab.
func IsSpace(b byte) bool { return b == ' ' || b == '\t' }

// IsComment reports whether a line of the form Line is a comment. It begins with "#", "%"
// or "//", or is a Markdown fence or a DOS end of file. Callers check this before the
// line's length, so even a very long comment is not a record.
func IsComment(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	switch line[0] {
	case '#', '%':
		return true
	case '/':
		return len(line) > 1 && line[1] == '/'
	case '`', EndOfDOS:
		return IsFence(line)
	}
	return false
}

// EndOfDOS is control-Z, with which old editors end a file.
const EndOfDOS = 0x1a

// IsFence reports whether a line begins or ends a block of code in Markdown, or is a DOS
// end of file.
func IsFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("```")) || line[0] == EndOfDOS && len(TrimBlanks(TrimCR(line))) == 1
}

// IsBlank reports whether a line from NextLine is blank.
func IsBlank(line []byte, maxLine int) bool {
	if len(line) > 0 && line[0] > ' ' {
		return false // nearly all lines
	}
	return TextColumn(line, maxLine) == 0
}

// TextColumn returns the column of the first byte of line that is not blank, or 0 if there
// is none. If the line is too long, it looks only at the part that readers keep, and never
// returns 0, because the dropped part may hold text.
func TextColumn(line []byte, maxLine int) int {
	tooLong := len(line) > maxLine
	if tooLong {
		line = line[:maxLine]
	} else {
		line = TrimCR(line)
	}
	for i, b := range line {
		if !IsSpace(b) {
			return i + 1
		}
	}
	if tooLong {
		return maxLine + 1
	}
	return 0
}

// IsEnd reports whether a line, without its line end, ends the input. There may be blanks
// around the word.
func IsEnd(line []byte) bool {
	return len(line) > 0 && (line[0] == 'e' || IsSpace(line[0])) && string(bytes.Trim(line, " \t")) == "end"
}

// FirstText returns the line and column, from 1, of the first byte of text that is not part
// of a blank line or, if there may be some, of a comment. ok is false if there is none.
func FirstText(text []byte, maxLine int, comments bool) (line, column int, ok bool) {
	for line = 1; len(text) > 0; line++ {
		this, size, _ := NextLine(text)
		text = text[size:]
		if comments && IsComment(this) {
			continue
		}
		if column = TextColumn(this, maxLine); column > 0 {
			return line, column, true
		}
	}
	return 0, 0, false
}

// Integers returns the number of integers in a line of integers and blanks, or 0 for any
// other line.
func Integers(line []byte) int {
	n := 0
	for i, b := range line {
		inside := i > 0 && !IsSpace(line[i-1])
		switch {
		case IsSpace(b):
			if inside && line[i-1] == '-' {
				return 0
			}
		case b == '-' && !inside || b >= '0' && b <= '9':
			if !inside {
				n++
			}
		default:
			return 0
		}
	}
	if len(line) > 0 && line[len(line)-1] == '-' {
		return 0
	}
	return n
}

// LevelsToLines is a command that writes the elements of several arrays, one per line, with
// the name of their array as a column.
const LevelsToLines = "jq -c 'to_entries[]|{difficulty:.key}+(.value[]?|objects//{puzzle:.})' FILE"

// AppendCount appends n between two texts.
func AppendCount(dst []byte, before string, n int, after string) []byte {
	dst = append(dst, before...)
	dst = strconv.AppendInt(dst, int64(n), 10)
	return append(dst, after...)
}
