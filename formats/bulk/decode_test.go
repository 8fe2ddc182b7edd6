package bulk

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

var (
	p9a  = strings.Repeat(".23456789", 9)
	p9b  = strings.Repeat("1.......0", 9)
	p16a = strings.Repeat(".BCDEFGHIJKLMNOP", 16)
	row9 = "1 2 3 4 5 6 7 8 0\n"
	rowL = "A-CDEFGHIJKLMNOP\n"
	rowM = "-BCDEFGHIJKLMNOP\n"
)

// decodeTests hold files with a mark "§" at the position of each fault, in order, the
// reasons of the faults, and the number of good records.
var decodeTests = []struct {
	name   string
	form   Form
	file   string
	faults []string
	good   int
}{
	{"empty", line9, "", nil, 0},
	{"blank and comment lines", line9, "\n \t\n\r\n# " + p9a + "\n#\n \r\n", nil, 0},
	{"plain", line9, p9a + "\n" + p9b + "\n", nil, 2},
	{"no last newline", line9, p9a + "\n" + p9b, nil, 2},
	{"CRLF", line9, p9a + "\r\n" + p9b + "\r\n", nil, 2},
	{"CR at the end of the file", line9, p9a + "\r", nil, 1},
	{
		"bounds", line9,
		p9a + " 9.5\n" + p9a + "\tx\n" + p9a + "," + p9b + "\n" + p9a + ";\r\n" + p9a + "#c\n" + p9a + " \x00\r\xff\n",
		nil, 6,
	},
	{
		"byte order marks", line9,
		"\ufeff" + p9a + "\n\ufeff" + p9b + " 9.5\r\n§\ufeffx\n§\ufeff\ufeff" + p9a + "\n§\ufeff" + p9a + "1\n§\ufeff\n12§\ufeff\n\ufeff" + p9a,
		[]string{"bad cell 0xef", "bad cell 0xef", "bad cell 0xef", "bad cell 0xef", "bad cell 0xef"},
		3,
	},
	{
		"other blanks", line9,
		p9a + "\n" + strings.ReplaceAll(p9a, ".", "*") + " 9.5\n" + strings.ReplaceAll(p9a, ".", "x") + "\n" + "§-" + strings.Repeat("-", 80) + "\n§\x00" + strings.ReplaceAll(p9a[1:], ".", "x"),
		[]string{"bad cell '-'", "bad cell 0x00"},
		3,
	},
	{"wrong cell", line9, p9a[:16] + "§x" + p9a[17:] + "\n" + p9b + "\n", []string{"bad cell 'x'"}, 1},
	{"several", line9, "§x\n" + p9a + "\n" + p9a[:3] + "§\n\n" + p9a + "§x\n", []string{"bad cell 'x'", "3 of 81 cells", "bad cell 'x'"}, 1},
	{"short", line9, p9a[:79] + "§\n" + p9a[:80] + "§\r\n" + p9b, []string{"79 of 81 cells", "80 of 81 cells"}, 1},
	{"short and bounded", line9, p9a[:80] + "§ 1\n" + p9a[:7] + "§,\n", []string{"80 of 81 cells", "7 of 81 cells"}, 0},
	{"long", line9, p9a + "§1\n" + p9a + "§" + p9b + "\n", []string{"more than 81 cells", "more than 81 cells"}, 0},
	{"surplus byte", line9, p9a + "§A\n" + p9a + "§\x00\n", []string{"bad cell 'A'", "bad cell 0x00"}, 0},
	{"not at column 1", line9, "§ " + p9a + "\n§\t#\n§,\n", []string{"bad cell ' '", "bad cell 0x09", "bad cell ','"}, 0},
	{"lone CR and NUL", line9, "§\r" + p9a + "\n12§\r3\n1§\x00\n" + p9a + "§\r\r\n", []string{"bad cell 0x0d", "bad cell 0x0d", "bad cell 0x00", "bad cell 0x0d"}, 0},
	{"quotes and high bytes", line9, "§'\n§\\\n§\xff\n§\x7f", []string{`bad cell '\''`, `bad cell '\\'`, "bad cell 0xff", "bad cell 0x7f"}, 0},
	{"end", line9, p9a + "\nend\n", nil, 1},
	{"end with blanks, CR, comments after it", line9, p9a + "\nend \t\r\n\n#x\n", nil, 1},
	{"text after the end", line9, p9a + "\nend\n\n# c\n \t§" + p9a + "\nend\nx", []string{"text after the end"}, 1},
	{"nearly the end", line9, "§end.\n§END\n12§end\n§en\n", []string{"bad cell 'e'", "bad cell 'E'", "bad cell 'e'", "bad cell 'e'"}, 0},
	{"grid of another order", line9, ".B" + p16a[2:81] + "§" + p16a[81:] + "\n", []string{"more than 81 cells; a 16x16 puzzle has 256"}, 0},

	{"order 16", line16, p16a + "\n" + strings.ToLower(p16a) + " 1\r\n" + strings.ReplaceAll(p16a, ".", "-"), nil, 3},
	{"order 16 faults", line16, p16a[:255] + "§\n" + p16a + "§P\n" + p16a + "§Q\n.§0\n", []string{"255 of 256 cells", "more than 256 cells", "bad cell 'Q'", "bad cell '0'"}, 0},
	{"order 16 end", line16, p16a + "\nend\n§" + p16a, []string{"text after the end"}, 1},

	{"hiho empty", hiho9, "", nil, 0},
	{"hiho blank", hiho9, "\n \n", nil, 0},
	{"hiho none", hiho9, "0\n", nil, 0},
	{"hiho two", hiho9, "2\n" + strings.Repeat(row9, 18), nil, 2},
	{
		"hiho blanks everywhere", hiho9,
		"\n  2 \r\n\n" + strings.Repeat(row9, 4) + " \n\n" + strings.Repeat(" 1\t2  3 4 5 6 7 8 9 \r\n", 7) + "\r\n" + strings.Repeat(row9, 7) + "\n\t\n",
		nil, 2,
	},
	{
		"hiho bad rows", hiho9,
		"5\n" + row9 + "1 2 §x\n" + strings.Repeat(row9, 6) + "y\n" +
			"1§2\n" + strings.Repeat(row9, 8) +
			"1 2 3 4 5 6 7 8 9 §1\n" + strings.Repeat(row9, 8) +
			"1§2 3 4 5 6 7 8 9 1\n" + strings.Repeat(row9, 8) +
			strings.Repeat(row9, 8) + "1 2 3 4 5 6 7 8§ \n",
		[]string{"bad cell 'x'", "no blank between cells", "more than 9 cells", "no blank between cells", "8 of 9 cells"},
		0,
	},
	{"hiho cut after 5 rows", hiho9, "2\n" + strings.Repeat(row9, 13) + "1 2 3 4 5 6 7 8 0§\n\n", []string{"5 of 9 rows"}, 1},
	{"hiho too few", hiho9, "\n §3\n" + strings.Repeat(row9, 9), []string{"the header says 3 puzzles, the file holds 1"}, 1},
	{"hiho far too few", hiho9, "§1000000000000\n" + strings.Repeat(row9, 9), []string{"the header says 1000000000000 puzzles, the file holds 1"}, 1},
	{"hiho too many", hiho9, "1\n" + strings.Repeat(row9, 9) + "\n  §1\n2", []string{"text after the last of 1 puzzles"}, 1},
	{"hiho none and text", hiho9, "0\n§x\n", []string{"text after the end"}, 0},
	{"hiho negative", hiho9, "§-5\n" + row9, []string{"bad header, want the number of puzzles: '-'"}, 0},
	{"hiho minus", hiho9, "§-\n" + row9, []string{"bad header, want the number of puzzles: '-'"}, 0},
	{"hiho no number", hiho9, "\n 1§ 2\n" + row9, []string{"bad header, want the number of puzzles: ' '"}, 0},
	{"hiho NUL header", hiho9, "1§\x00\n" + row9, []string{"bad header, want the number of puzzles: 0x00"}, 0},
	{"hiho overflow", hiho9, "§99999999999999999999\n" + row9, []string{"the header says more than 9223372036854775807 puzzles"}, 0},
	{"hiho overflow, no number", hiho9, "99999999999999999999§x\n" + row9, []string{"bad header, want the number of puzzles: 'x'"}, 0},

	{"letters", grid16, strings.Repeat(rowL, 16) + "\n" + strings.Repeat(strings.ToLower(rowM), 16) + "\n", nil, 2},
	{"letters without separators", grid16, strings.Repeat(rowL, 32), nil, 2},
	{"letters, many separators, CRLF, blanks", grid16, "\n\r\n" + strings.Repeat("A-CDEFGHIJKLMNOP \t\r\n", 16) + " \n\n\n" + strings.Repeat(rowL, 15) + "A..DEFGHIJKLMNOP", nil, 2},
	{"letters short grid", grid16, strings.Repeat(rowL, 14) + "A-CDEFGHIJKLMNOP§\n\n" + strings.Repeat(rowL, 16), []string{"15 of 16 rows"}, 1},
	{"letters short last grid", grid16, strings.Repeat(rowL, 17) + "A-CDEFGHIJKLMNOP§", []string{"2 of 16 rows"}, 1},
	{"letters 17 rows", grid16, strings.Repeat(rowL, 16) + "A-CDEFGHIJKLMNOP§ \n\n" + strings.Repeat(rowL, 16), []string{"1 of 16 rows"}, 2},
	{
		"letters bad rows", grid16,
		rowL + "AB§\n" + strings.Repeat(rowL, 13) + "x\n\n" +
			"A-CDEFGHIJKLMNOP§P\n" + strings.Repeat(rowL, 15) +
			"A-CDEFGHIJKLMNOP§ x\n" + strings.Repeat(rowL, 15) +
			"A-CDEFGHIJKLMNO§Q\n\n",
		[]string{"2 of 16 cells", "more than 16 cells", "bad cell ' '", "bad cell 'Q'"},
		0,
	},
}

