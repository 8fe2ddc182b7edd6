package datacard

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// This file writes tables of the values that columns have in each part.

// A tallied is a value with its number of rows in each part.
type tallied struct {
	value  string
	number float64 // if all values are numbers
	rows   []int64
}

func (t *tallied) total() (total int64) {
	for _, n := range t.rows {
		total += n
	}
	return total
}

// Numbers with more values are summed up by quartiles. Of other values the rarest are summed up.
const maxNumbers, maxValues = 24, 20

// writeTally writes a table for a column. It writes nothing for a column without values.
func (c *Card) writeTally(b *bytes.Buffer, t *split.Tally) {
	title := "Rows by " + markdown(t.Column)
	if t.Rows == nil && t.Values == nil && c.rows() > 0 {
		fmt.Fprintf(b, "\n## %s\n\nMore than %s values.\n", title, humanize.Comma(split.MaxTallied))
		return
	}
	values, missing, numeric := sorted(t)
	if len(values) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| %s |", title, markdown(t.Column))
	for _, p := range c.Parts {
		fmt.Fprintf(b, " %s |", markdown(p.Name))
	}
	fmt.Fprintf(b, "\n|---|%s\n", strings.Repeat("--:|", len(c.Parts)))
	if numeric && len(values) > maxNumbers {
		c.writeQuartiles(b, values)
	} else {
		c.writeCounts(b, values, numeric)
	}
	if missing != nil {
		c.writeRow(b, "no value", missing.rows)
	}
}

// sorted returns the values that are in some part: numbers in ascending order, the values of a
// known column in its order, and other values by their number of rows. missing counts rows without
// a value, or is nil.
func sorted(t *split.Tally) (values []tallied, missing *tallied, numeric bool) {
	numeric = true
	for i, value := range t.Values {
		v := tallied{value: value, rows: t.Rows[i]}
		switch {
		case v.total() == 0:
			continue
		case value == "":
			missing = &v
			continue
		}
		var err error
		v.number, err = strconv.ParseFloat(value, 64)
		numeric = numeric && err == nil && !math.IsNaN(v.number) && !math.IsInf(v.number, 0)
		values = append(values, v)
	}
	column, _ := known(t.Column)
	for _, v := range values {
		if !slices.Contains(column.Values, v.value) {
			column.Values = nil
		}
	}
	slices.SortFunc(values, func(v, w tallied) int {
		switch {
		case column.Values != nil:
			return slices.Index(column.Values, v.value) - slices.Index(column.Values, w.value)
		case numeric:
			return cmp.Or(cmp.Compare(v.number, w.number), cmp.Compare(v.value, w.value))
		}
		return cmp.Or(cmp.Compare(w.total(), v.total()), cmp.Compare(v.value, w.value))
	})
	return values, missing, numeric
}

// known returns the column of the registry with a name.
func known(name string) (columns.Column, bool) {
	found, err := columns.Choose(columns.All(), []string{name})
	if err != nil {
		return columns.Column{}, false
	}
	return found[0], true
}

func (c *Card) writeCounts(b *bytes.Buffer, values []tallied, numeric bool) {
	others := tallied{rows: make([]int64, len(c.Parts))}
	for i, v := range values {
		if numeric || len(values) <= maxValues || i < maxValues-1 {
			c.writeRow(b, markdown(v.value), v.rows)
			continue
		}
		for part, n := range v.rows {
			others.rows[part] += n
		}
	}
	if others.total() > 0 {
		c.writeRow(b, fmt.Sprintf("%d other values", len(values)-maxValues+1), others.rows)
	}
}

// writeRow writes numbers of rows, with their shares of the parts.
func (c *Card) writeRow(b *bytes.Buffer, name string, rows []int64) {
	fmt.Fprintf(b, "| %s |", name)
	for part, n := range rows {
		fmt.Fprintf(b, " %s (%s) |", humanize.Comma(n), percent(n, c.Summary.Rows[part]))
	}
	b.WriteByte('\n')
}

func percent(n, of int64) string { return fmt.Sprintf("%.2f %%", 100*float64(n)/float64(max(of, 1))) }

// writeQuartiles writes the least and the largest number, the quartiles and the mean.
func (c *Card) writeQuartiles(b *bytes.Buffer, values []tallied) {
	for i, name := range []string{"least", "first quartile", "median", "third quartile", "most"} {
		fmt.Fprintf(b, "| %s |", name)
		for part := range c.Parts {
			fmt.Fprintf(b, " %s |", markdown(quartile(values, part, i)))
		}
		b.WriteByte('\n')
	}
	b.WriteString("| mean |")
	for part := range c.Parts {
		sum, rows := 0.0, int64(0)
		for _, v := range values {
			sum += float64(v.number * float64(v.rows[part])) // the same on every processor
			rows += v.rows[part]
		}
		fmt.Fprintf(b, " %s |", strconv.FormatFloat(sum/float64(max(rows, 1)), 'g', 5, 64))
	}
	b.WriteByte('\n')
}

// quartile returns the least value of a part that at least i quarters of its rows do not exceed.
func quartile(values []tallied, part, i int) string {
	rows := int64(0)
	for _, v := range values {
		rows += v.rows[part]
	}
	before := int64(0)
	for _, v := range values {
		if before += v.rows[part]; before > 0 && 4*before >= int64(i)*rows {
			return v.value
		}
	}
	return ""
}
