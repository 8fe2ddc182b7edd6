package parquettable

import (
	"errors"
	"fmt"
)

// The physical types of values.
const (
	boolean = iota
	int32s
	int64s
	int96s
	floats
	doubles
	byteArrays
	fixedArrays
	noPhysical = -1 // of a group
)

// How often a field occurs in the field around it.
const (
	required = iota
	optional
	repeated
)

// What values stand for: the numbers of logical types in parquet.thrift, of those that matter
// here, and one more.
const (
	asStored, meansText, meansMap, meansList           = 0, 1, 2, 3
	meansDecimal, meansDate, meansTime, meansTimestamp = 5, 6, 7, 8
	meansInteger, meansJSON, meansUUID, meansFloat16   = 10, 12, 14, 15
	meansUnsigned                                      = 100
)

// maxSchemaDepth is how deep a schema may be nested.
const maxSchemaDepth = 16

var errSchema = errors.New("the schema of the Parquet file is malformed")

// An element is a field of the schema. The elements of a file are in the order of a walk from
// the root.
type element struct {
	name       string
	physical   int
	length     int // of fixed-length values
	repetition int
	children   int
	logical    logical
}

// A logical is what values stand for.
type logical struct {
	meaning          int
	scale, precision int // of decimals
	digits           int // of the fraction of a second: 3, 6 or 9
	utc              bool
}

// set sets what the footer has at a path. The newer way to state a meaning, field 10, comes
// after the older one, field 6, and replaces it.
func (e *element) set(path uint64, v int64) {
	l := &e.logical
	n := int(v)
	if v < 0 || v > 1<<31-1 {
		n = -1
	}
	switch path {
	case ints | 0x0201:
		e.physical = n
	case ints | 0x0202:
		e.length = n
	case ints | 0x0203:
		e.repetition = n
	case ints | 0x0205:
		e.children = n
	case ints | 0x0206:
		*l = converted[n] // fields 7 and 8 follow
	case ints | 0x0207, ints | 0x020a0501:
		l.scale = n
	case ints | 0x0208, ints | 0x020a0502:
		l.precision = n
	case ints | 0x020a0701, ints | 0x020a0801:
		l.utc = v != 0
	case structs | 0x020a070201, structs | 0x020a070202, structs | 0x020a070203,
		structs | 0x020a080201, structs | 0x020a080202, structs | 0x020a080203:
		l.digits = 3 * int(path&3)
	case ints | 0x020a0a02: // whether integers have a sign
		if v != 0 {
			l.meaning = asStored
		}
	default:
		if path&^0xff != structs|0x020a00 {
			return
		}
		l.utc = false
		if l.meaning = int(path & 0xff); l.meaning == meansInteger {
			l.meaning = meansUnsigned
		}
	}
}

// converted has the meanings by their numbers in the older way to state them.
var converted = map[int]logical{
	1: {meaning: meansMap}, 2: {meaning: meansMap}, 3: {meaning: meansList},
	5: {meaning: meansDecimal}, 6: {meaning: meansDate},
	7: {meaning: meansTime, digits: 3, utc: true}, 8: {meaning: meansTime, digits: 6, utc: true},
	9: {meaning: meansTimestamp, digits: 3, utc: true}, 10: {meaning: meansTimestamp, digits: 6, utc: true},
	11: {meaning: meansUnsigned}, 12: {meaning: meansUnsigned}, 13: {meaning: meansUnsigned}, 14: {meaning: meansUnsigned},
	19: {meaning: meansJSON},
}

// What a group of the schema stands for.
const (
	isStruct = iota
	isList
	isMap // of the two fields inside the repeated group
)

// A node is a field of the schema, with the fields inside it.
type node struct {
	element
	def, rep int // the levels from which on it is there, and at which it repeats
	inside   []*node
	path     string
	leaf     int // the number of its first leaf
	leaves   int
	format   formatter // of a leaf
	kind     Type      // of a leaf's values
	is       int       // of a group: isStruct, isList, isMap
	entry    *node     // the repeated group of a list or map
	item     *node     // the element of a list
}

// A column is one of the text's: a field of the schema's root, or of a struct that is in no
// list, whose name is then a path.
type column struct {
	*node
	kind Type // in the text
	flat bool // it has at most one value in a row
}

