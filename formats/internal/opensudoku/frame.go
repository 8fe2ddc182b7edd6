package opensudoku

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A tag begins with one of these, the first with a blank or its end behind it.
const (
	gameTag    = "<game "
	commentTag = "<!--"
)

// A framer cuts between games and leaves comments out.
type framer struct {
	elements gameElements

	comment bool // the text begins in a comment
	long    bool // it begins in a tag that was too long
	quote   byte // that is open in that tag; 0: none
}

// Cut cuts off the rest of a game that is too long: it belongs to no record.
func (o *framer) Cut(text []byte, eof bool) (from, to int) {
	from = o.skip(text, eof)
	if o.comment || o.long {
		return from, from
	}
	for to = from; to < len(text); {
		open := bytes.IndexByte(text[to:], '<')
		if open < 0 {
			return from, borderAt(text, from, len(text), eof)
		}
		at := to + open
		switch tag := text[at:]; {
		case !eof && len(tag) < max(o.elements.longestTag(), len(commentTag)):
			return from, borderAt(text, from, at, eof)
		case bytes.HasPrefix(tag, []byte(commentTag)):
			o.comment = true
			return from, at + len(commentTag)
		case !o.elements.begins(tag):
			to = at + 1
		default:
			size, quote := o.elements.end(tag[:min(len(tag), maxRecord)], 0)
			switch {
			case size > 0:
				to = at + size
			case len(tag) >= maxRecord:
				o.long, o.quote = true, quote
				return from, at + maxRecord
			case eof:
				return from, len(text)
			default:
				return from, borderAt(text, from, at, eof)
			}
		}
	}
	return from, to
}

// borderAt returns where to cut instead of a place before which there may be the
// indentation of a game: that has to stay with the game, so that its column is
// known.
func borderAt(text []byte, from, at int, eof bool) int {
	if eof {
		return at
	}
	return at - indent(text[from:at])
}

// indent returns the length of the line end and the blanks that text ends with; 0:
// there is no line end, or too many blanks.
func indent(text []byte) int {
	const most = 64
	for n := 1; n <= min(most, len(text)); n++ {
		switch b := text[len(text)-n]; {
		case b == '\n':
			return n
		case !syntax.IsSpace(b):
			return 0
		}
	}
	return 0
}

// skip returns the length of what text begins with and belongs to no record.
func (o *framer) skip(text []byte, eof bool) int {
	switch {
	case o.comment:
		if end := bytes.Index(text, []byte("-->")); end >= 0 {
			o.comment = false
			return end + len("-->")
		}
		if eof {
			return len(text)
		}
		return max(0, len(text)-len("--")) // which may be the beginning of its end
	case o.long:
		var size int
		if size, o.quote = o.elements.end(text, o.quote); size > 0 {
			o.long = false
			return size
		}
		return len(text)
	}
	return 0
}

func (*framer) Finish() *syntax.Error { return nil }

// Spans implements form.Layout: games without the text between them.
func (l *layout) Spans(dst []form.Span, text []byte) []form.Span {
	elements := l.elements
	line, counted := 1, 0
	for at := 0; ; {
		open := bytes.IndexByte(text[at:], '<')
		if open < 0 {
			return dst
		}
		at += open
		if !elements.begins(text[at:]) {
			at++
			continue
		}
		tag := text[at:min(len(text), at+maxRecord)]
		size, _ := elements.end(tag, 0)
		if size == 0 {
			size = len(tag)
		}
		line += bytes.Count(text[counted:at], []byte{'\n'})
		counted = at
		dst = append(dst, form.Span{From: at, To: at + size, Line: line})
		at += size
	}
}

// isGameTag reports whether a tag is that of a game.
func isGameTag(tag []byte) bool {
	n := len(gameTag) - 1
	return len(tag) > n && string(tag[:n]) == gameTag[:n] && (tag[n] <= ' ' || tag[n] == '/' || tag[n] == '>')
}

// tagEnd returns the length of a tag, in which a quote may be open: up to the first
// ">" that is not in quotes. It is 0 where there is none, and the quote is the one
// that is open then.
func tagEnd(tag []byte, quote byte) (size int, open byte) {
	for i, b := range tag {
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '"' || b == '\'':
			quote = b
		case b == '>':
			return i + 1, 0
		}
	}
	return 0, quote
}

// attributes walks over the attributes of a tag.
type attributes struct {
	tag  []byte
	at   int
	name []byte
	// value is what is between the quotes, as it is written; from is where it is.
	value []byte
	from  int
}

func newAttributes(tag []byte) attributes { return attributes{tag: tag, at: len(gameTag) - 1} }

// next goes on to the next attribute.
func (a *attributes) next() bool {
	a.blanks()
	from := a.at
	for a.at < len(a.tag) && a.tag[a.at] > ' ' && a.tag[a.at] != '=' {
		a.at++
	}
	a.name = a.tag[from:a.at]
	a.blanks()
	if len(a.name) == 0 || a.at == len(a.tag) || a.tag[a.at] != '=' {
		return false
	}
	a.at++
	a.blanks()
	if a.at == len(a.tag) || a.tag[a.at] != '"' && a.tag[a.at] != '\'' {
		return false
	}
	a.from = a.at + 1
	size := bytes.IndexByte(a.tag[a.from:], a.tag[a.at])
	if size < 0 {
		return false
	}
	a.value = a.tag[a.from : a.from+size]
	a.at = a.from + size + 1
	return true
}

func (a *attributes) blanks() {
	for a.at < len(a.tag) && a.tag[a.at] <= ' ' {
		a.at++
	}
}

// unescaped returns a value with the characters that its entities stand for.
func unescaped(d *form.Fields, value []byte) []byte {
	from := len(d.Buffer)
	for {
		before, after, ok := bytes.Cut(value, []byte{'&'})
		name, rest, closed := bytes.Cut(after, []byte{';'})
		if !ok && len(d.Buffer) == from {
			return value
		}
		d.Buffer = append(d.Buffer, before...)
		if !ok {
			return d.Buffer[from:]
		}
		if char := entity(string(name)); closed && char != utf8.RuneError {
			d.Buffer, value = utf8.AppendRune(d.Buffer, char), rest
			continue
		}
		d.Buffer, value = append(d.Buffer, '&'), after
	}
}

// entity returns the character that a name stands for, or [utf8.RuneError].
func entity(name string) rune {
	switch name {
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	}
	if len(name) < 2 || name[0] != '#' {
		return utf8.RuneError
	}
	base, digits := 10, name[1:]
	if digits[0] == 'x' {
		base, digits = 16, digits[1:]
	}
	n, err := strconv.ParseUint(digits, base, 21)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return utf8.RuneError
	}
	return rune(n)
}
