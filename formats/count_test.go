package formats

import (
	"strings"
	"testing"
)

// TestCountEvenLines compares what is counted where lines are of one size with what
// is, line by line: a line that differs may be anywhere.
func TestCountEvenLines(t *testing.T) {
	t.Parallel()
	even := strings.Repeat("12345678\n", 100)
	at := func(i int, text string) string { return even[:9*i] + text + even[9*i:] }
	texts := []string{"", "\n", even, even[:1], strings.TrimSuffix(even, "\n"), "\n\n\n", "#\n1\n"}
	for _, i := range []int{0, 1, 49, 50, 51, 75, 98, 99, 100} {
		texts = append(
			texts,
			at(i, "1234\n678901234567\n"),    // as many bytes and lines as of even size
			at(i, "\n"+"1234567890123456\n"), // likewise, with an empty line
			at(i, "1234\n678\n"),             // with a newline more
			at(i, "#2345678\n"), at(i, "end45678\n"), at(i, " 2345678\n"), at(i, "12\n"),
		)
	}
	for _, text := range texts {
		var lines, records uint32
		known := text == "" || strings.HasSuffix(text, "\n")
		for line := range strings.Lines(text) {
			if !strings.HasSuffix(line, "\n") {
				continue
			}
			lines++
			switch {
			case line == "\n" || line[0] == '#':
			case line[0] == ' ' || strings.HasPrefix(line, "end"):
				known = false
			default:
				records++
			}
		}
		if l, r, k := CountRecords([]byte(text)); l != lines || k != known || k && r != records {
			t.Errorf("%q: %d lines, %d records, %v, want %d, %d, %v", text, l, r, k, lines, records, known)
		}
	}
}

// TestCountRecords has lines that are records, are none, and are for others to judge.
func TestCountRecords(t *testing.T) {
	const unknown = -1
	for text, want := range map[string][2]int{
		"":                       {0, 0},
		"1\n":                    {1, 1},
		"\n#1\n1\nno solution\n": {4, 2},
		"eee\nE\n":               {2, 2},
		"1\nend\n1\n":            {3, unknown},
		"1\n \n":                 {2, unknown},
		"\r\n1\n":                {2, unknown},
		"\ufeff1\n":              {1, unknown},
		"1\n2":                   {1, unknown},
	} {
		lines, n, known := CountRecords([]byte(text))
		records := int(n)
		if !known {
			records = unknown
		}
		if [2]int{int(lines), records} != want {
			t.Errorf("%q: %d lines, %d records; want %v", text, lines, records, want)
		}
	}
}