// A schemaBuilder makes nodes of a schema's elements.
type schemaBuilder struct {
	rest   []element
	leaves []*node
}

// buildSchema returns the columns of a file, and the leaves of all.
func buildSchema(elements []element) ([]column, []*node, error) {
	if len(elements) == 0 || elements[0].children == 0 {
		return nil, nil, errors.New("the Parquet file has no columns")
	}
	elements[0].repetition = required
	b := &schemaBuilder{rest: elements}
	root, err := b.node(&node{}, 0)
	if err == nil && len(b.rest) > 0 {
		err = errSchema
	}
	if err != nil {
		return nil, nil, err
	}
	return root.columns(nil), b.leaves, nil
}

// columns appends the columns of the fields inside a node. A struct has one for each of its
// fields.
func (n *node) columns(dst []column) []column {
	for _, child := range n.inside {
		flat := child.children == 0 && child.repetition != repeated
		switch {
		case child.children > 0 && child.is == isStruct && child.repetition != repeated:
			dst = child.columns(dst)
		case !flat || child.physical == byteArrays && child.logical.meaning == meansJSON:
			dst = append(dst, column{child, JSON, flat})
		default:
			dst = append(dst, column{child, child.kind, flat})
		}
	}
	return dst
}

// node takes the next element, and the elements inside it.
func (b *schemaBuilder) node(around *node, depth int) (*node, error) {
	if len(b.rest) == 0 || depth > maxSchemaDepth {
		return nil, errSchema
	}
	n := &node{element: b.rest[0], leaf: len(b.leaves), def: around.def, rep: around.rep}
	b.rest = b.rest[1:]
	if n.path = n.name; depth > 1 {
		n.path = around.path + "." + n.name
	}
	if n.repetition < required || n.repetition > repeated || min(n.children, n.length, n.logical.scale, n.logical.precision) < 0 {
		return nil, errSchema
	}
	if n.repetition != required {
		n.def++
	}
	if n.repetition == repeated {
		n.rep++
	}
	if n.children == 0 {
		b.leaves = append(b.leaves, n)
		n.leaves = 1
		return n, n.setFormat()
	}
	for range n.children {
		child, err := b.node(n, depth+1)
		if err != nil {
			return nil, err
		}
		n.inside = append(n.inside, child)
	}
	n.leaves = len(b.leaves) - n.leaf
	n.setNesting()
	return n, nil
}

// setNesting finds what a group stands for. Lists have three levels, the group, a repeated group
// and the element, or two, where older programs wrote them: then the repeated field is the
// element.
func (n *node) setNesting() {
	if len(n.inside) != 1 || n.inside[0].repetition != repeated {
		return
	}
	switch entry := n.inside[0]; {
	case n.logical.meaning == meansMap && len(entry.inside) == 2:
		n.is, n.entry = isMap, entry
	case n.logical.meaning != meansList:
	case len(entry.inside) != 1, entry.name == "array", entry.name == n.name+"_tuple":
		n.is, n.entry, n.item = isList, entry, entry
	default:
		n.is, n.entry, n.item = isList, entry, entry.inside[0]
	}
}

// setFormat chooses the type and the text of a leaf's values.
func (n *node) setFormat() error {
	l := n.logical
	if n.physical < boolean || n.physical > fixedArrays {
		return fmt.Errorf("column %q of the Parquet file has an unknown type", n.name)
	}
	if n.physical == fixedArrays && n.length == 0 || l.meaning == meansDecimal && l.precision == 0 {
		return errSchema
	}
	n.format = formatOf(n.element)
	n.kind = [...]Type{Bool, Int, Int, Text, Float, Float, Text, Text}[n.physical]
	switch l.meaning {
	case meansDate, meansTime, meansTimestamp, meansUUID:
		n.kind = Text
	case meansFloat16:
		n.kind = Float
	case meansDecimal:
		if n.kind = Float; l.precision > exactDigits {
			n.kind = Text
		} else if l.scale == 0 {
			n.kind = Int
		}
	}
	return nil
}

// width is the size of a value, once decoded; 0 for values of any length.
func (e *element) width() int {
	return [...]int{1, 4, 8, 12, 4, 8, 0, e.length}[e.physical]
}
