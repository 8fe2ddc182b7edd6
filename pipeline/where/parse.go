package where

// This file parses expressions by recursive descent.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error reports a mistake in an expression, or a record that it cannot test.
type Error struct {
	At     int    // offset of the mistake in the expression, in bytes
	Near   string // the text there; "" at the end
	Reason string
	column int // of At, in characters from 1
}

func (e *Error) Error() string {
	if e.Near == "" {
		return "where: at the end: " + e.Reason
	}
	return fmt.Sprintf("where: character %d (%.40s): %s", e.column, e.Near, e.Reason)
}

// maxDepth limits how deep expressions are nested.
const maxDepth = 100

// maxDigits is the largest number of digits for which a float64 is exact.
const maxDigits = 15

// A parser reads the tokens of an expression.
type parser struct {
	text  string
	token token // the current token
	end   int   // end of the current token
	depth int
	names []string // columns, each once
	at    []int    // where each name is first
}

// A token is a word, a string, a number, an operator, or the end of the text.
type token struct {
	kind  kind
	at    int
	value string // the operator or word in lower case, the name, the characters of the string
}

type kind uint8

const (
	end kind = iota
	operator
	name
	word // a name that is not in quotes, which may be an operator
	literalText
	literalNumber
)

// operators lists the operators that are no words. A longer one comes before its beginning.
var operators = []string{"==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "(", ")", "[", "]", ","}

// fail panics with an error at a place. Parse recovers it.
func (p *parser) fail(at int, format string, args ...any) {
	panic(newError(p.text, at, fmt.Sprintf(format, args...)))
}

// newError returns an error at an offset of an expression.
func newError(text string, at int, reason string) *Error {
	near, ends := text[at:], " \t\n"
	if r, _ := utf8.DecodeRuneInString(near); isNameRune(r) {
		ends += "=!<>()[],&|"
	}
	if i := strings.IndexAny(near, ends); i > 0 {
		near = near[:i]
	}
	return &Error{At: at, Near: near, Reason: reason, column: utf8.RuneCountInString(text[:at]) + 1}
}

func (p *parser) next() {
	rest := strings.TrimLeftFunc(p.text[p.end:], unicode.IsSpace)
	at := len(p.text) - len(rest)
	p.token, p.end = token{at: at}, at
	if rest == "" {
		return
	}
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			p.token = token{operator, at, op}
			p.end += len(op)
			return
		}
	}
	switch first, _ := utf8.DecodeRuneInString(rest); {
	case first == '"' || first == '\'' || first == '`':
		p.quoted(rest, byte(first))
	case first == '-' || first >= '0' && first <= '9':
		n := len(rest) - len(strings.TrimLeftFunc(rest[1:], func(r rune) bool { return isNameRune(r) || r == '.' || r >= '0' && r <= '9' }))
		p.token = token{literalNumber, at, rest[:n]}
		p.end += n
	case isNameRune(first):
		n := strings.IndexFunc(rest, func(r rune) bool { return !isNameRune(r) && r != '.' && !unicode.IsDigit(r) })
		if n < 0 {
			n = len(rest)
		}
		p.token = token{word, at, rest[:n]}
		p.end += n
	case first == '=':
		p.fail(at, "want == to compare")
	default:
		p.fail(at, "want a column, a value or an operator; put other names into `backquotes`")
	}
}

func isNameRune(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// quoted reads a string, or a name in backquotes. A backslash or a second quote makes a quote part of
// the string.
func (p *parser) quoted(rest string, quote byte) {
	var value []byte
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == quote && i+1 < len(rest) && rest[i+1] == quote, c == '\\' && i+1 < len(rest) && (rest[i+1] == quote || rest[i+1] == '\\'):
			i++
			value = append(value, rest[i])
		case c == quote:
			p.token = token{literalText, p.token.at, string(value)}
			if quote == '`' {
				p.token.kind = name
			}
			p.end += i + 1
			return
		default:
			value = append(value, c)
		}
	}
	p.fail(p.token.at, "this quote is not closed")
}

// take reads an operator or a word if it is the current token.
func (p *parser) take(words ...string) bool {
	t := p.token
	is := t.kind == operator && slices.Contains(words, t.value) || t.kind == word && slices.Contains(words, strings.ToLower(t.value))
	if is {
		p.next()
	}
	return is
}

// any parses alternatives.
func (p *parser) any() *node {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.token.at, "the expression is nested too deep")
	}
	n := p.all()
	for p.take("or", "||") {
		n = &node{kind: or, a: n, b: p.all()}
	}
	p.depth--
	return n
}

