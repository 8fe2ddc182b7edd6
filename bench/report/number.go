package report

// This file writes numbers and names for people.

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number returns a figure with three significant digits and an SI prefix: "2.70 M", "701 k",
// "0.638", "0".
func Number(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	prefixes := []string{"", " k", " M", " G", " T", " P", " E"}
	scale := 0
	for math.Abs(v) >= 999.5 && scale < len(prefixes)-1 {
		v /= 1000
		scale++
	}
	return strings.TrimSuffix(fmt.Sprintf("%#.3g", v), ".") + prefixes[scale]
}

// tickText returns the value of a tick without needless zeros: "10 k", "0.5".
func tickText(v float64) string {
	text := Number(v)
	number, prefix, _ := strings.Cut(text, " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return strings.TrimSpace(number + " " + prefix)
}

// round2 rounds a coordinate to two decimals.
func round2(v float64) float64 { return math.Round(100*v) / 100 }

// shorten cuts the middle out of a text with more than most characters. Names that differ at
// either end stay different.
func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	tail := (most - 1) / 2
	return string(runes[:most-1-tail]) + "…" + string(runes[len(runes)-tail:])
}
