// Package where chooses records by expressions such as
//
//	clues <= 24 and tier == "search" and source not in ("a", "b")
//
// An expression has comparisons (== != < <= > >=), lists (in, not in), and, or, not and
// parentheses; && || ! mean the same as the words. A value is a number, a text in double or
// single quotes, true or false. A name is a column of the input, or else a column of package
// columns, which is computed; other names than words are in backquotes. A column alone is a
// condition if it holds true or false.
//
// All values of inputs are text. A comparison with a number compares numbers: a record whose
// value is no number is not equal, and cannot be less or greater, which ends the run with an
// error that names the record. A comparison with a text compares bytes. Two columns are compared
// as numbers if both values are numbers, and otherwise as text. A missing value equals the empty
// text and nothing else; it is neither less nor greater than anything.
//
// Columns are computed in the order of their costs, and only for records that cheaper columns do
// not decide. So an error of one operand of and, or or does not count if another decides.
package where

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// An Expression is a condition on the columns of a record. It is a pipeline.Filter.
type Expression struct {
	// Scale is the scale of the ratings that are computed.
	Scale explain.Scale

	text  string
	root  *node
	names []string // columns, each once
	at    []int    // where each name is first
}

var _ pipeline.Filter = (*Expression)(nil)

// Parse parses an expression. The error is an [*Error].
func Parse(text string) (e *Expression, err error) {
	p := &parser{text: text}
	defer func() {
		if failure := recover(); failure != nil {
			wrong, ok := failure.(*Error)
			if !ok {
				panic(failure)
			}
			e, err = nil, wrong
		}
	}()
	p.next()
	root := p.any()
	if p.token.kind != end {
		p.fail(p.token.at, "want an operator such as and, or, ==")
	}
	e = &Expression{text: text, root: root, names: p.names, at: p.at}
	root.visitValues(func(n *node, value *operand) {
		if c, ok := columns.Computed(bulk.Form{}, e.names[n.left.column]); ok {
			value.means = c.Means(value.text)
		}
	})
	return e, nil
}

// String returns the expression as it was parsed.
func (e *Expression) String() string { return e.text }

// Names returns the names of the columns in the expression.
func (e *Expression) Names() []string { return slices.Clone(e.names) }

// Check returns an error if records of a form lack a column, or if a column can never have the
// value with which it is compared. The error is an [*Error].
func (e *Expression) Check(from bulk.Form) error {
	for i, name := range e.names {
		if err := columns.Check(from, name); err != nil {
			why := err.Error()
			if before := strings.TrimRight(e.text[:e.at[i]], " "); strings.ContainsAny(before[max(len(before)-1, 0):], "=<>") {
				why += "; put text into quotes"
			}
			return newError(e.text, e.at[i], why)
		}
	}
	var wrong error
	e.root.visitValues(func(n *node, value *operand) {
		name := e.names[n.left.column]
		if c, ok := columns.Computed(from, name); wrong == nil && ok && value.means == nil && value.text != "" {
			known := "it has: " + strings.Join(c.Values, ", ")
			if name == "technique" {
				known = columns.NearTechniques(value.text, e.Scale)
			}
			wrong = newError(e.text, value.at, fmt.Sprintf("%s has no such value (%s)", name, known))
		}
	})
	return wrong
}

// NewMatcher returns a Matcher.
func (e *Expression) NewMatcher() pipeline.Matcher {
	m := &matcher{Expression: e, reader: columns.NewReader(e.names...)}
	m.reader.Scale = e.Scale
	return m
}

// A matcher tests the records of batches.
type matcher struct {
	*Expression
	reader    *columns.Reader
	undecided []int // records
	later     []int
	record    int    // record that is tested
	failure   *Error // why it cannot be tested
}

// Engines names the engines that computed columns.
func (m *matcher) Engines() []string { return m.reader.Engines() }

// Match tests the records of a batch.
func (m *matcher) Match(ctx context.Context, b *pipeline.Batch, keep []bool) (failed int, err error) {
	m.reader.Begin(b)
	m.undecided = m.undecided[:0]
	for i := range keep {
		m.undecided = append(m.undecided, i)
	}
	for cost := columns.Free; cost < columns.Compare && len(m.undecided) > 0; cost++ {
		if !m.reader.Compute(ctx, cost, m.undecided) && cost > columns.Free {
			continue
		}
		m.later = m.later[:0]
		for _, m.record = range m.undecided {
			switch m.test(m.root) {
			case yes:
				keep[m.record] = true
			case no:
				keep[m.record] = false
			case unknown:
				m.later = append(m.later, m.record)
			case failing:
				if err == nil || m.record < failed {
					failed, err = m.record, m.failure
				}
			}
		}
		m.undecided, m.later = m.later, m.undecided
	}
	return failed, err
}
