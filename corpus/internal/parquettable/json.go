package parquettable

import (
	"bytes"
	"unicode/utf8"
)

// nested appends a column of lists, structs or maps as JSON, in the row that begins at a byte of
// buf, and passes its entries.
func (r *Reader) nested(c *column, at int) {
	inside := r.leaves[c.leaf : c.leaf+c.leaves]
	if c.repetition != repeated && inside[0].level() < c.def {
		r.pass(c.node)
	} else {
		r.json = r.value(r.json[:0], c.node)
		if r.fits(len(r.buf) - at + len(r.json)) {
			r.buf = appendField(r.buf, r.json)
		}
	}
	for _, l := range inside { // no entry of this row is left
		if l.rep > 0 && l.repeats(1) {
			r.fail(l.damaged(errLevels))
		}
	}
}

// value appends what a node has at the current entry.
func (r *Reader) value(dst []byte, n *node) []byte {
	switch {
	case n.repetition == repeated:
		return r.list(dst, n, n)
	case n.repetition == optional && r.leaves[n.leaf].level() < n.def:
		r.pass(n)
		return append(dst, "null"...)
	}
	return r.present(dst, n)
}

// present appends the value of a node that is there.
func (r *Reader) present(dst []byte, n *node) []byte {
	switch {
	case n.children == 0:
		v, ok := r.leaves[n.leaf].next()
		if !ok || !r.fits(len(dst)+len(v)) { // levels of leaves that belong together may not agree
			return append(dst, "null"...)
		}
		return n.appendJSON(dst, v)
	case n.is == isList:
		return r.list(dst, n.entry, n.item)
	case n.is == isMap:
		return r.mapping(dst, n.entry)
	}
	dst = append(dst, '{')
	for i, child := range n.inside {
		dst = append(dst, separator(i)...)
		dst = append(appendQuoted(dst, []byte(child.name)), ':')
		dst = r.value(dst, child)
	}
	return append(dst, '}')
}

// list appends the entries of a repeated node. The item of each is the node itself or inside it.
func (r *Reader) list(dst []byte, entry, item *node) []byte {
	dst = append(dst, '[')
	l := r.leaves[entry.leaf]
	if l.level() < entry.def {
		r.pass(entry)
		return append(dst, ']')
	}
	for i := 0; i == 0 || r.fits(len(dst)) && l.repeats(entry.rep); i++ {
		dst = append(dst, separator(i)...)
		if item == entry {
			dst = r.present(dst, entry)
		} else {
			dst = r.value(dst, item)
		}
	}
	return append(dst, ']')
}

// mapping appends an object of the keys and values of a repeated node.
func (r *Reader) mapping(dst []byte, entry *node) []byte {
	dst = append(dst, '{')
	l := r.leaves[entry.leaf]
	if l.level() < entry.def {
		r.pass(entry)
		return append(dst, '}')
	}
	for i := 0; i == 0 || r.fits(len(dst)) && l.repeats(entry.rep); i++ {
		dst = append(dst, separator(i)...)
		at := len(dst)
		if dst = r.value(dst, entry.inside[0]); dst[at] != '"' {
			dst = appendQuoted(dst[:at], bytes.Clone(dst[at:]))
		}
		dst = append(dst, ':')
		dst = r.value(dst, entry.inside[1])
	}
	return append(dst, '}')
}

// pass passes the current entry of each leaf of a node.
func (r *Reader) pass(n *node) {
	for _, l := range r.leaves[n.leaf : n.leaf+n.leaves] {
		l.next()
	}
}

// appendJSON appends a value of a leaf.
func (n *node) appendJSON(dst, v []byte) []byte {
	switch {
	case n.format == nil && n.logical.meaning == meansJSON && len(v) > 0:
		return append(dst, v...)
	case n.format == nil:
		return appendQuoted(dst, v)
	case n.kind == Text:
		return append(n.format(append(dst, '"'), v), '"')
	}
	at := len(dst)
	dst = n.format(dst, v)
	if last := dst[len(dst)-1]; n.kind == Float && (last == 'n' || last == 'f') { // nan, inf
		return append(dst[:at], "null"...)
	}
	return dst
}

// appendQuoted appends a text as a JSON string. What is not UTF-8 is replaced.
func appendQuoted(dst, v []byte) []byte {
	const hexDigits = "0123456789abcdef"
	dst = append(dst, '"')
	for len(v) > 0 {
		b := v[0]
		if b >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(v)
			dst = utf8.AppendRune(dst, r)
			v = v[n:]
			continue
		}
		switch v = v[1:]; {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b < ' ':
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}
