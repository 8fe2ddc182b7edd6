package console

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

// Plural returns the noun in the plural, or unchanged if n is 1.
func Plural(n int64, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	}
	return noun + "s"
}

// Listed joins words, with a word before the last one: "mark, skip and stop".
func Listed(words []string, last string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// PerSecond returns a rate as text. Rates of 1000 or more have an SI prefix: "216.2 k".
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

// Meant returns a suggestion for an unknown name, to add to a message: `, did you mean "lanes"?`.
// It returns "" if no known name is within two edits, or if the edits would change half of the
// known name or more.
func Meant(name string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(strings.ToLower(name), k); d < least && 2*d < len(k) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return `, did you mean "` + best + `"?`
}

// distance returns the number of edits between two texts. An edit inserts, removes or changes one
// byte, or swaps two neighbours.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	before, last, row := rows[0], rows[1], rows[2]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
