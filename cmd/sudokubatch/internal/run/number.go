package run

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// Numbers sets flags that are whole numbers, which may be written as 20k, 1M or
// 1.5G, as kong sets flags.
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
	n, err := parseNumber(text)
	target.SetInt(n)
	return err
})

// parseNumber reads a number with or without a sign and a prefix.
func parseNumber(text string) (int64, error) {
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

// powers are those of ten that the letters behind a number stand for.
var powers = map[string]int{"k": 3, "K": 3, "m": 6, "M": 6, "g": 9, "G": 9, "t": 12, "T": 12}

// parseUnsigned reads a number of which a power of ten makes a whole one, exactly.
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
	return fmt.Errorf("%q is not a number such as 5000, 20k or 1M", text)
}
