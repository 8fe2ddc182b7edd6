package where

// This file tests records.

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A node is a condition.
type node struct {
	kind        nodeKind
	a, b        *node // of and, or; not has only a
	op          comparison
	left, right operand   // of compare; truth and in have only left, which is a column
	values      []operand // of in
}

type nodeKind uint8

const (
	and nodeKind = iota
	or
	not
	compare
	in
	truth // the column is true
)

// visitValues calls do for each value with which a column is compared, in a node and all nodes below it.
func (n *node) visitValues(do func(n *node, value *operand)) {
	if n == nil {
		return
	}
	if n.kind == compare && n.right.column < 0 {
		do(n, &n.right)
	}
	for i := range n.values {
		do(n, &n.values[i])
	}
	n.a.visitValues(do)
	n.b.visitValues(do)
}

// An operand is a column or a value.
type operand struct {
	column   int // index among the names; -1: a value
	at       int // offset in the expression
	text     string
	number   float64 // of a number
	isNumber bool
	isBool   bool     // text is true or false
	means    []string // what a value means for its column, if that is computed
}

// A comparison is an operator between two values.
type comparison uint8

const (
	equal comparison = iota
	unequal
	less
	lessEqual
	greater
	greaterEqual
)

var comparisons = map[string]comparison{"==": equal, "!=": unequal, "<": less, "<=": lessEqual, ">": greater, ">=": greaterEqual}

// orders reports whether the operator is one of less and greater.
func (c comparison) orders() bool { return c >= less }

// reversed returns the operator for exchanged operands.
func (c comparison) reversed() comparison {
	return [...]comparison{equal, unequal, greater, greaterEqual, less, lessEqual}[c]
}

// holds reports whether two values are in the relation. The order is -1 if the first is less than
// the second, 0 if they are equal, and 1 if the first is greater.
func (c comparison) holds(order int) bool {
	return [...]bool{equal: order == 0, unequal: order != 0, less: order < 0, lessEqual: order <= 0, greater: order > 0, greaterEqual: order >= 0}[c]
}

// A result is what testing a condition gives.
type result uint8

const (
	no result = iota
	yes
	unknown // a column is not computed yet
	failing // the values cannot be compared
)

func resultOf(holds bool) result {
	if holds {
		return yes
	}
	return no
}

// test tests the current record.
func (m *matcher) test(n *node) result {
	switch n.kind {
	case and:
		return m.both(n, no)
	case or:
		return m.both(n, yes)
	case not:
		switch r := m.test(n.a); r {
		case yes:
			return no
		case no:
			return yes
		default:
			return r
		}
	case in:
		return m.isIn(n)
	case truth:
		return m.isTrue(n)
	case compare:
	}
	return m.compare(n)
}

// both tests two conditions. If one has the deciding result, so have both together, whatever
// the other is.
func (m *matcher) both(n *node, deciding result) result {
	a := m.test(n.a)
	if a == deciding {
		return a
	}
	failure := m.failure
	b := m.test(n.b)
	switch {
	case b == deciding || b == unknown:
		return b
	case a == failing:
		m.failure = failure
		return a
	case a == unknown:
		return a
	}
	return b
}

// value returns the value of a column. ok is false if it is not computed yet.
func (m *matcher) value(o *operand) (text []byte, ok bool) {
	if !m.reader.Known(m.record, o.column) {
		return nil, false
	}
	return m.reader.Value(m.record, o.column), true
}

// compare compares a column with a value or another column.
func (m *matcher) compare(n *node) result {
	left, ok := m.value(&n.left)
	if !ok {
		return unknown
	}
	if n.right.column >= 0 {
		right, ok := m.value(&n.right)
		if !ok {
			return unknown
		}
		return compareColumns(n.op, left, right)
	}
	if len(left) == 0 && n.op.orders() {
		return no
	}
	if n.right.isNumber {
		x, isNumber := numberOf(left)
		switch {
		case math.IsNaN(x) || !isNumber && !n.op.orders():
			return resultOf(n.op == unequal)
		case !isNumber:
			return m.fail(n, left, "is no number")
		}
		return resultOf(n.op.holds(cmp.Compare(x, n.right.number)))
	}
	return resultOf(n.op.holds(m.compareText(left, n.left.column, &n.right)))
}

// compareText compares a value of a column with a text.
func (m *matcher) compareText(value []byte, column int, o *operand) int {
	if o.isBool && bytes.EqualFold(value, []byte(o.text)) || m.reader.Computes(column) && slices.Contains(o.means, string(value)) {
		return 0
	}
	return cmp.Compare(string(value), o.text)
}

// compareColumns compares two values, as numbers if both are numbers.
func compareColumns(op comparison, left, right []byte) result {
	if len(left) == 0 || len(right) == 0 {
		if op.orders() {
			return no
		}
		return resultOf(op.holds(bytes.Compare(left, right)))
	}
	x, isNumber := numberOf(left)
	y, areNumbers := numberOf(right)
	switch {
	case !isNumber || !areNumbers:
		return resultOf(op.holds(bytes.Compare(left, right)))
	case math.IsNaN(x) || math.IsNaN(y):
		return resultOf(op == unequal)
	}
	return resultOf(op.holds(cmp.Compare(x, y)))
}

// isIn reports whether a column has one of the values.
func (m *matcher) isIn(n *node) result {
	value, ok := m.value(&n.left)
	if !ok {
		return unknown
	}
	x, isNumber, read := 0.0, false, false
	for i := range n.values {
		o := &n.values[i]
		switch {
		case !o.isNumber:
			if m.compareText(value, n.left.column, o) == 0 {
				return yes
			}
			continue
		case !read:
			x, isNumber = numberOf(value)
			read = true
		}
		if isNumber && x == o.number {
			return yes
		}
	}
	return no
}

func (m *matcher) isTrue(n *node) result {
	value, ok := m.value(&n.left)
	switch {
	case !ok:
		return unknown
	case bytes.EqualFold(value, []byte("true")):
		return yes
	case len(value) == 0 || bytes.EqualFold(value, []byte("false")):
		return no
	}
	return m.fail(n, value, "is neither true nor false")
}

// fail notes why the current record cannot be tested.
func (m *matcher) fail(n *node, value []byte, why string) result {
	m.failure = newError(m.text, n.left.at, fmt.Sprintf("the value %.40q %s", value, why))
	return failing
}

// numberOf returns a value as a number, if it is one. The usual numbers take no memory.
func numberOf(value []byte) (x float64, ok bool) {
	digits, negative := value, false
	if len(digits) > 1 && digits[0] == '-' {
		digits, negative = digits[1:], true
	}
	if len(digits) > maxDigits+1 || len(digits) == 0 {
		return parseNumber(value)
	}
	n, point := int64(0), -1
	for i, c := range digits {
		switch {
		case c >= '0' && c <= '9':
			n = 10*n + int64(c-'0')
		case c == '.' && point < 0 && len(digits) > 1:
			point = i
		default:
			return parseNumber(value)
		}
	}
	if point < 0 && len(digits) > maxDigits {
		return parseNumber(value)
	}
	x = float64(n)
	if point >= 0 {
		x /= powers[len(digits)-1-point] // both are exact, so the quotient is rounded once
	}
	if negative {
		x = -x
	}
	return x, true
}

// powers are powers of ten.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseNumber returns any number as Go and Python write it.
func parseNumber(value []byte) (float64, bool) {
	value = bytes.TrimSpace(value)
	if len(value) == 0 || bytes.ContainsAny(value, "_xX") {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(value), 64)
	return x, err == nil
}
