package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// pageWidth is how many columns of a terminal whatever is printed takes at most.
const pageWidth = 100

// A textTable is rows below headings, at most pageWidth wide: columns without a value are
// left out, and names, which are all that can be long, are shortened as far as needed.
type textTable struct {
	header []string
	names  []bool // by column: names, set to the left; figures are set to the right
	rows   [][]string
	below  []string // what stands indented below each row; nil: nothing
}

// gap is what stands between two columns.
const gap = "  "

// leastName is how short a name is made at most.
const leastName = 7

func (t *textTable) write(w io.Writer) error {
	var b strings.Builder
	widths := t.widths()
	line := func(row []string) {
		var text strings.Builder
		for i, width := range widths {
			if width == 0 {
				continue
			}
			cell := report.Shorten(row[i], width)
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if t.names[i] {
				text.WriteString(cell + pad + gap)
			} else {
				text.WriteString(pad + cell + gap)
			}
		}
		b.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
	line(upper(t.header))
	for i, row := range t.rows {
		line(row)
		if t.below != nil && t.below[i] != "" {
			b.WriteString(wrap(t.below[i], gap))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widths returns how wide each column is; 0 = left out.
func (t *textTable) widths() []int {
	widths, total := make([]int, len(t.header)), -len(gap)
	for i := range widths {
		for _, row := range t.rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
		if widths[i] > 0 {
			widths[i] = max(widths[i], utf8.RuneCountInString(t.header[i]))
			total += widths[i] + len(gap)
		}
	}
	for ; total > pageWidth; total-- {
		longest := -1
		for i, width := range widths {
			if t.names[i] && width > leastName && (longest < 0 || width > widths[longest]) {
				longest = i
			}
		}
		if longest < 0 {
			break
		}
		widths[longest]--
	}
	return widths
}

func upper(words []string) []string {
	all := slices.Clone(words)
	for i := range all {
		all[i] = strings.ToUpper(all[i])
	}
	return all
}

// wrap breaks a text into lines of at most pageWidth, each with an indent and an end.
// A word that is longer is broken.
func wrap(text, indent string) string {
	var b strings.Builder
	line, room := "", pageWidth-utf8.RuneCountInString(indent)
	flush := func() {
		if line != "" {
			fmt.Fprintf(&b, "%s%s\n", indent, line)
		}
		line = ""
	}
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > room {
			flush()
		}
		if line != "" {
			line += " "
		}
		line += word
		for utf8.RuneCountInString(line) > room {
			runes := []rune(line)
			rest := string(runes[room:])
			line = string(runes[:room])
			flush()
			line = rest
		}
	}
	flush()
	return b.String()
}
