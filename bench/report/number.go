package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Number writes a figure with three significant digits and an SI prefix, as
// people read it: "2.70 M", "701 k", "0.638", "0".
func Number(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	prefixes := []string{"", " k", " M", " G", " T"}
	scale := 0
	for math.Abs(v) >= 999.5 && scale < len(prefixes)-1 {
		v /= 1000
		scale++
	}
	return digits(v) + prefixes[scale]
}

// digits writes a number below 1000 with three significant digits, without an
// exponent.
func digits(v float64) string {
	switch abs := math.Abs(v); {
	case abs >= 99.95:
		return fmt.Sprintf("%.0f", v)
	case abs >= 9.995:
		return fmt.Sprintf("%.1f", v)
	case abs >= 0.9995:
		return fmt.Sprintf("%.2f", v)
	case abs >= 0.0001:
		decimals := 2 - int(math.Floor(math.Log10(abs)))
		return fmt.Sprintf("%.*f", decimals, v)
	}
	return fmt.Sprintf("%.1e", v)
}

// tickText writes a tick's value as short as it can be: "10 k", "0.5".
func tickText(v float64) string {
	text := Number(v)
	number, prefix, _ := strings.Cut(text, " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return strings.TrimSpace(number + " " + prefix)
}

// round2 cuts a coordinate to what can be seen.
func round2(v float64) float64 { return math.Round(100*v) / 100 }

// Shorten cuts the middle out of a text of more than so many characters, so that both
// ends tell it from others.
func Shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	tail := (most - 1) / 2
	return string(runes[:most-1-tail]) + "…" + string(runes[len(runes)-tail:])
}
