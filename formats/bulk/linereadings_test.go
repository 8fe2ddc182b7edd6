package bulk_test

import (
	"math"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// lineReadings returns plain lines and rows, with a mark at the place of each fault.
func lineReadings() []reading {
	return []reading{
		{name: "text after the end, detected", file: "@1\nend\n\n§@2\nx\n", want: "@1 §: text after the end"},
		{name: "blank and comment lines", in: line9, file: "\n \t\n\r\n# " + p9a + "\n#\n \r\n", want: ""},
		{name: "CR at the end of the file", in: line9, file: p9a + "\r", want: "@a"},
		{name: "bounds", in: line9, file: p9a + " 9.5\n" + p9a + "\tx\n" + p9a + "," + p9b + "\n" + p9a + ";\r\n" + p9a + "#c\n" + p9a + " \x00\r\xff\n", want: "@a @a @a @a @a @a"},
		{name: "byte order marks", in: line9, file: "\ufeff" + p9a + "\n\ufeff" + p9b + " 9.5\r\n§\ufeffx\n§\ufeff\ufeff" + p9a + "\n§\ufeff" + p9a + "1\n§\ufeff\n12§\ufeff\n\ufeff" + p9a, want: "@a @b §: bad cell 0xef §: bad cell 0xef §: bad cell 0xef §: bad cell 0xef §: bad cell 0xef @a"},
		{name: "other blanks", in: line9, file: p9a + "\n" + strings.ReplaceAll(p9a, ".", "*") + " 9.5\n" + strings.ReplaceAll(p9a, ".", "x") + "\n" + "§-" + strings.Repeat("-", 80) + "\n§\x00" + strings.ReplaceAll(p9a[1:], ".", "x"), want: "@a @a @a §: bad cell '-' §: bad cell 0x00"},
		{name: "wrong cell", in: line9, file: p9a[:16] + "§x" + p9a[17:] + "\n" + p9b + "\n", want: "§: bad cell 'x' @b"},
		{name: "several", in: line9, file: "§x\n" + p9a + "\n" + p9a[:3] + "§\n\n" + p9a + "§x\n", want: "§: bad cell 'x' @a §: 3 of 81 cells §: bad cell 'x'"},
		{name: "short", in: line9, file: p9a[:79] + "§\n" + p9a[:80] + "§\r\n" + p9b, want: "§: 79 of 81 cells §: 80 of 81 cells @b"},
		{name: "short and bounded", in: line9, file: p9a[:80] + "§ 1\n" + p9a[:7] + "§,\n", want: "§: 80 of 81 cells §: 7 of 81 cells"},
		{name: "long", in: line9, file: p9a + "§1\n" + p9a + "§" + p9b + "\n", want: "§: more than 81 cells §: more than 81 cells"},
		{name: "surplus byte", in: line9, file: p9a + "§A\n" + p9a + "§\x00\n", want: "§: bad cell 'A' §: bad cell 0x00"},
		{name: "not at column 1", in: line9, file: "§ " + p9a + "\n§\t#\n§,\n", want: "§: bad cell ' ' §: bad cell 0x09 §: bad cell ','"},
		{name: "lone CR and NUL", in: line9, file: "§\r" + p9a + "\n12§\r3\n1§\x00\n" + p9a + "§\r\r\n", want: "§: bad cell 0x0d §: bad cell 0x0d §: bad cell 0x00 §: bad cell 0x0d"},
		{name: "quotes and high bytes", in: line9, file: "§'\n§\\\n§\xff\n§\x7f", want: `§: bad cell '\'' §: bad cell '\\' §: bad cell 0xff §: bad cell 0x7f`},
		{name: "end with blanks, CR, comments after it", in: line9, file: p9a + "\nend \t\r\n\n#x\n", want: "@a"},
		{name: "text after the end", in: line9, file: p9a + "\nend\n\n# c\n \t§" + p9a + "\nend\nx", want: "@a §: text after the end"},
		{name: "nearly the end", in: line9, file: "§end.\n§END\n12§end\n§en\n", want: "§: bad cell 'e' §: bad cell 'E' §: bad cell 'e' §: bad cell 'e'"},
		{name: "grid of another order", in: line9, file: ".B" + p16a[2:81] + "§" + p16a[81:] + "\n", want: "§: more than 81 cells; a 16x16 puzzle has 256"},
		{name: "order 16 faults", in: line16, file: p16a[:255] + "§\n" + p16a + "§P\n" + p16a + "§Q\n.§0\n", want: "§: 255 of 256 cells §: more than 256 cells §: bad cell 'Q' §: bad cell '0'"},
		{name: "order 16 end", in: line16, file: p16a + "\nend\n§" + p16a, want: "@A §: text after the end"},
		{name: "hiho none", in: hiho9, file: "0\n", want: ""},
		{name: "hiho the character after 9", in: hiho9, file: "1\n" + strings.Repeat(row9, 8) + "1 2 3 4 5 6 7 8 §:\n", want: "§: bad cell ':'"},
		{name: "hiho blanks everywhere", in: hiho9, file: "\n  2 \r\n\n" + strings.Repeat(row9, 4) + " \n\n" + strings.Repeat(" 1\t2  3 4 5 6 7 8 9 \r\n", 7) + "\r\n" + strings.Repeat(row9, 7) + "\n\t\n", want: "+ +"},
		{name: "hiho bad rows", in: hiho9, file: "5\n" + row9 + "1 2 §x\n" + strings.Repeat(row9, 6) + "y\n" +
			"1§2\n" + strings.Repeat(row9, 8) +
			"1 2 3 4 5 6 7 8 9 §1\n" + strings.Repeat(row9, 8) +
			"1§2 3 4 5 6 7 8 9 1\n" + strings.Repeat(row9, 8) +
			strings.Repeat(row9, 8) + "1 2 3 4 5 6 7 8§ \n", want: "row 2 §: bad cell 'x' row 1 §: no blank between cells row 1 §: more than 9 cells row 1 §: no blank between cells row 9 §: 8 of 9 cells"},
		{name: "hiho cut after 5 rows", in: hiho9, file: "2\n" + strings.Repeat(row9, 13) + "1 2 3 4 5 6 7 8 0§\n\n", want: "+ row 5 §: 5 of 9 rows"},
		{name: "hiho too few", in: hiho9, file: "\n §3\n" + strings.Repeat(row9, 9), want: "+ §: the header says 3 puzzles, the file holds 1"},
		{name: "hiho far too few", in: hiho9, file: "§1000000000000\n" + strings.Repeat(row9, 9), want: "+ §: the header says 1000000000000 puzzles, the file holds 1"},
		{name: "hiho too many", in: hiho9, file: "1\n" + strings.Repeat(row9, 9) + "\n  §1\n2", want: "+ §: text after the last of 1 puzzles"},
		{name: "hiho none and text", in: hiho9, file: "0\n§x\n", want: "§: text after the end"},
		{name: "hiho negative", in: hiho9, file: "§-5\n" + row9, want: "§: bad header, want the number of puzzles: '-'"},
		{name: "hiho minus", in: hiho9, file: "§-\n" + row9, want: "§: bad header, want the number of puzzles: '-'"},
		{name: "hiho no number", in: hiho9, file: "\n 1§ 2\n" + row9, want: "§: bad header, want the number of puzzles: ' '"},
		{name: "hiho NUL header", in: hiho9, file: "1§\x00\n" + row9, want: "§: bad header, want the number of puzzles: 0x00"},
		{name: "hiho overflow", in: hiho9, file: "§99999999999999999999\n" + row9, want: "§: the header says more than 9223372036854775807 puzzles"},
		{name: "hiho overflow, no number", in: hiho9, file: "99999999999999999999§x\n" + row9, want: "§: bad header, want the number of puzzles: 'x'"},
		{name: "letters", in: grid16, file: strings.Repeat(rowL, 16) + "\n" + strings.Repeat(strings.ToLower(strings.Replace(rowL, "A-", "-B", 1)), 16) + "\n", want: "+ @A"},
		{name: "letters, many separators, CRLF, blanks", in: grid16, file: "\n\r\n" + strings.Repeat("A-CDEFGHIJKLMNOP \t\r\n", 16) + " \n\n\n" + strings.Repeat(rowL, 15) + "A..DEFGHIJKLMNOP", want: "+ +"},
		{name: "letters short grid", in: grid16, file: strings.Repeat(rowL, 14) + "A-CDEFGHIJKLMNOP§\n\n" + strings.Repeat(rowL, 16), want: "§: 15 of 16 rows +"},
		{name: "letters short last grid", in: grid16, file: strings.Repeat(rowL, 17) + "A-CDEFGHIJKLMNOP§", want: "+ §: 2 of 16 rows"},
		{name: "letters 17 rows", in: grid16, file: strings.Repeat(rowL, 16) + "A-CDEFGHIJKLMNOP§ \n\n" + strings.Repeat(rowL, 16), want: "+ row 1 §: 1 of 16 rows +"},
		{name: "letters bad rows", in: grid16, file: rowL + "AB§\n" + strings.Repeat(rowL, 13) + "x\n\n" +
			"A-CDEFGHIJKLMNOP§P\n" + strings.Repeat(rowL, 15) +
			"A-CDEFGHIJKLMNOP§ x\n" + strings.Repeat(rowL, 15) +
			"A-CDEFGHIJKLMNO§Q\n\n", want: "row 2 §: 2 of 16 cells row 1 §: more than 16 cells row 1 §: bad cell ' ' row 1 §: bad cell 'Q'"},
	}
}

// gridFaults returns drawn grids with faults. The style is detected in these files, so most of their grids are well-formed.
func gridFaults() []reading {
	const packed9 = "12345678.\n"
	grid := strings.Repeat(packed9, 9)
	good := strings.Repeat(grid+"\n", 5)
	box := strings.Repeat("+---+\n"+strings.Repeat(strings.Repeat("123 456 78.\n", 3)+"+---+\n", 3), 5)
	return []reading{
		{name: "bad cell", kind: bulk.Grid, file: good + packed9 + "1234§a678.\n" + strings.Repeat(packed9, 7) + "\n" + grid, want: "+ + + + + §: bad cell 'a' +"},
		{name: "bad cell, first row", kind: bulk.Grid, file: good + "§y2345678.\n" + strings.Repeat(packed9, 8) + "\n" + grid, want: "+ + + + + row 1 §: bad cell 'y' +"},
		{name: "bad UTF-8", kind: bulk.Grid, file: good + "1234§\xff678.\n" + strings.Repeat(packed9, 8) + "\n" + grid, want: "+ + + + + §: bad cell 0xff +"},
		{name: "short row", kind: bulk.Grid, file: good + packed9 + "1234567§\n" + strings.Repeat(packed9, 7) + "\n" + grid, want: "+ + + + + row 2 §: 7 of 9 cells +"},
		{name: "long row", kind: bulk.Grid, file: good + packed9 + "123456789§1\n" + strings.Repeat(packed9, 7) + "\n" + grid, want: "+ + + + + row 2 §: more than 9 cells +"},
		{name: "abutting, bad cells", kind: bulk.Grid, file: strings.Repeat(grid, 5) + "§y2345678.\n" + strings.Repeat(packed9, 7) + "12345678.\r\n" + grid, want: "+ + + + + §: bad cell 'y' +"},
		{name: "abutting, long last row", kind: bulk.Grid, file: strings.Repeat(grid, 5) + strings.Repeat(packed9, 8) + "123456789§.\n" + grid, want: "+ + + + + row 9 §: more than 9 cells +"},
		{name: "short grid", kind: bulk.Grid, file: good + strings.Repeat(packed9, 7) + "12345678.§\n\n" + grid, want: "+ + + + + §: 8 of 9 rows +"},
		{name: "short grid before a title", kind: bulk.Grid, file: strings.ReplaceAll(good, "\n\n", "\n") + strings.Repeat(packed9, 7) + "12345678.§ \r\n# 2\n" + grid, want: "+ + + + + §: 8 of 9 rows +"},
		{name: "short last grid", kind: bulk.Grid, file: good + "12345678.§", want: "+ + + + + §: 1 of 9 rows"},
		{name: "ten rows", kind: bulk.Grid, file: good + grid + "12345678.§\n\n" + grid, want: "+ + + + + + row 1 §: 1 of 9 rows +"},
		{name: "long line", kind: bulk.Grid, file: good + packed9 + strings.Repeat("1", 4096) + "§1\n" + strings.Repeat(packed9, 7) + "\n" + grid, want: "+ + + + + §: line longer than 4096 bytes +"},
		{name: "long title", kind: bulk.Grid, file: good + strings.Repeat("1", 4096+1) + "\n" + grid, want: "+ + + + + +"},
		{name: "much between rows", kind: bulk.Grid, file: box + "+---+\n" + packed9 + strings.Repeat("-----------\n", 20_000) + strings.Repeat(packed9, 8) + "\n\n" + grid, want: "+ + + + + row 1 67:10: 1 of 9 rows row 8 20075:10: 8 of 9 rows +"},
	}
}

// hihoBounds returns lines, blocks and counts exactly at their limits, and one beyond.
func hihoBounds() []reading {
	row := strings.TrimSuffix(row9, "\n")
	rest, block := strings.Repeat(row9, 8), strings.Repeat(row9, 9)
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	lines := func(n int) string { return strings.Repeat("\n", n) }
	const maxLine, maxRecord = 4 << 10, 64 << 10
	const room = maxRecord - 162 // for blank lines in a block
	greatest := strconv.Itoa(math.MaxInt)
	return []reading{
		{name: "row", in: hiho9, file: "2\n" + row + blanks(maxLine-len(row)) + "\n" + rest + block, want: "+ +"},
		{name: "row, one more", in: hiho9, file: "2\n" + row + blanks(maxLine-len(row)+1) + "\n" + rest + block, want: "row 1 2:4097: line longer than 4096 bytes +"},
		{name: "blank", in: hiho9, file: "1\n" + row9 + blanks(maxLine) + "\n" + rest, want: "+"},
		{name: "blank, one more", in: hiho9, file: "1\n" + row9 + blanks(maxLine+1) + "\n" + rest[:7*18], want: "3:4097: line longer than 4096 bytes"},
		{name: "second row", in: hiho9, file: "2\n" + row9 + row + blanks(maxRecord) + "\n" + rest[:7*18] + block, want: "row 2 3:4097: line longer than 4096 bytes +"},
		{name: "between blocks", in: hiho9, file: "2\n" + block + lines(2*maxRecord) + block, want: "+ +"},
		{name: "header", in: hiho9, file: blanks(maxLine-1) + "1\n" + block, want: "+"},
		{name: "header, one more", in: hiho9, file: blanks(maxLine) + "1\n" + block, want: "1:4097: line longer than 4096 bytes"},
		{name: "block", in: hiho9, file: "2\n" + row9 + lines(room) + rest + block, want: "+ +"},
		{name: "block, one more", in: hiho9, file: "2\n" + row9 + lines(room+1) + rest + block, want: "row 8 65384:18: 8 of 9 rows +"},
		{name: "block, many more", in: hiho9, file: "2\n" + row9 + lines(room+100) + rest + block, want: "row 3 65478:18: 3 of 9 rows +"},
		{name: "count", in: hiho9, file: greatest[:len(greatest)-1] + "6\n" + block, want: "+ 1:1: the header says 9223372036854775806 puzzles, the file holds 1"},
		{name: "count, one more", in: hiho9, file: greatest + "\n" + block, want: "+ 1:1: the header says 9223372036854775807 puzzles, the file holds 1"},
		{name: "count, two more", in: hiho9, file: greatest[:len(greatest)-1] + "8\n" + block, want: "1:1: the header says more than 9223372036854775807 puzzles"},
		{name: "count, and a digit", in: hiho9, file: greatest + "0\n" + block, want: "1:1: the header says more than 9223372036854775807 puzzles"},
	}
}
