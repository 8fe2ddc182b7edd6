package options

// This file reads the values of options from text.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/pipeline/where"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Where is the expression of --where.
type Where struct{ *where.Expression }

// UnmarshalText sets the flag; kong calls it.
func (w *Where) UnmarshalText(text []byte) (err error) {
	if w.Expression, err = where.Parse(string(text)); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "where: ")) // kong names the flag
	}
	return nil
}

// Set reports whether the flag was given.
func (w Where) Set() bool { return w.Expression != nil }

// String returns the expression, or "" if the flag was not given.
func (w Where) String() string {
	if w.Expression == nil {
		return ""
	}
	return w.Expression.String()
}

// An Interval holds numbers: A..B, A.., ..B, or one number.
type Interval struct {
	From, To float64 // infinite where there is no bound
	set      bool
}

// UnmarshalText sets the flag; kong calls it.
func (v *Interval) UnmarshalText(text []byte) error {
	from, to, isRange := strings.Cut(string(text), "..")
	if !isRange {
		to = from
	}
	v.From, v.To, v.set = math.Inf(-1), math.Inf(1), true
	var errFrom, errTo error
	if from != "" {
		v.From, errFrom = strconv.ParseFloat(from, 64)
	}
	if to != "" {
		v.To, errTo = strconv.ParseFloat(to, 64)
	}
	if errFrom != nil || errTo != nil || from == "" && to == "" || !(v.From <= v.To) {
		return fmt.Errorf("%q: want a number or A..B, for example 24..26", text)
	}
	return nil
}

// String returns A..B.
func (v Interval) String() string { return fmt.Sprintf("%v..%v", v.From, v.To) }

// Set reports whether the flag was given.
func (v *Interval) Set() bool { return v.set }

// Whole returns the bounds if both are whole numbers.
func (v *Interval) Whole() (from, to int, ok bool) {
	from, to = int(v.From), int(v.To)
	return from, to, v.set && float64(from) == v.From && float64(to) == v.To
}

// Sizes are sizes of puzzles, ascending.
type Sizes struct{ Sides []int }

// UnmarshalText sets the flag; kong calls it.
func (s *Sizes) UnmarshalText(text []byte) error {
	for field := range strings.SplitSeq(string(text), ",") {
		side, err := strconv.Atoi(field)
		if err != nil || !slices.Contains(geometry.Sides(), side) {
			return fmt.Errorf("%q: sizes are %v, for example 4,6,9", field, geometry.Sides())
		}
		s.Sides = append(s.Sides, side)
	}
	slices.Sort(s.Sides)
	s.Sides = slices.Compact(s.Sides)
	return nil
}

// String returns the sizes as UnmarshalText takes them.
func (s Sizes) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Sides), " ", ","), "[]")
}

// A Box is a shape of boxes; zero: the usual one.
type Box struct{ geometry.Box }

// UnmarshalText sets the flag; kong calls it.
func (b *Box) UnmarshalText(text []byte) (err error) {
	b.Box, err = geometry.Parse(string(text))
	return err
}

// Check returns an error if b is a shape of none of the sizes, and does not say how their boxes lie.
func (b Box) Check(sizes Sizes) error {
	for _, side := range sizes.Sides {
		if usual := geometry.Of(side); b.Side() == side || b.Rows != b.Columns && usual.Rows != usual.Columns {
			return nil
		}
	}
	if b.Box == (geometry.Box{}) || len(sizes.Sides) == 0 {
		return nil
	}
	_, err := geometry.Resolve(sizes.Sides[0], b.Box)
	return err
}

// ParseNumber returns a number that may have a minus sign and a letter such as k.
func ParseNumber(text string) (int64, error) {
	digits, negative := strings.CutPrefix(text, "-")
	n, err := ParseUnsigned(digits)
	if err != nil || n > math.MaxInt64 {
		return 0, notNumber(text)
	}
	if negative {
		return -int64(n), nil
	}
	return int64(n), nil
}

// powers are the exponents of ten for the letters after a number.
var powers = map[string]int{"k": 3, "K": 3, "m": 6, "M": 6, "g": 9, "G": 9, "t": 12, "T": 12}

// ParseUnsigned returns a number that may have a letter. The result must be an integer.
func ParseUnsigned(text string) (uint64, error) {
	digits, zeros := text, 0
	if text != "" {
		if power, ok := powers[text[len(text)-1:]]; ok {
			digits, zeros = text[:len(text)-1], power
		}
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole == "" || len(fraction) > zeros || strings.ContainsAny(digits, "+-") {
		return 0, notNumber(text)
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", zeros-len(fraction)), 10, 64)
	if err != nil {
		return 0, notNumber(text)
	}
	return n, nil
}

func notNumber(text string) error {
	return fmt.Errorf("%q is not a number: want for example 5000, 20k or 1M", text)
}
