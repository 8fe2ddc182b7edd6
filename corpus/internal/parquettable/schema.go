//go:build !js

// The schema of a file is a tree of fields. Its leaves are the columns of the text.

package parquettable

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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

// The meanings of values: the numbers of logical types in parquet.thrift, and meansUnsigned.
const (
	meansText, meansMap, meansList                     = 1, 2, 3
	meansDecimal, meansDate, meansTime, meansTimestamp = 5, 6, 7, 8
	meansInteger, meansJSON, meansUUID, meansFloat16   = 10, 12, 14, 15
	meansUnsigned                                      = 100
)

// maxSchemaDepth is how deep a schema may be nested.
const maxSchemaDepth = 16

var errSchema = errors.New("the schema of the Parquet file is malformed")

// An element is a field of the schema. The elements of a file are in the order of a walk from the
// root.
type element struct {
	name       string
	physical   int
	length     int // of fixed-length values
	repetition int
	children   int
	logical
}

// A logical is the meaning of values.
type logical struct {
	meaning          int
	scale, precision int // of decimals
	digits           int // of the fraction of a second: 3, 6 or 9
	utc              bool
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

// set sets the value that the footer has at a path. The newer way to state a meaning, field 10,
// comes after the older one, field 6, and replaces it.
func (e *element) set(path uint64, v int64) {
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
		e.logical = converted[n] // fields 7 and 8 follow
	case ints | 0x0207, ints | 0x020a_0501:
		e.scale = n
	case ints | 0x0208, ints | 0x020a_0502:
		e.precision = n
	case ints | 0x020a_0701, ints | 0x020a_0801:
		e.utc = v != 0
	case ints | 0x020a_0a02: // whether integers have a sign
		if v == 0 {
			e.meaning = meansUnsigned
		}
	}
	switch unit := int(path & 0xff); path &^ 0xff {
	case structs | 0x020a_0702_00, structs | 0x020a_0802_00:
		e.digits = 3 * unit
	case structs | 0x020a_00:
		e.meaning, e.utc = unit, false
	}
}

// A column is a leaf of the schema: a field that has values, not other fields.
type column struct {
	element
	path      string // the names of the fields that lead to it, and its own
	name      string // the path without the fields that Parquet adds inside lists and maps
	maxDef    int    // the definition level of a value: how many optional and repeated fields lead to it
	listDefs  []int  // the definition levels of an entry of each list around it, outermost first
	valueType Type
}

func (c *column) textType() Type {
	if len(c.listDefs) > 0 {
		return JSON
	}
	return c.valueType
}

// A schemaWalk finds the columns of a schema.
type schemaWalk struct {
	elements []element // not walked yet
	columns  []*column
}

func columnsOf(elements []element) ([]*column, error) {
	if len(elements) == 0 || elements[0].children == 0 {
		return nil, errors.New("the Parquet file has no columns")
	}
	w := &schemaWalk{elements: elements[1:]}
	for range elements[0].children {
		if err := w.field(&column{}, 1); err != nil {
			return nil, err
		}
	}
	if len(w.elements) > 0 {
		return nil, errSchema
	}
	return w.columns, nil
}

// field walks through the next field, which lies inside another, and the fields inside of it.
func (w *schemaWalk) field(around *column, depth int) error {
	if len(w.elements) == 0 || depth > maxSchemaDepth {
		return errSchema
	}
	c := &column{element: w.elements[0], name: around.name, maxDef: around.maxDef, listDefs: slices.Clip(around.listDefs)}
	w.elements = w.elements[1:]
	// Some fields only stand between a list or map and its entries, as in cells.list.element.
	entry := c.repetition == repeated && (around.meaning == meansList || around.meaning == meansMap)
	if only := around.repetition == repeated && around.children == 1; !entry && !only {
		c.name = strings.TrimPrefix(around.name+"."+c.element.name, ".")
	}
	c.path = strings.TrimPrefix(around.path+"."+c.element.name, ".")
	if c.repetition < required || c.repetition > repeated || min(c.children, c.length, c.scale, c.precision) < 0 {
		return errSchema
	}
	if c.repetition != required {
		c.maxDef++
	}
	if c.repetition == repeated {
		c.listDefs = append(c.listDefs, c.maxDef)
	}
	if c.children == 0 {
		w.columns = append(w.columns, c)
		return c.setType()
	}
	for range c.children {
		if err := w.field(c, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// setType chooses the type of a column's values. A meaning that does not go with the physical type
// counts for nothing.
func (c *column) setType() error {
	if c.physical < boolean || c.physical > fixedArrays {
		return fmt.Errorf("column %q of the Parquet file has an unknown type", c.name)
	}
	if c.physical == fixedArrays && c.length == 0 || c.meaning == meansDecimal && c.precision == 0 {
		return errSchema
	}
	c.valueType = [...]Type{Bool, Int, Int, Text, Float, Float, Text, Text}[c.physical]
	integer, array := c.valueType == Int, c.physical >= byteArrays
	meant, fits := c.valueType, false // the type for the meaning, and whether it goes with the physical type
	switch c.meaning {
	case meansUnsigned:
		fits = integer
	case meansDate, meansTime, meansTimestamp:
		meant, fits = Text, integer
	case meansUUID:
		fits = c.length == 16 && array
	case meansFloat16:
		return fmt.Errorf("column %q has floats of 16 bits, which are not read: write it as floats of 32 bits", c.name)
	case meansJSON:
		meant, fits = JSON, array
	case meansDecimal:
		fits = integer || array
		if meant = Float; c.precision > exactDigits { // a float would round
			meant = Text
		} else if c.scale == 0 {
			meant = Int
		}
	}
	if fits {
		c.valueType = meant
	} else {
		c.meaning = meansText
	}
	return nil
}

// width is the size of a value, once decoded; 0 for values of any length.
func (e *element) width() int {
	return [...]int{1, 4, 8, 12, 4, 8, 0, e.length}[e.physical]
}
