package parquettable

import (
	"bytes"
	"unicode/utf8"
)

// nested appends a column of lists, structs or maps as JSON, and passes its
// entries.
func (p *piece) nested(c *column) {
	if first := &p.scans[c.leaf]; c.repetition != repeated && first.def() < c.def {
		p.pass(c.node)
		return
	}
	p.json = p.value(p.json[:0], c.node)
	p.text = appendField(p.text, p.json)
	for i := c.leaf; i < c.leaf+c.leaves; i++ {
		if s := &p.scans[i]; s.leaf.rep > 0 && s.repeats(1) {
			s.bad = true
		}
	}
}

// value appends what a node has at the current entry.
func (p *piece) value(dst []byte, n *node) []byte {
	if n.repetition == repeated {
		return p.list(dst, n, n)
	}
	if n.repetition == optional && p.scans[n.leaf].def() < n.def {
		p.pass(n)
		return append(dst, "null"...)
	}
	return p.present(dst, n)
}

// present appends the value of a node that is there.
func (p *piece) present(dst []byte, n *node) []byte {
	if n.children == 0 {
		return p.leafValue(dst, n)
	}
	switch entry, item := n.entry, n.item; n.is {
	case isList:
		return p.list(dst, entry, item)
	case isMap:
		return p.mapping(dst, entry)
	}
	dst = append(dst, '{')
	for i, child := range n.inside {
		dst = append(dst, separator(i)...)
		dst = append(appendQuoted(dst, []byte(child.name)), ':')
		dst = p.value(dst, child)
	}
	return append(dst, '}')
}

// list appends the entries of a repeated node, of each the item, which is the
// node itself or inside it.
func (p *piece) list(dst []byte, entry, item *node) []byte {
	dst = append(dst, '[')
	if p.scans[entry.leaf].def() < entry.def {
		p.pass(entry)
		return append(dst, ']')
	}
	if item.children == 0 && item.repetition != repeated {
		return append(p.scans[item.leaf].plainList(dst, entry, item), ']')
	}
	for i := 0; i == 0 || p.scans[entry.leaf].repeats(entry.rep); i++ {
		dst = append(dst, separator(i)...)
		if item == entry {
			dst = p.present(dst, entry)
		} else {
			dst = p.value(dst, item)
		}
	}
	return append(dst, ']')
}

// plainList appends the items of a list that are values, each an entry of one
// leaf.
func (s *scan) plainList(dst []byte, entry, item *node) []byte {
	for i := 0; i == 0 || s.repeats(entry.rep); i++ {
		dst = append(dst, separator(i)...)
		page, value, ok := s.next()
		if ok {
			dst = item.appendJSON(dst, page.at(value))
		} else {
			dst = append(dst, "null"...)
		}
	}
	return dst
}

// mapping appends an object of the keys and values of a repeated node.
func (p *piece) mapping(dst []byte, entry *node) []byte {
	dst = append(dst, '{')
	if p.scans[entry.leaf].def() < entry.def {
		p.pass(entry)
		return append(dst, '}')
	}
	for i := 0; i == 0 || p.scans[entry.leaf].repeats(entry.rep); i++ {
		dst = append(dst, separator(i)...)
		at := len(dst)
		if dst = p.value(dst, entry.inside[0]); dst[at] != '"' {
			key := bytes.Clone(dst[at:])
			dst = appendQuoted(dst[:at], key)
		}
		dst = append(dst, ':')
		dst = p.value(dst, entry.inside[1])
	}
	return append(dst, '}')
}

// leafValue appends a value as JSON.
func (p *piece) leafValue(dst []byte, n *node) []byte {
	page, value, ok := p.scans[n.leaf].next()
	if !ok { // the levels of leaves that belong together do not agree
		return append(dst, "null"...)
	}
	return n.appendJSON(dst, page.at(value))
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

// pass passes the current entry of each leaf of a node.
func (p *piece) pass(n *node) {
	for i := n.leaf; i < n.leaf+n.leaves; i++ {
		p.scans[i].next()
	}
}

// def is the definition level of the current entry.
func (s *scan) def() int {
	if !s.there() || s.leaf.def == 0 {
		return 0
	}
	return int(s.page.defs[s.entry])
}

// repeats reports whether the current entry goes on with the list of a level.
func (s *scan) repeats(level int) bool {
	return s.there() && int(s.page.reps[s.entry]) >= level
}

const hexDigits = "0123456789abcdef"

// appendQuoted appends a text as a JSON string. What is not UTF-8 is replaced.
func appendQuoted(dst, v []byte) []byte {
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
