package split

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Part is one of the files to divide a corpus into.
type Part struct {
	Name string
	// Share is the part's share of the whole, more than 0. The shares of all parts sum up to 1.
	// It is nil if Rows gives the size.
	Share *big.Rat
	// Rows is the number of records in an exact part. At most one part has -1: it takes the
	// rows that the others leave.
	Rows int64
}

// rest as Part.Rows takes the rows that the other parts leave.
const rest = -1

// maxParts bounds the memory of the parts' buffers.
const maxParts = 100

// ParseParts parses parts such as "train=90,test=10". Shares sum up to 100, or to 1 as in 0.9
// and 0.1 or 2/3 and 1/3. One part without a number takes the rest. Exact parts may be numbers
// of rows: numbers that sum up to more than 100, or "test=50rows".
func ParseParts(text string, exact bool) ([]Part, error) {
	var sizes []size
	for item := range strings.SplitSeq(text, ",") {
		s, err := parseSize(strings.TrimSpace(item))
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(sizes, func(o size) bool { return strings.EqualFold(o.name, s.name) }) {
			return nil, fmt.Errorf("two parts have the name %q", s.name)
		}
		sizes = append(sizes, s)
	}
	if len(sizes) > maxParts {
		return nil, tooMany(len(sizes))
	}
	return resolve(sizes, exact)
}

func tooMany(parts int) error { return fmt.Errorf("%d parts are more than %d", parts, maxParts) }

// checkParts reports parts that nothing can be split into.
func checkParts(parts []Part, exact bool) error {
	switch {
	case len(parts) == 0:
		return errors.New("there are no parts to split into")
	case len(parts) > maxParts:
		return tooMany(len(parts))
	}
	sum, rests := new(big.Rat), 0
	shared := parts[0].Share != nil
	for _, p := range parts {
		switch {
		case (p.Share != nil) != shared || shared && p.Rows != 0:
			return errors.New("parts are either shares or numbers of rows")
		case shared && p.Share.Sign() <= 0, !shared && p.Rows <= 0 && p.Rows != rest:
			return fmt.Errorf("part %s is to have nothing", p.Name)
		case shared:
			sum.Add(sum, p.Share)
		case p.Rows == rest:
			rests++
		}
	}
	switch {
	case !shared && !exact:
		return errors.New("only exact parts can be numbers of rows")
	case shared && sum.Cmp(one) != 0:
		return fmt.Errorf("the shares of parts sum up to %s, not to 1", number(sum))
	case rests > 1:
		return errors.New("more than one part takes the rest")
	}
	return nil
}

// A size is the size of a part as it is written.
type size struct {
	name   string
	number *big.Rat // nil: the rest
	unit   string   // "", "%" or "rows"
}

// parseSize reads NAME or NAME=NUMBER.
func parseSize(item string) (s size, err error) {
	name, number, sized := strings.Cut(item, "=")
	if !sized && parseNumber(name) != nil {
		return s, errors.New("want NAME=N, for example train=90,test=10")
	}
	if s.name = name; !isName(name) {
		return s, fmt.Errorf("%q is no name for a part: it becomes that of a file", name)
	}
	if !sized {
		return s, nil
	}
	for _, s.unit = range []string{"%", "rows", ""} {
		if digits, ok := strings.CutSuffix(number, s.unit); ok {
			number = strings.TrimSpace(digits)
			break
		}
	}
	if s.number = parseNumber(number); s.number == nil || s.number.Sign() <= 0 {
		return s, fmt.Errorf("%q: want NAME=NUMBER, with a number above 0", item)
	}
	if s.unit == "rows" && !s.number.IsInt() {
		return s, fmt.Errorf("%q: rows come whole", item)
	}
	return s, nil
}

// parseNumber parses a number such as 90, 0.9, .9 or 2/3. It returns nil for other text.
func parseNumber(text string) *big.Rat {
	if len(text) > 40 || strings.Trim(text, "0123456789./") != "" || strings.Trim(text, "/") != text || strings.HasSuffix(text, ".") {
		return nil
	}
	number, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return number
}