// all parses conditions that must all be met.
func (p *parser) all() *node {
	n := p.condition()
	for p.take("and", "&&") {
		n = &node{kind: and, a: n, b: p.condition()}
	}
	return n
}

func (p *parser) condition() *node {
	at := p.token.at
	switch {
	case p.take("not", "!"):
		if p.depth++; p.depth > maxDepth {
			p.fail(at, "the expression is nested too deep")
		}
		n := &node{kind: not, a: p.condition()}
		p.depth--
		return n
	case p.take("("):
		n := p.any()
		if !p.take(")") {
			p.fail(p.token.at, "want ) or an operator such as and, or, ==")
		}
		return n
	}
	left := p.operand()
	op := p.token
	switch {
	case p.take("==", "!=", "<", "<=", ">", ">="):
		n := p.comparison(op, left, p.operand())
		if t := p.token; p.take("==", "!=", "<", "<=", ">", ">=") {
			p.fail(t.at, "a comparison cannot be compared: combine two comparisons with and")
		}
		return n
	case p.take("in"):
		return p.list(left)
	case p.take("not"):
		if !p.take("in") {
			p.fail(p.token.at, "want in after not")
		}
		return &node{kind: not, a: p.list(left)}
	}
	if left.column < 0 {
		p.fail(left.at, "want a condition on a column, such as clues <= 24")
	}
	return &node{kind: truth, left: left}
}

// comparison returns the comparison of two operands. A column comes first.
func (p *parser) comparison(op token, left, right operand) *node {
	n := &node{kind: compare, op: comparisons[op.value], left: left, right: right}
	if left.column < 0 {
		n.op, n.left, n.right = n.op.reversed(), right, left
	}
	if n.left.column < 0 {
		p.fail(left.at, "two values, but no column")
	}
	if n.op.orders() && n.right.column < 0 {
		if _, err := strconv.ParseFloat(n.right.text, 64); err == nil && !n.right.isNumber {
			p.fail(n.right.at, "text in quotes is not compared as a number: write %s without quotes", n.right.text)
		}
		if n.right.isBool {
			p.fail(n.right.at, "true and false are neither less nor greater")
		}
	}
	return n
}

// list parses the list after in.
func (p *parser) list(left operand) *node {
	if left.column < 0 {
		p.fail(left.at, "want a column before in")
	}
	n := &node{kind: in, left: left}
	closing := ")"
	if p.take("[") {
		closing = "]"
	} else if !p.take("(") {
		p.fail(p.token.at, "want a list such as (1, 2) after in")
	}
	for {
		value := p.operand()
		if value.column >= 0 {
			p.fail(value.at, "want a value in the list, not a column; put text into quotes")
		}
		n.values = append(n.values, value)
		if p.take(closing) {
			return n
		}
		if !p.take(",") {
			p.fail(p.token.at, "want , or %s in the list", closing)
		}
	}
}

// operand parses a column or a value.
func (p *parser) operand() operand {
	t := p.token
	o := operand{column: -1, at: t.at, text: t.value}
	switch lower := strings.ToLower(t.value); {
	case t.kind == literalText:
	case t.kind == literalNumber:
		o.number = p.number(t)
		o.isNumber = true
	case t.kind == word && (lower == "true" || lower == "false"):
		o.isBool, o.text = true, lower
	case t.kind == word && slices.Contains([]string{"and", "or", "not", "in"}, lower), t.kind == operator, t.kind == end:
		p.fail(t.at, "want a column or a value")
	default:
		o.column = p.columnOf(t)
	}
	p.next()
	return o
}

func (p *parser) number(t token) float64 {
	x, err := strconv.ParseFloat(t.value, 64)
	digits := strings.Count(t.value, "") - 1 - strings.Count(t.value, ".") - strings.Count(t.value, "-")
	switch {
	case err != nil || strings.ContainsAny(t.value, "_xXpPn"):
		p.fail(t.at, "this is no number; put text into quotes")
	case digits > maxDigits:
		p.fail(t.at, "numbers have at most %d digits; put longer ones into quotes, to compare them as text", maxDigits)
	}
	return x
}

// columnOf returns the index of a column among the names.
func (p *parser) columnOf(t token) int {
	if i := slices.Index(p.names, t.value); i >= 0 {
		return i
	}
	p.names, p.at = append(p.names, t.value), append(p.at, t.at)
	return len(p.names) - 1
}
