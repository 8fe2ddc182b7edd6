package console

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

// Plural adds the ending of the plural to a noun, unless there is one of it.
func Plural(n int64, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	}
	return noun + "s"
}

// PerSecond writes a rate, from a thousand on with an SI prefix: "216.2 k".
func PerSecond(n, seconds float64) string {
	if seconds <= 0 || n == 0 {
		return "0"
	}
	rate := n / seconds
	switch {
	case rate < 10:
		return fmt.Sprintf("%.1f", rate)
	case rate < 1000:
		return fmt.Sprintf("%.0f", rate)
	}
	scaled, prefix := humanize.ComputeSI(rate)
	return fmt.Sprintf("%.1f %s", scaled, prefix)
}