// isName reports whether a file can have this name on every system.
func isName(name string) bool {
	if name == "" || len(name) > 200 || name[0] == '.' || name[0] == '-' || strings.TrimSpace(name) != name {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsPrint(r) || strings.ContainsRune(`/\<>:"|?*`, r)
	})
}

var (
	one     = big.NewRat(1, 1)
	hundred = big.NewRat(100, 1)
)

// resolve turns the numbers of all parts into shares or rows.
func resolve(sizes []size, exact bool) ([]Part, error) {
	sum, rests, unit := new(big.Rat), 0, ""
	numbered := 0
	for _, s := range sizes {
		switch {
		case s.number == nil:
			rests++
			continue
		case numbered > 0 && s.unit != unit:
			return nil, errors.New("some parts have a unit and others another, or none")
		}
		numbered++
		unit = s.unit
		sum.Add(sum, s.number)
	}
	if rests > 1 {
		return nil, errors.New("more than one part without a number: only one can take the rest")
	}
	whole, err := wholeOf(sum, unit, rests > 0, exact)
	if err != nil {
		return nil, err
	}
	return partsOf(sizes, sum, whole)
}

// wholeOf returns the number that the shares sum up to, 1 or 100; nil: the sizes are numbers of
// rows.
func wholeOf(sum *big.Rat, unit string, rest, exact bool) (*big.Rat, error) {
	above := sum.Cmp(hundred)
	switch {
	case unit == "rows" && !exact, unit == "" && above > 0 && !exact:
		return nil, fmt.Errorf("%s rows: only exact parts can be numbers of rows; shares sum up to 100, or to 1", number(sum))
	case unit == "rows", unit == "" && above > 0:
		return nil, nil //nolint:nilnil // documented
	case sum.Sign() == 0, unit == "" && rest && sum.Cmp(one) < 0, unit == "" && !rest && sum.Cmp(one) == 0:
		return one, nil
	case rest && above < 0, !rest && above == 0:
		return hundred, nil
	case rest:
		return nil, fmt.Errorf("the parts take %s%% already: nothing is left for the one without a number", number(sum))
	}
	return nil, fmt.Errorf("the parts sum up to %s, not to 100 or 1", number(sum))
}

// partsOf makes parts of sizes with a sum; whole is as wholeOf returns it.
func partsOf(sizes []size, sum, whole *big.Rat) ([]Part, error) {
	var parts []Part
	for _, s := range sizes {
		p := Part{Name: s.name}
		switch {
		case whole == nil && s.number == nil:
			p.Rows = rest
		case whole == nil:
			if !s.number.IsInt() || !s.number.Num().IsInt64() {
				return nil, fmt.Errorf("%s: %s is not a number of rows", s.name, number(s.number))
			}
			p.Rows = s.number.Num().Int64()
		case s.number == nil:
			left := new(big.Rat).Sub(whole, sum)
			p.Share = left.Quo(left, whole)
		default:
			p.Share = new(big.Rat).Quo(s.number, whole)
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// describeParts writes parts for hashing: "train=9/10,test=1/10", or "train=rest,test=50rows".
// Shares are fractions in lowest terms, so equal parts have equal descriptions.
func describeParts(parts []Part) string {
	var all []string
	for _, p := range parts {
		size := strconv.FormatInt(p.Rows, 10) + "rows"
		switch {
		case p.Share != nil:
			size = p.Share.RatString()
		case p.Rows == rest:
			size = "rest"
		}
		all = append(all, p.Name+"="+size)
	}
	return strings.Join(all, ",")
}

// number formats a number for people.
func number(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	f, _ := n.Float64()
	return strconv.FormatFloat(f, 'g', 6, 64)
}

// Folds returns n parts of equal size with the names fold1, fold2 and so on, for cross-validation.
func Folds(n int) ([]Part, error) {
	if n < 2 || n > maxParts {
		return nil, fmt.Errorf("%d folds: want 2 to %d", n, maxParts)
	}
	var parts []Part
	for i := range n {
		parts = append(parts, Part{Name: fmt.Sprintf("fold%d", i+1), Share: big.NewRat(1, int64(n))})
	}
	return parts, nil
}
