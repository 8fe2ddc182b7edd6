package parquettable

import (
	"errors"
	"fmt"
)

// maxSchemaDepth is how deep a schema may be nested.
const maxSchemaDepth = 16

// A node is a field of the schema, with what is inside it.
type node struct {
	element
	def, rep int // the levels from which on it is there, and at which it repeats
	inside   []*node
	path     string
	leaf     int // the number of its first leaf
	leaves   int
	format   formatter // of a leaf
	kind     Type      // of a leaf's values
	is       nesting   // of others
	entry    *node     // the repeated group of a list or map
	item     *node     // the element of a list
}

// A column is one of the text's: a field of the schema's root, or of a struct that
// is in no list, whose name is then a path.
type column struct {
	*node
	kind Type // as the text has it
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
	if err != nil {
		return nil, nil, err
	}
	if len(b.rest) > 0 {
		return nil, nil, errSchema
	}
	return root.columns(nil), b.leaves, nil
}

// columns appends those of the fields inside a node. A struct has a column for each
// of its fields.
func (n *node) columns(dst []column) []column {
	for _, child := range n.inside {
		if child.children > 0 && child.is == isStruct && child.repetition != repeated {
			dst = child.columns(dst)
			continue
		}
		dst = append(dst, column{child, child.columnType()})
	}
	return dst
}

var errSchema = errors.New("the schema of the Parquet file is malformed")

// node takes the next element, and those inside it.
func (b *schemaBuilder) node(around *node, depth int) (*node, error) {
	if len(b.rest) == 0 || depth > maxSchemaDepth {
		return nil, errSchema
	}
	n := &node{element: b.rest[0], leaf: len(b.leaves), def: around.def, rep: around.rep}
	b.rest = b.rest[1:]
	if n.path = n.name; depth > 1 {
		n.path = around.path + "." + n.name
	}
	switch n.repetition {
	case required:
	case optional:
		n.def++
	case repeated:
		n.def++
		n.rep++
	default:
		return nil, errSchema
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
	n.is, n.entry, n.item = n.nesting()
	return n, nil
}

// flat reports whether a column has at most one value in a row.
func (n *node) flat() bool { return n.children == 0 && n.repetition != repeated }

func (n *node) columnType() Type {
	switch {
	case !n.flat():
		return JSON
	case n.physical == byteArrays && n.logical.meaning == meansJSON:
		return JSON
	}
	return n.valueType()
}

// valueType is the type that values of a leaf have as text.
func (n *node) valueType() Type {
	switch l := n.logical; l.meaning {
	case meansDate, meansTime, meansTimestamp, meansUUID:
		return Text
	case meansFloat16:
		return Float
	case meansDecimal:
		switch {
		case l.precision > exactDigits:
			return Text
		case l.scale == 0:
			return Int
		}
		return Float
	}
	switch n.physical {
	case boolean:
		return Bool
	case int32s, int64s:
		return Int
	case floats, doubles:
		return Float
	}
	return Text
}

// A nesting is what a group of the schema stands for.
type nesting uint8

const (
	isStruct nesting = iota
	isList           // of what element says
	isMap            // of the two fields inside the repeated group
)

// nesting says what a group stands for. Lists have three levels, the group, a
// repeated group and the element, or two, where older programs wrote them: then
// the repeated field is the element.
func (n *node) nesting() (is nesting, entry, item *node) {
	if len(n.inside) != 1 || n.inside[0].repetition != repeated {
		return isStruct, nil, nil
	}
	switch entry = n.inside[0]; {
	case n.logical.meaning == meansMap && len(entry.inside) == 2:
		return isMap, entry, nil
	case n.logical.meaning != meansList:
		return isStruct, nil, nil
	case len(entry.inside) != 1, entry.name == "array", entry.name == n.name+"_tuple":
		return isList, entry, entry
	}
	return isList, entry, entry.inside[0]
}

// setFormat chooses how values of a leaf are written, where it knows them.
func (n *node) setFormat() error {
	if n.physical < boolean || n.physical > fixedArrays {
		return fmt.Errorf("column %q of the Parquet file has an unknown type", n.name)
	}
	if n.physical == fixedArrays && n.length == 0 || n.logical.meaning == meansDecimal && n.logical.precision == 0 {
		return errSchema
	}
	n.format, n.kind = formatOf(n.element), n.valueType()
	return nil
}

// width is the size of a stored value, 0 for those of any length.
func (e *element) width() int {
	switch e.physical {
	case boolean:
		return 1 // once decoded
	case int32s, floats:
		return 4
	case int64s, doubles:
		return 8
	case int96s:
		return 12
	case fixedArrays:
		return e.length
	}
	return 0
}
