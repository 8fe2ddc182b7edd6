package formats

import "bytes"

// A jsonFramer frames elements: those of an array, or values one after the other.
type jsonFramer struct {
	header int  // bytes of the header that are still to come
	array  bool // the elements are those of one, or
	keyed  bool // of an object
	closed bool // it has ended
	depth  int  // brackets that are open around an element

	// skipping: the next bytes belong to element, which is no record, or one of
	// which enough was cut.
	skipping bool
	element  jsonElement
	named    bool // behind the array: a colon was met

	layout *Layout
	cells  []uint8 // of an element, for nobody

	line, column int // of the text to come, from 0
	fault        SyntaxError
}

func newJSONFramer(f Form) Framer {
	l := f.jsonLayout()
	return &jsonFramer{
		header: len(l.Header), depth: l.depth, array: l.depth > 0, keyed: l.members,
		layout: l, cells: make([]uint8, f.Order*f.Order),
	}
}

func (j *jsonFramer) Cut(text []byte, eof bool) (from, to int) {
	from, to = j.cut(text, eof)
	j.line, j.column = j.place(text[:to])
	return from, to
}

// place returns the line and column, from 0, behind a part of the text.
func (j *jsonFramer) place(text []byte) (line, column int) {
	newlines := bytes.Count(text, []byte{'\n'})
	if newlines == 0 { // which is found faster than the last one
		return j.line, j.column + len(text)
	}
	return j.line + newlines, len(text) - bytes.LastIndexByte(text, '\n') - 1
}

// cut is Cut without counting lines.
func (j *jsonFramer) cut(text []byte, eof bool) (from, to int) {
	if j.header > 0 {
		n := min(j.header, len(text))
		j.header -= n
		return n, n
	}
	if j.closed {
		j.skipTail(text)
		return len(text), len(text)
	}
	if j.skipping {
		n, done := j.element.skip(text)
		j.skipping = !done
		if n > 0 {
			return n, n
		}
	}
	return j.cutElements(text, eof)
}

// cutElements cuts as many elements as there are. One that is too long is cut by
// itself, and only its beginning; the rest is skipped.
func (j *jsonFramer) cutElements(text []byte, eof bool) (from, to int) {
	at, known := j.between(text, 0, eof)
	from = j.neededFrom(text[:at])
	for to = from; known && at < len(text); at, known = j.between(text, to, eof) {
		first := to == from
		if j.array && text[at] == j.closing() {
			if first {
				j.closed = true
				j.depth--
				return at + 1, at + 1
			}
			break
		}
		var element jsonElement
		enough := text[at:min(len(text), at+jsonMaxRecord+1)]
		n, done := j.layout.readQuick(j.cells, enough), true
		if n == 0 { // reading is quicker than skipping, but not all can be read so
			n, done = element.skip(enough)
		}
		switch {
		case n > jsonMaxRecord && first:
			j.element, j.skipping = element, !done
			return from, at + n
		case n > jsonMaxRecord, !done && !eof:
			return from, to
		}
		to = at + n
	}
	if eof && to == from && at == len(text) {
		return len(text), len(text)
	}
	return from, to
}

// neededFrom is the function of that name; a key stays whole, too, if it is short, so
// that neither what follows it nor a part of it is taken for one.
func (j *jsonFramer) neededFrom(before []byte) int {
	from := neededFrom(before)
	key := betweenElements(before)
	switch {
	case !j.keyed || from <= key:
		return from
	case len(before)-key <= jsonMaxIndent:
		return key
	}
	return len(before)
}

// between returns where the next element begins, at a place or behind it: in an
// object, behind its key. It is not known while the key is not whole.
func (j *jsonFramer) between(text []byte, at int, eof bool) (begin int, known bool) {
	begin = at + betweenElements(text[at:])
	if !j.keyed || begin == len(text) || text[begin] != '"' {
		return begin, true
	}
	key := keyLength(text[begin:])
	return begin + key, key > 0 || eof || len(text)-begin > jsonMaxRecord
}

// closing is the bracket that ends the elements.
func (j *jsonFramer) closing() byte {
	if j.keyed {
		return '}'
	}
	return ']'
}

// skipTail looks at what follows the array: the end of the objects around it, and
// other members of those.
func (j *jsonFramer) skipTail(text []byte) {
	for at := 0; at < len(text); at++ {
		b := text[at]
		switch {
		case j.skipping:
			n, done := j.element.skip(text[at:])
			j.skipping = !done
			at += n - 1
		case isJSONSpace(b), b == ';' && j.depth == 0: // of the program around the array
		case j.depth == 0, !j.named && (b == '{' || b == '['):
			j.report(text[:at])
			return
		case b == ':' || b == ',':
			j.named = b == ':'
		case b == '}' || b == ']':
			j.depth--
		default:
			j.element, j.skipping, j.named = jsonElement{}, true, false
			at--
		}
	}
}

// report says that text follows the records, behind the given one.
func (j *jsonFramer) report(before []byte) {
	if j.fault.Err == nil {
		line, column := j.place(before)
		j.fault = SyntaxError{Line: line + 1, Column: column + 1, Err: ErrTrailing}
	}
}

func (j *jsonFramer) Finish() *SyntaxError {
	if j.fault.Err == nil && j.depth > 0 {
		j.fault = SyntaxError{Line: j.line + 1, Column: j.column + 1, Err: ErrUnclosed}
	}
	if j.fault.Err == nil {
		return nil
	}
	return &j.fault
}
