package split

import "encoding/binary"

// This file counts values of columns in each part, for Config.Tally.

// A Tally counts the rows of each part by their values in a column.
type Tally struct {
	Column string
	// Values are all values, in the order of their first rows; "" is also no value. If there are
	// more than [MaxTallied], both lists are nil.
	Values []string
	Rows   [][]int64 // for each value, the number of rows in each part

	numbers map[string]int // of the values; nil: there are too many
	parts   int
}

// MaxTallied is the largest number of values that a Tally counts.
const MaxTallied = 10_000

func newTallies(cfg *Config) (all []Tally) {
	for _, name := range cfg.Tally {
		all = append(all, Tally{Column: name, numbers: map[string]int{}, parts: len(cfg.Parts)})
	}
	return all
}

func (t *Tally) number(value []byte) int {
	n, known := t.numbers[string(value)]
	switch {
	case known || t.numbers == nil:
		return n
	case len(t.Values) == MaxTallied:
		t.numbers, t.Values, t.Rows = nil, nil, nil
		return 0
	}
	n = len(t.Values)
	t.Values = append(t.Values, string(value))
	t.Rows = append(t.Rows, make([]int64, t.parts))
	t.numbers[t.Values[n]] = n
	return n
}

// tallyNumber is the size of a value's number in front of a row.
const tallyNumber = 2

// appendNumbers appends the numbers of a row's values, which are as appendValue writes them.
func appendNumbers(dst []byte, tallies []Tally, values []byte) []byte {
	for i := range tallies {
		var value []byte
		value, values = nextValue(values)
		dst = binary.BigEndian.AppendUint16(dst, uint16(tallies[i].number(value)))
	}
	return dst
}

// count counts a row in its part, and returns it without the numbers in front of it.
func count(tallies []Tally, part int, row []byte) []byte {
	for i := range tallies {
		if rows := tallies[i].Rows; rows != nil {
			rows[binary.BigEndian.Uint16(row)][part]++
		}
		row = row[tallyNumber:]
	}
	return row
}