func TestDecode(t *testing.T) {
	for _, tt := range decodeTests {
		t.Run(tt.name, func(t *testing.T) {
			file, positions := mark(tt.file)
			var faults []string
			good := 0
			for line := range strings.Lines(readWhole(tt.form, []byte(file))) {
				line = strings.TrimSuffix(line, "\n")
				if _, rest, ok := strings.Cut(line, "): "); ok {
					line = rest
				}
				if strings.Contains(line, ": ") {
					faults = append(faults, line)
				} else {
					good++
				}
			}
			var want []string
			for i, p := range positions {
				want = append(want, p+": "+tt.faults[i])
			}
			if good != tt.good || fmt.Sprint(faults) != fmt.Sprint(want) {
				t.Errorf("%d good, faults %q\nwant %d good, faults %q", good, faults, tt.good, want)
			}
		})
	}
}

func TestSplits(t *testing.T) {
	for _, tt := range decodeTests {
		t.Run(tt.name, func(t *testing.T) {
			file, _ := mark(tt.file)
			checkSplits(t, tt.form, []byte(file))
			checkSplits(t, tt.form, []byte(strings.TrimSuffix(file, "\n")))
		})
	}
}

func TestRecordsReuse(t *testing.T) {
	var recs model.Records
	line9.Decode(&recs, []byte("x\n"+p9a+"\nend\ny"))
	line9.Decode(&recs, []byte(p9b+"\n"))
	if recs.N != 1 || recs.Lines != 1 || recs.Ended || recs.Trailing.Err != nil || len(recs.Faults) > 0 || len(recs.Cells) != 81 {
		t.Errorf("Decode left something behind: %+v", recs)
	}
}

func TestDecodeAllocs(t *testing.T) {
	for _, form := range allForms() {
		cells := bytes.Repeat([]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}, 29)[:form.Order*form.Order]
		text := bytes.Repeat(form.AppendPuzzle(nil, cells), 100)
		text = append(text, "bad\n\n"...)
		file := append([]byte("101\n"), text...)
		var recs model.Records
		framer := form.NewFramer()
		framer.Cut(new(model.Records), file[:4], false)
		if n := testing.AllocsPerRun(10, func() {
			if framer.Cut(&recs, text, false); !recs.Decoded {
				form.Decode(&recs, text)
			}
		}); n > 0 {
			t.Errorf("%v: %v allocations", form, n)
		}
		if recs.N < 100 || !recs.Decoded && len(recs.Faults) != recs.N-100 {
			t.Errorf("%v: %d records, %d faults", form, recs.N, len(recs.Faults))
		}
	}
}
