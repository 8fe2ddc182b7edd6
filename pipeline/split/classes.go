package split

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// This file has the classes that Config.Stratify makes of the rows.

// maxClasses bounds the memory for classes.
const maxClasses = 10_000

// classes numbers the classes of rows from 0, in the order of their first rows.
type classes struct {
	columns []string       // Config.Stratify
	numbers map[string]int // by the values of the columns, as appendValue writes them
	values  []string
}

func newClasses(columns []string) *classes {
	return &classes{columns: columns, numbers: map[string]int{}}
}

func (c *classes) number(values []byte) (int, error) {
	if n, known := c.numbers[string(values)]; known {
		return n, nil
	}
	n := len(c.values)
	if n == maxClasses {
		return 0, fmt.Errorf("stratify by %s: more than %d classes: choose columns with fewer values", strings.Join(c.columns, ","), maxClasses)
	}
	c.values = append(c.values, string(values))
	c.numbers[c.values[n]] = n
	return n, nil
}

// name returns a class for messages: "tier=hard, source=x".
func (c *classes) name(number int) string {
	var all []string
	values := []byte(c.values[number])
	for _, column := range c.columns {
		var value []byte
		value, values = nextValue(values)
		all = append(all, fmt.Sprintf("%s=%s", column, value))
	}
	return strings.Join(all, ", ")
}

// appendValue appends the value of a column with its length before it, so that no two lists of
// values are equal.
func appendValue(dst, value []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(value))), value...)
}

// nextValue returns the first value that appendValue wrote, and the text after it.
func nextValue(text []byte) (value, rest []byte) {
	length, n := binary.Uvarint(text)
	text = text[n:]
	return text[:length], text[length:]
}

// A classError reports a class that has too few rows or groups for all parts, or an input that has.
type classError struct {
	Class, Part  string
	Rows, Groups int64
	More         int // other classes that are too small
}

func (e *classError) Error() string {
	rows := "only " + plural(e.Rows, "row")
	if e.Groups < e.Rows {
		rows += " in " + plural(e.Groups, "group")
	}
	switch {
	case e.Class == "":
		return fmt.Sprintf("part %s would be empty: the input has %s", e.Part, rows)
	case e.More > 0:
		return fmt.Sprintf("the class %s has %s: part %s gets none of them, and %s as small", e.Class, rows, e.Part, classesAre(e.More))
	}
	return fmt.Sprintf("the class %s has %s: part %s gets none of them", e.Class, rows, e.Part)
}

// classesAre returns a number of other classes with its verb.
func classesAre(n int) string {
	if n == 1 {
		return "1 other class is"
	}
	return fmt.Sprintf("%d other classes are", n)
}

// plural returns a number of things.
func plural(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
