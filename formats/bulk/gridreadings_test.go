package bulk_test

import (
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// cluesOf returns the clues of a grid as a text each. Rows and columns count from first.
func cluesOf(grid, clue string, first int) (list string) {
	for i, cell := range grid {
		if cell != '.' {
			list += fmt.Sprintf(clue, i/9+first, i%9+first, cell)
		}
	}
	return list
}

// gridReadings returns drawn grids with titles, sizes and counts, and other grids among them.
func gridReadings() (all []reading) {
	add := func(name, file, want string) {
		all = append(all, reading{name: name, file: file, want: want, form: bulk.Grid})
	}
	for _, blank := range []string{"O", "+", "#", " ", "o", "~"} {
		add("blank "+blank, "&1\n"+blanked(blank)+"\n&3\n", fmt.Sprintf("@1 11: another blank than in the grids before: '%s' @3", blank))
	}
	for _, order := range []int{4, 6, 12, 16} {
		for _, between := range []string{"", " "} {
			add(fmt.Sprint(order, " rows"), "&1\n"+sound(order, between)+"\n&2\n", fmt.Sprintf("@1 11: a grid of %dx%[1]d among other sizes @2", order))
		}
	}
	for _, title := range []string{"Solved Board:", "Solution:", "SOLUTION 1", "[Solution]", "Answer:", "--- Solved ---", "Puzzle 1, solution", "Answers"} {
		file := "Puzzle 1\n&1\n" + title + "\n%1\nPuzzle 2\n&2\n" + title + "\n%2\n"
		add("title "+title, file, "@1 @2")
		add("a wrong grid below "+title, strings.Replace(file, "%1", "!1", 1), "@1 13: not a solution of the puzzle before it @2")
		add("no puzzle above "+title, strings.Replace(file, "Puzzle 2\n", "", 1), "@1 @2")
	}
	for _, size := range []string{"9\n", "\n 9\r\n\n", "9 9\n", "3 3\n"} {
		add("size "+size, size+spaced(grids["@1"]), "@1")
	}
	for name, grid := range map[string]string{"zeros": spaced(empty), "indented": " " + strings.ReplaceAll(spaced(empty), "\n0", "\n 0"), "dots": rowsOf(empty, ""), "commas": strings.ReplaceAll(rowsOf(empty, ", "), ".", "0")} {
		add("no clues: "+name, grid, "@0")
	}
	for _, rows := range []string{"", " "} { // counts are the same above rows with and without spaces
		three := strings.ReplaceAll(rowsOf(grids["@1"], rows)+"\n"+rowsOf(grids["@2"], rows)+"\n"+rowsOf(grids["@3"], rows), ".", "0")
		for count, want := range map[string]string{"3\n": "@1 @2 @3", "4\n": "@1 @2 @3 1:1: the header says 4 puzzles, the file holds 3", "\n 2\n": "@1 @2 23:1: text after the last of 2 puzzles", "1\n\n": "@1 13:1: text after the last of 1 puzzles"} {
			all = append(all, reading{name: "count " + count, file: count + three, want: want})
		}
		one := rowsOf(grids["@1"], rows)
		all = append(all, reading{name: "a list of one", file: "3\n" + one, want: "@1 1: the header says 3 puzzles, the file holds 1"})
		for _, text := range []string{"9\n" + one, "2 easy\n" + one, "Grid 1 of 2\n" + one, "1\n" + one + "2\n" + one, "7\nGrid 1\n" + one} {
			add("no count", text, strings.TrimSpace(strings.Repeat("@1 ", strings.Count(text, one))))
		}
	}
	for header, clue := range map[string]string{
		"": "p(%d,%d,%c).\n", "% facts\n\n": "at(%d, %d, %c). % one\n", " ": "p(%d,%d,%c). ", "row,col,value\n": "%d,%d,%c\n", "\"R\"\t\"C\"\t\"Digit\"\n": "%d\t%d\t%c\n",
		"row;col;value\n": "%d.0;%d.0;\"%c.0\"\n", "% p(Digit, Column, Row): a clue\n": "p(%[3]c,%[2]d,%[1]d).\n", "# col,row,value\n": "%[2]d,%[1]d,%[3]c\n",
		"colno rowIndex val\n": "%[2]d %[1]d %[3]c\n",
	} {
		add("a list of clues from 0", header+cluesOf(grids["@1"], clue, 0), "@1")
		add("a list of clues", header+cluesOf(grids["@1"], clue, 1), "@1")
	}
	one := spaced(grids["@1"])
	for text, want := range map[string]string{
		"2\n" + one: "@1 1:1: the header says 2 puzzles, the file holds 1", "9\n" + one + one: "@1 @1 1:1: the header says 9 puzzles, the file holds 2",
		"9\n" + one[:18*8]: "row 8 9:18: 8 of 9 rows 1:1: the header says 9 puzzles, the file holds 1", "1\n" + one + one: "@1 11:1: text after the last of 1 puzzles",
	} {
		all = append(all, reading{name: "hiho", file: text, want: want, form: bulk.Hiho})
	}
	solved := strings.Repeat("1 2 3 4 5 6 7 8 9\n", 9)
	bold := strings.Replace(strings.Replace(solved, "3 4", "**3 4**", 1), "9\n1", "**9\n1**", 1)
	add("an answer in bold", "Answer:\n"+bold+"\nOther:\n"+spaced(grids["@1"]), "@1")
	add("bold clues", strings.Replace(spaced(grids["@1"])+spaced(grids["@2"]), "7", "**7**", 3), "@1 @2")
	add("solutions in bold", "Given solution:\n"+bold+"\nOther solution:\n"+solved, "")
	add("a word as long as a grid", "&1\n"+strings.Repeat("abcdefghi", 9)+"\n\n&2\n", "@1 @2")
	add("an empty grid and complete ones", "&0\n%1\n%2\n", "@0 $1 $2")
	add("fenced", "**Puzzle 1**\n```\n&1```\n**Lösung**\n```\n%1```\n**Puzzle 2**\n```\n&2```\n**Lösung**\n```\n%2```\n", "@1 @2")
	add("a cell between places", strings.Replace(formtest.Draw("spaces in boxes", "", formtest.Puzzles[:3]), "| 9     ", "| 9  1  ", 1), "2:26: 8 of 9 cells @2 @3")
	add("a row below a head", strings.Replace(formtest.Draw("a head that counts", "", formtest.Puzzles[:3]), "7,0,0,0,4,0,0,0,6\n", "", 1), "row 8 9:18: 8 of 9 rows @2 @3")

	other := func(name, file, want string, hints model.Hints) {
		all = append(all, reading{name: name, file: file, want: want, hints: hints})
	}
	clues := cluesOf(grids["@1"], "%d,%d,%c\n", 1)
	for list, want := range map[string]string{
		"row,col,value\n" + clues + clues[:6]:                     "a second clue in one cell",
		"row,col,value\n" + clues + "1,10,3\n":                    "clue 28, 1,10,3: a row, column or digit outside 0 to 9",
		"row,col,value\n" + clues + "0,1,3\n":                     "from 0 and from 1",
		"row,col,value\n" + strings.ReplaceAll(clues, "9,", "8,"): "may count from 0 or from 1",
		"digit,row,col\n" + clues:                                 "digits clash or are too few",
		clues:                                                     "the columns have no names: write row,col,value above them",
		"a,b,c\n" + clues:                                         "is not a record",
		cluesOf(grids["@1"], "%d,%d,%d\n", 1):                     "is not a record",
		cluesOf(grids["@1"], "p(%d,%d,%c).\n", 1) + "q(1,2,3).\n": "is not a record",
	} {
		other("a list of clues", list, "error: "+want, model.Hints{})
	}
	for order, grid := range map[string]string{
		"12×12: ": strings.Repeat("1.3.5.7.9.B.\n", 12),
		"25×25: ": strings.Repeat("A.C.E.G.I.K.M.O.Q.S.U.W.Y\n", 25),
	} {
		other("unnamed size", grid+"\n"+grid, "error: "+order+"this size must be named", model.Hints{})
	}
	numbers := strings.Repeat(strings.Repeat("25 0 1 0 9 ", 5)+"\n", 25)
	for _, size := range []string{"", "25\n", "5\n"} {
		other("numbers of order 25", size+numbers, "error: 25×25: this size must be named", model.Hints{})
	}
	row := strings.Repeat("123456789ABCDEF.\n", 16)
	other("digits that may be two", row+"\n"+row+"\n"+row, "error: its digits may be", model.Hints{})
	_, solved16 := formtest.Lines(16, 1)
	other("digits of a solution", formtest.Draw("0-F and spaces", "", solved16), "+", model.Hints{})
	other("digits that are named", row, "+", model.Hints{Digits: "1-G"})
	two := model.Hints{Sizes: []int{4, 6}}
	six, four := ".321.5.6.2....543.1.36.2.56...3..52.", "12..34....21..43"
	other("equal digits in a small row", six+"\n1.1...............\n1.1.............\n", "+ 2:19: 18 of 36 cells 3:17: 16 of 36 cells; a 4x4 puzzle has 16", two)
	other("the solution of a cut puzzle", "puzzle,solution\n"+six+",432165561243625431143652256314314526\n"+four+",432165561243625431143652256314314526\n", `+ 3:17: in "puzzle": 16 of 36 cells; a 4x4 puzzle has 16`, two)
	other("a small puzzle", six+"\n"+four+"\n", "+ +", two)
	return all
}
