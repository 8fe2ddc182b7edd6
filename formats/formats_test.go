package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestNumbersFromZero has grids of numbers with another blank than 0. Then 0 is a digit,
// unless 16 is one.
func TestNumbersFromZero(t *testing.T) {
	t.Parallel()
	for _, first := range []int{0, 1} {
		var text, want strings.Builder
		for i := range 256 {
			cell := (i%16 + 4*(i/16) + i/64) % 16
			number, letter := fmt.Sprint(cell+first), string(rune('A'+cell))
			if i%3 == 0 {
				number, letter = ".", "."
			}
			text.WriteString(number + map[bool]string{false: " ", true: "\n"}[i%16 == 15])
			want.WriteString(letter)
		}
		cells, err := Parse(text.String())
		if err != nil || Format(cells) != want.String() {
			t.Errorf("from %d: %v, %v, want %s", first, cells, err, want.String())
		}
	}
}

// Puzzles as lines, and a row as numbers and as letters.
var (
	p9a  = strings.Repeat(".23456789", 9)
	p9b  = strings.Repeat("1.......0", 9)
	p16a = strings.Repeat(".BCDEFGHIJKLMNOP", 16)
)

const (
	row9 = "1 2 3 4 5 6 7 8 0\n"
	rowL = "A-CDEFGHIJKLMNOP\n"
)

func TestParse(t *testing.T) {
	letters := strings.Repeat(rowL, 16)
	for text, want := range map[string]string{
		p9a:                             p9a,
		"\n" + p9b + " hard\r\n":        strings.ReplaceAll(p9b, "0", "."),
		"# one\n" + p9a + "\nend\n":     p9a,
		"\ufeff" + p9a:                  p9a,
		strings.ToLower(p16a):           p16a,
		letters:                         strings.Repeat("A.CDEFGHIJKLMNOP", 16),
		strings.Repeat(row9, 9):         strings.Repeat("12345678.", 9),
		"1\n" + strings.Repeat(row9, 9): strings.Repeat("12345678.", 9),

		p9a[:27] + "\n" + p9a[27:54] + "\n" + p9a[54:]:                           p9a,
		"[[" + strings.Repeat("1, 2, 3, 4, 5, 6, 7, 8, 0], [", 9) + "]]":         strings.Repeat("12345678.", 9),
		"int g[9][9] = {\n" + strings.Repeat("{1,2,3,4,5,6,7,8,0},\n", 9) + "};": strings.Repeat("12345678.", 9),
		strings.Repeat("|1|2|3|4|5|6|7|8| |\n", 9):                               strings.Repeat("12345678.", 9),
	} {
		cells, err := Parse(text)
		if err != nil || Format(cells) != want {
			t.Errorf("Parse(%q) = %v, %v", text, cells, err)
		}
	}
	for _, size := range geometry.Sides() {
		line := Format(make([]uint8, size*size))
		for _, text := range []string{line, strings.Join(strings.SplitAfterN(line, "", size), "\n")} {
			if cells, err := Parse(text, size); err != nil || len(cells) != size*size {
				t.Errorf("size %d: %q: %d cells, %v", size, text, len(cells), err)
			}
		}
		if cells, err := Parse(line[1:], size); err == nil || cells != nil {
			t.Errorf("size %d: %d cells without one", size, len(cells))
		}
	}
	for _, tt := range []struct {
		text, want string
		size       int
	}{
		{p9a, "81 cells, want 256", 16},
		{"4......5.1.....5....2.4..3...6....1.", "36 cells, want 16", 4},
		{"12..\n34..\n..21\n..43\n", "4×4: this size must be named", 9},
		{"\n 12..34....21..93", "2:16: bad cell '9'", 4},
		{p9a[:80] + "A", "1:81: bad cell 'A'", 9},
		{p16a[:255] + "Z", "unknown form: line 1, column 256", 16},
	} {
		if cells, err := Parse(tt.text, tt.size); err == nil || !strings.HasPrefix(err.Error(), tt.want) || cells != nil {
			t.Errorf("Parse(%q, %d) = %v, %v; want %s", tt.text, tt.size, cells, err, tt.want)
		}
	}
	for text, want := range map[string]string{
		"":                              "no puzzle",
		"# none\n":                      "no puzzle",
		"0\n":                           "no puzzle",
		p9a + "\n" + p9a:                "more than one puzzle",
		p9a + "\nx":                     "2:1: bad cell 'x'",
		"x\n" + p9a:                     "1:1: bad cell 'x'",
		p9a + "\nend\n" + p9a:           "3:1: text after the end",
		"1\n" + strings.Repeat(row9, 8): "9:18: 8 of 9 rows",
		p9a[:80]:                        "80 cells, want 81 or 256",
		"123":                           "3 cells, want 81 or 256",
		strings.Repeat(row9, 8):         "8:18: 8 of 9 rows",
	} {
		cells, err := Parse(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) || cells != nil {
			t.Errorf("Parse(%q) = %v, %v; want %v", text, cells, err, want)
		}
	}
}

func TestFormatOfOthersPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Format(make([]uint8, 80))
}
