package line

// This file locates and counts lines.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Spans appends the places of the records.
func (*layout) Spans(dst []model.Span, text []byte) []model.Span {
	at := 0
	for number := 1; at < len(text); number++ {
		line, size, _ := syntax.NextLine(text[at:])
		from := at
		at += size
		if syntax.IsComment(line) || syntax.IsBlank(line, form.TextMaxLine) {
			continue
		}
		if syntax.IsEnd(syntax.TrimCR(line)) {
			break
		}
		dst = append(dst, model.Span{From: from, To: at, Line: number})
	}
	return dst
}

// Count is described in package bulk, as CountRecords.
func Count(text []byte) (lines, records uint32, known bool) {
	known = true
	size := evenLines(text)
	for len(text) > 0 {
		end := size - 1
		if size == 0 {
			end = bytes.IndexByte(text, '\n')
		}
		if end < 0 {
			return lines, records, false
		}
		switch b := text[0]; {
		case end == 0 || b == '#':
		case b <= ' ' || b >= 0x80 || b == 'e' && bytes.HasPrefix(text, []byte("end")):
			known = false
		default:
			records++
		}
		lines++
		text = text[end+1:]
	}
	return lines, records, known
}

// evenLines returns the size of all lines of a text, or 0 if the sizes differ. Most answers
// have equal sizes, so Count need not search for line ends.
func evenLines(text []byte) int {
	size := bytes.IndexByte(text, '\n') + 1
	if size == 0 || len(text)%size != 0 || bytes.Count(text, []byte{'\n'}) != len(text)/size {
		return 0
	}
	for at := size - 1; at < len(text); at += size {
		if text[at] != '\n' {
			return 0
		}
	}
	return size
}
