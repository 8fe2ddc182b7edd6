package run

// Values of flags: how their text is read.

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/where"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Form is the name of a form.
type Form struct{ Kind bulk.Kind }

// UnmarshalText sets the flag; kong calls it.
func (f *Form) UnmarshalText(text []byte) (err error) {
	f.Kind, err = parseKind(string(text), bulk.ParseKind, bulk.Kinds())
	return err
}

// String returns the name, or "" if the flag was not given.
func (f Form) String() string { return kindName(f.Kind) }

// A Target is the name of a form to write, or of a style.
type Target struct{ Kind bulk.Kind }

// UnmarshalText sets the flag; kong calls it.
func (t *Target) UnmarshalText(text []byte) (err error) {
	if page := string(text); slices.Contains(outfile.Pages, page) {
		return errPaper("book." + page)
	}
	t.Kind, err = parseKind(string(text), bulk.ParseTarget, bulk.Writable())
	return err
}

// String returns the name, or "" if the flag was not given.
func (t Target) String() string { return kindName(t.Kind) }

func kindName(k bulk.Kind) string {
	if k == 0 {
		return ""
	}
	return k.String()
}

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

// parseKind returns the form with a name. The error for unknown names lists the forms, and
// suggests one if the name is a file extension, such as jsonl.
func parseKind(name string, parse func(string) (bulk.Kind, error), kinds []bulk.Kind) (bulk.Kind, error) {
	kind, err := parse(name)
	if err == nil {
		return kind, nil
	}
	var names []string
	for _, k := range kinds {
		names = append(names, k.String())
	}
	meant := console.Meant(name, names)
	if k := outfile.KindNamed(name); slices.Contains(kinds, k) {
		meant = fmt.Sprintf(", did you mean %q?", k)
	}
	return 0, fmt.Errorf("unknown form %q (known: %s)%s", name, strings.Join(names, ", "), meant)
}

// Digits name the digits of 16×16 puzzles; "" = detected.
type Digits string

// UnmarshalText sets the flag; kong calls it.
func (d *Digits) UnmarshalText(text []byte) error {
	if !slices.Contains(bulk.Digits(), string(text)) {
		return fmt.Errorf("%q: choose %s", text, strings.Join(bulk.Digits(), ", "))
	}
	*d = Digits(text)
	return nil
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

// A Size is a number of bytes, such as 64MiB.
type Size uint64

// UnmarshalText sets the flag; kong calls it.
func (s *Size) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a size: want for example 64MiB", text)
	}
	*s = Size(n)
	return nil
}

// A Count is a number of 0 or more; "all" is -1.
type Count int

// UnmarshalText sets the flag; kong calls it.
func (c *Count) UnmarshalText(text []byte) error {
	if string(text) == "all" {
		*c = -1
		return nil
	}
	n, err := ParseNumber(string(text))
	if err != nil || n < 0 {
		return fmt.Errorf("%q: want a number or all", text)
	}
	*c = Count(n)
	return nil
}

// String returns the text that UnmarshalText reads.
func (c Count) String() string {
	if c < 0 {
		return "all"
	}
	return strconv.Itoa(int(c))
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

// Numbers sets integer flags; kong calls it. Numbers may be written as 20k, 1M or 1.5G.
var Numbers = kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("number")
	if err != nil {
		return err
	}
	text := fmt.Sprint(token.Value)
	if target.CanUint() {
		n, err := parseUnsigned(text)
		target.SetUint(n)
		return err
	}
	n, err := ParseNumber(text)
	target.SetInt(n)
	return err
})

// ParseNumber returns a number that may have a minus sign and a letter such as k.
func ParseNumber(text string) (int64, error) {
	digits, negative := strings.CutPrefix(text, "-")
	n, err := parseUnsigned(digits)
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

// parseUnsigned returns a number that may have a letter. The result must be an integer.
func parseUnsigned(text string) (uint64, error) {
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
