package npy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An member is one of the members of a structure, as a header says it: its name,
// the type of its elements, and its shape; none if it is a single one.
type member struct {
	name, descr string
	shape       []int
}

// structure takes a list of members. Where that is of another kind, such as a structure
// within a structure, it is taken, too, but there are none.
func (p *literal) structure() (members []member, ok bool) {
	from := p.at
	for ok = p.accept('['); ok && !p.accept(']'); ok = ok && (p.accept(',') || p.peek() == ']') {
		var m member
		if m, ok = p.member(); ok {
			members = append(members, m)
		}
	}
	if ok {
		return members, true
	}
	p.at = from
	return nil, p.nested()
}

// member takes a tuple of a name, a type and, if need be, a shape.
func (p *literal) member() (m member, ok bool) {
	if !p.accept('(') {
		return m, false
	}
	if m.name, ok = p.quoted(); !ok || !p.accept(',') {
		return m, false
	}
	if m.descr, ok = p.quoted(); ok && p.accept(',') {
		m.shape, ok = p.tuple()
	}
	return m, ok && p.accept(')')
}

// A field is one of the members that a record of an array has, or one of its grids.
type field struct {
	array
	name  string
	order int  // of the grid; 0: it is a single value, or texts that may be grids
	texts bool // that may be grids
}

// isGrid reports whether a field holds grids, as far as its type and shape tell.
func (f *field) isGrid() bool { return f.order > 0 || f.texts }

// structFields returns the fields of an array of structures. Members that are neither
// grids nor single values are left out.
func structFields(h *header) ([]field, error) {
	refuse := func(reason string) ([]field, error) {
		return nil, &ArrayError{Type: "structured", Shape: h.shape, Reason: reason}
	}
	records, ok := countOf(h.shape)
	switch {
	case len(h.members) == 0:
		return refuse("its elements are structures: write one field of them, as a['puzzle']")
	case !ok:
		return refuse("its shape is not that of a list of structures: write it with a.ravel()")
	}
	var fields []field
	stride := 0
	for _, m := range h.members {
		size, ok := m.size()
		if !ok {
			return refuse(fmt.Sprintf("its field %s has a type that cannot be read", strconv.QuoteToASCII(m.name)))
		}
		if f, ok := m.field(); ok {
			f.at, f.records = stride, records
			fields = append(fields, f)
		}
		if stride += size; stride > maxRecord {
			return refuse("its elements are too large")
		}
	}
	for i := range fields {
		fields[i].stride = stride
	}
	return fields, nil
}

// countOf returns how many elements an array of one dimension has; others of it are 1.
func countOf(shape []int) (n int, ok bool) {
	shape = withoutOnes(shape)
	switch len(shape) {
	case 0:
		return 1, true
	case 1:
		return shape[0], true
	}
	return 0, false
}

// size returns how many bytes a member takes.
func (m *member) size() (n int, ok bool) {
	code := strings.TrimLeft(m.descr, "<>|=")
	if code == "" || code[0] == 'O' {
		return 0, false
	}
	digits, _, _ := strings.Cut(code[1:], "[") // M8[ns] is a time
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > maxRecord {
		return 0, false
	}
	if code[0] == 'U' {
		n *= 4
	}
	for _, d := range m.shape {
		if n *= d; d < 0 || n > maxRecord {
			return 0, false
		}
	}
	return n, true
}

// field returns what a member holds, unless it is neither a grid nor a value.
func (m *member) field() (f field, ok bool) {
	f.name = m.name
	reason := f.setType(m.descr)
	switch {
	case f.kind == 'b' && f.size == 1:
		reason = ""
	case reason == "" && f.kind != 'b':
		if _, order, ok := f.split(m.shape); ok && f.records == 1 {
			f.order, f.texts = order, order == 0
			return f, true
		}
	}
	f.elements = 1
	return f, reason == "" && !slices.ContainsFunc(m.shape, func(d int) bool { return d != 1 })
}

// pairFields returns the two fields of an array whose shape says that records are two
// grids each, as puzzles and their solutions.
func pairFields(h *header) (fields []field, ok bool) {
	shape := withoutOnes(h.shape)
	if h.fortran || len(shape) < 3 || shape[1] != 2 {
		return nil, false
	}
	m := member{descr: h.descr, shape: shape[2:]}
	f, ok := m.field()
	size, sized := m.size()
	if !ok || !sized || f.order == 0 || 2*size > maxRecord {
		return nil, false
	}
	f.records, f.stride = shape[0], 2*size
	second := f
	second.at = size
	return []field{f, second}, true
}
