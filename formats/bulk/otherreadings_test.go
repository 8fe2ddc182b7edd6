package bulk_test

import (
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// xmlReadings returns XML of other programs, and games with faults.
func xmlReadings() (all []reading) {
	for _, r := range [][3]string{
		{"one unsolved", "<g><p>@1</p><s>$1</s></g>\n<g><p>@2</p></g>\n<g><p>@3</p><s>$3</s></g>", "@1 @2 @3"},
		{"an open solution", "<g><p>@1</p><s>$1</s></g>\n<g><p>@2</p><s>12</g>\n<g><p>@3</p><s>$3</s></g>", "@1 record 2, column 1: not well-formed XML @3"},
		{"solutions apart", "<p>@1</p>\n<p>$1</p>\n<p>@2</p>", "@1 @2"},
		{"one in a comment", "<!-- <p>@3</p> --><p>@1</p>\n<p>@2</p>", "@1 @2"},
		{"comments within", "<p>" + grids["@1"][:9] + "<!-- </p> <p> -->" + grids["@1"][9:] + "</p >\n<p>@2</p>", "@1 @2"},
		{"an entity", "<p>@1</p>\n<p>@2&x;</p>", "@1 4:1: not well-formed XML"},
		{"a cell is missing", "<p>@1</p>\n<p>" + grids["@2"][1:] + "</p>", "@1 4:1: 80 of 81 cells"},
		{"only solutions", "<solution>$1</solution>", "error: no puzzle could be read"},
		{"two puzzles", "<a>@1</a><b>@2</b>", "error: several puzzles"},
		{"only a damaged puzzle", "<p>" + grids["@1"][:80] + "</p>", "error: XML, but no"},
		{"cells as values", strings.Repeat("<cell value='1'/>", 81), "error: XML, but no"},
	} {
		all = append(all, reading{name: "XML, " + r[0], file: "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<all>\n" + r[1] + "\n</all>\n", want: r[2], hints: model.Hints{}})
	}
	good, long := `<game data="@1"/>`+"\n", strings.Repeat("x", 64<<10)
	for _, r := range [][3]string{
		{"none", "<opensudoku/>", ""},
		{"80 cells", good + `<game data="` + grids["@1"][1:] + `§"/>` + good, "@1 §: 80 of 81 cells @1"},
		{"bad cell", good + "<game\n data='§y" + grids["@1"][1:] + "'/>" + good, "@1 §: bad cell 'y' @1"},
		{"no data", good + " §<game dat='x'/><game/>" + good, "@1 §: a game without data record 3, column 1: a game without data @1"},
		{"no quotes", good + "§<game data=5 />" + good, "@1 §: not well-formed XML @1"},
		{"version", good + `<game data="§version: 1 5|-|"/>` + good, "@1 §: not a grid @1"},
		{"played, bad cell", good + `<game data="§version: 3 ` + strings.Repeat("7|0|1|", 80) + `x|0|1|"/>` + good, "@1 §: not a grid @1"},
		{"no end", good + `§<game dat="@1`, "@1 §: a tag that does not end"},
		{"no quote's end", good + `§<game data='x"/>` + good, "@1 §: a tag that does not end"},
		{"long", good + ` §<game data="@1" note="` + long + `>"/>` + good, "@1 §: record longer than 65536 bytes"},
		{"long, > in quotes", good + `§<game note="` + long + `>><game data='x'>"/>` + good, "@1 §: record longer than 65536 bytes"},
		{"open comment", good + "<!----> §<!-- " + good, "@1 §: a comment that does not end"},
		{"Latin-1", good + "<game note='caf\xe9' data='@1'/>" + good, "@1 @1 @1"},
		{"unknown entity", good + `§<game note="&x;" data="@1"/>` + good, "@1 §: not well-formed XML @1"},
	} {
		all = append(all, reading{name: "games, " + r[0], in: bulk.Form{Kind: bulk.OpenSudoku, Order: 9}, file: r[1], want: r[2]})
	}
	return all
}

// tableReadings returns tables whose columns are found by their names and their values, and rows that are damaged.
func tableReadings() (all []reading) {
	read := func(columns, file, want string) {
		all = append(all, reading{name: "table " + file, file: file, want: want, columns: columns})
	}
	for _, table := range []string{"id,puzzle\n1,@1\n2,@2\n", "\"id\",\"puzzle\"\n1,\"@1\"\n2,\"@2\"\n", "id\tpuzzle\n1\t@1\n2\t@2\n", "|id|puzzle|\n|---|---|\n|1|@1|\n|2|@2|\n"} {
		for _, mark := range []string{"", "\ufeff"} {
			read("puzzle", table+mark+table, "@1 @2 @1 @2") // names again
		}
	}
	for _, table := range []string{"puzzle,solution\n", "id;quiz", "id\tpuzzle\n", "puzzle\n", "Quizzes"} {
		read("", table, "")
	}
	zeros := strings.ReplaceAll(p9a, ".", "0")
	solution := strings.Repeat("123456789", 9)
	rest := "id,puzzle,solution,rating\n1,@a," + solution + ",7\n2,@b," + solution + ",8\n"
	for record, want := range map[string]string{
		"3,@a," + solution + ",9": "@a", "3" + p9a + "," + solution + ",9": "shifted", "3" + p9a + "," + solution + ",9,": "shifted", "3" + p9a + ",\"" + solution + "\",9": "shifted",
		"3," + solution: "shifted", "3," + solution + ",,9": "+", "3," + solution + "," + solution + ",9": "+", "3," + solution + ",\"" + solution + "\",9": "+",
		"3,@a": "@a", "3,@a,x,9": "@a", "3," + solution + "," + solution[:80] + "x,9": "shifted", "3," + solution + "," + solution + "1,9": "shifted", "\"3" + p9a + "\",\"" + solution + "\",\"9\",": "shifted",
	} {
		if want == "shifted" { // it may be a puzzle, too, and a separator is missing
			want = `4: in "puzzle": ` + model.ErrShifted.Error()
		}
		read("puzzle solution", rest+record+"\n", "@a @b "+want)
	}
	for _, r := range [][3]string{ // a file, its columns, and its reading
		{"quizzes,solutions\n" + zeros[1:] + "," + solution + "\n", "quizzes solutions", `2: in "quizzes": 80 digits: leading zeros seem to be lost`},
		{"solutions,quizzes\n" + solution + "," + zeros + "11111\n", "quizzes solutions", `2: in "quizzes": more than 81 cells`},
		{"answer,question,clues\n" + solution + "," + zeros[:80] + ",27\n", "question answer", `2: in "question": 80 of 81 cells`},
		{"answer,qestion,clues\n" + solution + "," + zeros + ",27\n", "qestion answer", "@a"},
		{"solution,clues\n@a,27\n", "solution", "@a"},
		{`{"puzzle":` + strings.TrimLeft(zeros, "0") + `,"solution":"` + solution + "\"}\n", "puzzle solution", `1: in "puzzle": 80 digits: leading zeros seem to be lost`},
		{`{"solution":"` + solution + `","puzzle":"` + zeros[1:] + "\"}\n", "puzzle solution", `1: in "puzzle": 80 digits: leading zeros seem to be lost`},
		{`[{"solution":"` + solution + `","puzle":"` + zeros + "\"}]\n", "puzle solution", "@a"},
		{`{"solution":"` + solution + "\"}\n", "solution", "+"},
		{`{"data":{"puzzle":"@a"},"solution":"` + solution + "\"}\n", "data.puzzle solution", "@a"},
		{"puzzle,solution\n" + zeros[1:] + "," + solution + "\n" + zeros + ",\n", "puzzle solution", `2: in "puzzle": 80 digits: leading zeros seem to be lost @a`},
	} {
		read(r[1], r[0], r[2])
	}
	for _, r := range [][3]string{ // solutions are no puzzles that are in another column, unless the user says so
		{"solution,clues\n" + solution + ",27\n", "solution", "+"},
		{"solution,note\n" + solution + ",\n" + solution + ",\n", "solution", "+ +"},
		{"answer\tid\n" + solution + "\tn7\n", "answer", "+"},
		{"answer\tid\n" + solution + "\t\n" + solution + "\t\n" + solution[1:] + "\n", "answer", `+ + 4: in "answer": 80 of 81 cells`},
		{"solution,puzzle\n" + solution + ",c9cb33fd62cf1ca3ef94b8a2eb7b6c0e\n", "solution", "+"},
		{"prompt,completion\nSolve this puzzle: @a," + solution + "\n", "completion", "+"},
		{"solution,final\n" + solution + "," + solution + "\n", "solution", "+"},
		{`{"solution":"` + solution + `","puzzle":"` + p9a[1:10] + "\"}\n", "solution", "+"},
		{`[{"text":"Solve this puzzle: @a","completion":"` + solution + "\"}]\n", "completion", "+"},
		{`{"data":{"puzzle":"` + p9a[1:10] + `","solution":"` + solution + `"},"id":1}` + "\n\n", "data.solution", "+"},
	} {
		read("", r[0], fmt.Sprintf("error: %q", r[1]))
		all = append(all, reading{name: "asked for", file: r[0], hints: model.Hints{Puzzle: r[1]}, want: r[2]})
	}
	mixed := "id,puzzle,note\tpuzzle\tlevel\n1,@1,a\t@4\tb\n1,@2,a\t@5\tb\n"
	for name, want := range map[string]string{"": "error: equally well", "a.txt": "error: equally well", "a.tsv": "@4 @5", "a.csv": "@1 @2"} {
		all = append(all, reading{name: "close call, " + name, file: mixed, hints: model.Hints{Name: name}, want: want})
	}
	all = append(all, reading{name: "close call, TSV", file: mixed, kind: bulk.TSV, want: "@4 @5"})
	for name, want := range map[string]string{"nope": `error: there is no column "nope" (there are "id", "puzzle")`, "id": `error: there is no puzzle in column "id" (there are "id", "puzzle")`, "0": "error: ", "4": "error: ", "-1": "error: ", "2": "@1"} {
		all = append(all, reading{name: "column " + name, file: "id,puzzle\n1,@1\n", hints: model.Hints{Puzzle: name}, want: want})
	}
	cells := func(n int) string {
		return strings.Join(strings.Split(strings.ReplaceAll(formtest.Puzzles[n], ".", "0"), ""), ",")
	}
	for _, r := range [][4]string{ // the header, the fields before the cells, the column that the user names, and the one that is found
		{"stars," + numbers("", 81) + "\n", "3,", "", "0"},
		{"stars," + numbers("c", 81) + "\n", "3,", "", "c0"},
		{"", "3,", "", "column2"},
		{"", "3,,", "", "column3"},
		{"", "", "", "column1"},
		{"stars," + numbers("c", 81) + "\n", "3,", "c0", "c0"},
		{"stars," + numbers("", 81) + "\n", "3,", "0", "0"},
		{"stars," + numbers("", 81) + "\n", "3,", "2", "0"},
		{"", "3,", "2", "column2"},
	} {
		file := r[0] + r[1] + cells(0) + "\n" + r[1] + cells(1) + "\n" + r[1] + cells(2) + "\n"
		all = append(all, reading{name: fmt.Sprintf("cells below %.9s, %s", r[0], r[2]), file: file, hints: model.Hints{Puzzle: r[2]}, want: "@1 @2 @3", columns: r[3]})
	}
	solved := strings.Join(strings.Split(formtest.Solutions[0], ""), ",")
	all = append(all, reading{name: "cells and their solution", file: numbers("c", 81) + "," + numbers("s", 81) + "\n" + cells(0) + "," + solved + "\n", hints: model.Hints{Puzzle: "c0", Solution: "s0"}, want: "@1", columns: "c0 s0"})
	for file, typed := range map[string]bool{"1,@1\n2,@2\n": false, "3,2\nint,text\n1,@1\n2,@2\n": true, "0,puzzle\nint,text\n1,@1\n2,@2\n": true, "id,puzzle,solution\n1,@1,\n2,@2,\n": false} {
		all = append(all, reading{name: "the second column", file: file, hints: model.Hints{Puzzle: "2", Typed: typed}, want: "@1 @2"})
	}
	for _, hints := range []model.Hints{{Puzzle: "solution", Solution: "state", State: true}, {Solution: "state", State: true}, {Puzzle: "a", Loose: true}, {Solution: "a"}} {
		for _, file := range []string{"<x>", "<opensudoku>\n<game data=\"12", "{}", "a b c\n", "<a><p>@1</p><p>@2</p></a>"} {
			if want := "error: "; file[1] != 'a' || hints.Puzzle+hints.Solution == "a" && !hints.Loose {
				all = append(all, reading{name: "no such column", file: file, hints: hints, want: want})
			}
		}
	}
	rows := "id,r1,r2,r3,r4,r5,r6,r7,r8,r9\n"
	for i, p := range formtest.Puzzles {
		rows += fmt.Sprintf("%d,%s\n", i, strings.ReplaceAll(strings.TrimSpace(rowsOf(strings.ReplaceAll(p, ".", "0"), "")), "\n", ","))
	}
	all = append(all, reading{name: "the first row named", file: rows, hints: model.Hints{Puzzle: "r1"}, want: "@1 @2 @3 @4 @5 @6", columns: "r1"})
	for row, want := range map[string]string{"70004006": `2: in "r5": 8 of 9 cells`, "7000x0006": `2: in "r5": bad cell 'x'`, "7000400061": `2: in "r5": more than 9 cells`, "": `2: in "r5": 0 of 9 cells`} {
		read("r1", strings.Replace(rows, "700040006", row, 1), want+" @2 @3 @4 @5 @6")
	}
	first := strings.Index(rows, "\n1,") // the end of the first row
	short := rows[:strings.LastIndexByte(rows[:first], ',')] + rows[first:]
	read("r1", short, "2: 9 of 10 fields @2 @3 @4 @5 @6")
	read("r1", strings.Replace(short, "r9", "r9,level", 1), `2: in "r1": 72 of 81 cells @2 @3 @4 @5 @6`)
	read("puzzle solution", "id,puzzle,solution\n1,@1,$1\n2,@2,$2,7\n3,@3,$3\n", "@1 3: more than 3 fields @3")
	read("q s", "nr,q,s\n"+strings.Repeat("7,@1,$1\n", 20)+"@2,$2,7\n", strings.Repeat("@1 ", 20)+`22: in "q": a solution in place of the puzzle: is a separator missing?`)
	return all
}

// otherReadings returns files that are refused, and small ones that are read.
func otherReadings() (all []reading) {
	var runs string
	for i := range 18 {
		runs += fmt.Sprintf("    %d,\n", 147297278+i)
	}
	square := "[" + strings.TrimSuffix(strings.Repeat("[7, 0, 0, 0, 2, 0, 0, 0, 3], ", 9), ", ") + "]"
	regions := strings.Repeat("111222333\n", 3) + strings.Repeat("444555666\n", 3) + strings.Repeat("777888999\n", 3)
	small, letters := strings.Repeat("12.4", 4), strings.Repeat("..CD.F.HIX..M..P....U..TY", 25)
	line, even := strings.Repeat("123456789ABCDEF.", 16), strings.Repeat("0123456789ABCDEF", 16)
	mask := strings.Repeat("011010001", 9)
	cell := func(member string) string {
		return `{"grid":[` + strings.Repeat(`{"v":1,`+member+`},`, 80) + `{"v":null}]}`
	}
	of := strings.Repeat("0,", 8) + "1,0," + strings.Repeat("1,", 8) + strings.TrimSuffix(strings.Repeat("2,3,4,5,6,7,8,", 9), ",")
	digits := strings.NewReplacer(".", "null", "1", "0", "2", "1", "3", "2", "4", "3", "5", "4", "6", "5", "7", "6", "8", "7", "9", "8").Replace(strings.Join(strings.Split(grids["@3"], ""), ","))
	isomorph := strings.NewReplacer("1", "2", "2", "3", "3", "4", "4", "5", "5", "6", "6", "7", "7", "8", "8", "9", "9", "1").Replace(grids["@1"])
	state, open := grids["$1"][:9]+grids["@1"][9:], grids["@1"][:1]+"."+grids["@1"][2:]
	masked := strings.NewReplacer(".", "0", "2", "1", "3", "1", "4", "1", "5", "1", "6", "1", "7", "1", "8", "1", "9", "1").Replace(grids["@1"])
	rows := func(name string) string {
		return "{rows: ['" + strings.ReplaceAll(strings.TrimSpace(rowsOf(grids[name], "")), "\n", "','") + "']},\n"
	}
	for _, r := range [][2]string{
		{"p cnf 999 12016\n" + strings.Repeat("-111 -112 0\n", 27), "error: DIMACS CNF"},
		{strings.Repeat("7: "+strings.Repeat("0 0 1 ", 300)+"\n", 3), "error: 900 numbers after a label"},
		{"Map A\n" + regions + "\nMap B\n" + regions, "error: found a map of regions, connected cells with one number or letter each: a jigsaw"},
		{strings.Repeat("...3..4114..3...\n", 20) + "3..3..4114..3...\n", "error: 4×4: this size must be named"},
		{strings.Repeat("...3..4114..3...\n", 20) + "...3..4114..3..\n", "error: 4×4: this size must be named"},
		{strings.Repeat("...3..2112..3...\n", 20), "error: 4×4: this size must be named"},
		{"{\n  \"runs\": [\n" + strings.TrimSuffix(runs, ",\n") + "\n  ]\n}\n", "error: JSON without a puzzle"},
		{`[{"runtimeMaxEntries": 200}]`, "error: JSON without a puzzle"},
		{`{"train": [{"input": ` + square + `, "output": ` + square + `}]}`, "error: " + bulk.ErrARC.Error()},
		{"{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"source\": [\"@1\"]}]}\n", "error: " + bulk.ErrNotebook.Error()},
		{strings.Repeat("5,8,0,0,0,0,0,1,7,0,0,0,3,1,0,0,0,0,0,9,2\n", 9), "error: " + bulk.ErrSamurai.Error()},
		{strings.Repeat("58.....17###31.....92\n", 9), "error: " + bulk.ErrSamurai.Error()},
		{"@11\n", "error: has 82 cells, want 81"},
		{"INSERT INTO t VALUES (1,'@1'),(2,'@2');\n", "error: an SQL dump: several puzzles"},
		{"CREATE TABLE t (q, a);\nINSERT INTO t VALUES (1,'@1','$1'),(2,'@2','$2');\n", "error: several puzzles"},
		{"VALUES ('$1',\n'" + mask + "');\nVALUES ('$1');\n", "error: found a mask"},
		{"puzzle,solution\n" + mask + ",$1\n@1,$1\n", "error: found a mask"},
		{`[{"a":"$1"},{"a":"$1"},{"a":"` + mask + `"}]`, "error: found a mask"},
		{`{"puzzle":"` + mask + `","solution":"$1"}` + "\n" + `{"puzzle":"$1"}` + "\n", "error: found a mask"},
		{"solution,mask\n$1," + masked + "\n", "error: found a mask"},
		{mask + "\n" + mask + "\n", "+ +"},
		{`{"puzzle":"@1","cages":[{"value":"3","cells":[[0,0],[0,1]]}]}`, `error: found "cages": a killer Sudoku`},
		{`[{"puzzle":"@1","n":1},{"puzzle":"@1","killercage":[[7]]}]`, `error: found "killercage": a killer Sudoku`},
		{`{"puzzle":"@1","groups":[{"sum":3,"cells":[0,1]}]}`, `error: found "groups": a killer Sudoku`},
		{cell(`"cage":3`), `error: found "grid": a killer Sudoku`},
		{"6\n.1..2.\n3..4..\n.5..6.\n1..2..\n..3.4.\n.5...6\n" + strings.Repeat("(0,0) (1,0) (1, 1) (2,0) (2,1) (2,2)\n", 6), "error: found lists of cells"},
		{rowsOf(grids["@1"], "") + "\nKiller: ((2,0), (3,0)): 4\n", "error: found lists of cells"},
		{`{"puzzle":["......","......","......","......","......","......"],"cages":[{"cells":[[0,7],[0,8]]}]}`, `error: found "cages": a killer Sudoku`},
		{`{"givens":["....",".2..","....","...."],"planes":{"a":"@1"}}`, "error: 4×4: this size must be named"},
		{`{"puzzle":"@1","jigsaw_regions":[{"cells":[[0,0]]}]}`, `error: found "jigsaw_regions": a jigsaw (irregular) Sudoku`},
		{`{"killer_cages":[{"cells":[[0,7],[0,8]]}],"puzzle":"@1"}`, `error: found "killer_cages": a killer Sudoku`},
		{"grid:\n" + rowsOf(grids["@1"], "") + "regions:\n" + strings.Repeat("- \"0,1\"\n", 81), "error: found lists of cells"},
		{`{"a":[` + strings.TrimSuffix(strings.Repeat("[0, 2, 3],", 27), ",") + "]}", "error: JSON without a puzzle"},
		{cell(`"region":1`), `error: found "grid": a jigsaw (irregular) Sudoku`},
		{`{"puzzle":"@1","regions":[` + of + "]}", `error: found "regions": a jigsaw (irregular) Sudoku`},
		{`{"puzzle":"@1","regions":[9,9],"cages":[],"diagonal+":true}`, "@1"},
		{`{"solution":{"0":"$1","1":"$2"},"puzzle":{"0":"@1","1":"@2"}}`, "error: df.to_json("},
		{"[\n" + rows("@1") + rows("@3") + "]\n", "@1 @3"},
		{"# a\n{\"puzzle\":\"@1\"}\n{\"puzzle\":\"@2\"}\n", "@1 @2"},
		{"{\"puzzle\":\"@1\"}\n// a\n{\"puzzle\":\"@2\"}\n# a\n", "@1 @2"},
		{"puzzle,solution\n" + small + "," + small + "\n", "error: 4×4: this size must be named"},
		{`["` + small + `"]`, "error: 4×4: this size must be named"},
		{letters + "\n", "error: 25×25"},
		{"id,puzzle\n1," + letters + "\n", "error: 25×25"},
		{strings.Repeat("@1\r@2\r", 3), "error: carriage returns"},
		{"id,puzzle\n1,7.06E+79\n2,6.00040071040085E+78\n", "error: 7.06E+79 was a puzzle"},
		{"#1 @1\n#2 @2\n", "error: found puzzles only in comments"},
		{"[" + digits + "]", "error: digits are 0 to 8"},
		{"# none\n", ""},
		{"# see @1\n@2\n", "@2"},
		{line + "\n" + line, "error: its digits may be"},
		{"id,puzzle\n1," + line + "\n2," + line + "\n", "error: its digits may be"},
		{even + "\n" + even + "\n", "error: its digits may be"},
		{"puzzle,solution\n\nx", "error: "},
		{"Hello, this is my sudoku\n", "error: "},
		{"sudoku\n", "error: "},
		{"my puzzle\n", "error: "},
		{"a,b\n", "error: "},
		{`{"type":"c","features":[]}`, "error: "},
		{"f(x, y)\n", "error: "},
		// Several puzzles in a record or a file.
		{"@1 @2", "error: several puzzles"},
		{"@1,@2,@3", "error: several puzzles"},
		{"x = ['@1', '@2']", "error: several puzzles"},
		{"['@1', '@2']", "error: several puzzles"},
		{"['@1', '@2', '@3']\n", "error: several puzzles"},
		{"date,easy,hard\n1,@1,@2\n2,@3,@4", "error: several puzzles"},
		{`{"easy":"@1","hard":"@2"}` + "\n" + `{"easy":"@3","hard":"@4"}`, "error: several puzzles"},
		{"INSERT INTO t VALUES ('@1','$1'),('@2','x');", "error: several puzzles"},
		{`{"easy":["@1","@2"],"hard":["@3","@4"]}`, "error: several arrays"},
		{"{\n  \"easy\": [\n    \"@1\",\n    \"@2\"\n  ],\n  \"hard\": [\n    \"@3\"\n  ]\n}\n", "error: several arrays"},
		{`{"easy":[{"puzzle":"@1"}],"hard":[{"puzzle":"@2"}]}`, "error: several arrays"},
		{`{"one_solution_puzzles":[{"q":"@1"}],"two_solution_puzzles":[{"q":"@2"}]}`, "error: several arrays"},
		{`[{"name":"a","puzzles":["@1","@2"]},{"name":"b","puzzles":["@3","@4"]}]`, "error: arrays"},
		{`[["@1","@2"],["@3","@4"]]`, "error: several arrays"},
		{`{"solutions":["$1"],"puzzles":["@1","@2"]}`, "@1 @2"},
		{`{"puzzles":["@1","@2"],"minlex":["@1","@2"]}`, "@1 @2"},
		{`{"puzzle":"@1","other":"@2"}` + "\n" + `{"puzzle":"@2","other":"@1"}`, "@1 @2"},
		{"date,puzzle,hard\n1,@1,@2", "@1"},
		{"@1 " + isomorph, "@1"},
		{"@1 " + state, "@1"},
		{"@1 " + open, "@1"},
		{"@1 $1", "@1"},
		{"@1," + open + "\n@1,@1,@2", "@1 @1"},
		{`{"@1":"$1","@2":"$2"}`, "error: found only solutions"},
		// Solutions that are records of their own.
		{"Input: @1\nOutput: $1\nInput: @2\nOutput: $2\n", "@1 @2"},
		{"PUZZLE_1 = \"@1\"\nPUZZLE_1_SOLUTION = \"$1\"\nPUZZLE_2 = \"@2\"\nPUZZLE_2_SOLUTION = \"$2\"\n", "@1 @2"},
		{`{"p1":"@1","s1":"$1","p2":"@2","s2":"$2"}`, "@1 @2"},
		{"[\n'@1',\n'$1'\n],\n[\n'@2',\n'$2'\n],\n", "@1 @2"},
		{"\t{in: \"@1\",\n\t want: \"$1\"},\n\t{in: \"@2\",\n\t want: \"$2\"},\n", "@1 @2"},
		{"assert_eq(solve(\"@1\"),\n    \"$1\");\nassert_eq(solve(\"@2\"),\n    \"$2\");\n", "@1 @2"},
		{"<game name=\"1\">\n<values>@1</values>\n</game>\n<game name=\"2\">\n<values>@2</values>\n</game>\n", "@1 @2"},
		// The space that does not break of web pages.
		{"@1\u00a0\n@2\u00a0\n", "@1 @2"},
		{"@1\u00a0name\n@2\u00a0name\n", "@1 @2"},
		{"@1\u00a0\u00a0\n@2\u00a0\u00a0\n", "@1 @2"},
		{"7," + grids["@1"][1:] + "\n7," + grids["@2"][1:] + "\n", "error: "},
		{"7:@1\n7:" + grids["@1"][1:] + "\n", "@1 2:83: 80 of 81 cells"},
		{"7,@1\n7," + grids["@1"][1:] + "\n", "@1 2:83: 80 of 81 cells"},
		{"<!-- x -->\n<puzzle>@1</puzzle> <solution>$1</solution>\n<puzzle>@2</puzzle> <solution>$2</solution>\n", "@1 @2"},
	} {
		all = append(all, reading{name: fmt.Sprintf("%.60q", r[0]), file: r[0], want: r[1]})
	}
	all = append(all, []reading{
		{name: "texts of order 4", file: string(npyFile(1, "'|S16'", "False", "(2,)", []byte("12..34....21..4312..34....21..43"))), hints: model.Hints{Sizes: []int{4}}, want: "+ +"},
		{name: "a killer's column", file: `{"puzzle":"@1","cages":[[1]]}`, hints: model.Hints{Puzzle: "puzzle"}, want: "@1"},
		{name: "the second of two", file: "@1 @2", hints: model.Hints{Puzzle: "2"}, want: "@2"},
		{name: "Parquet, never shifted", file: "puzzle,solution\ntext,text\n@a,$1\n$1,x\n$1,\n", hints: model.Hints{Typed: true}, want: "@a $1 $1"},
	}...)
	for _, end := range []string{"\u2007", "\xc2", "\xc2\xa1", "\f"} {
		all = append(all, reading{name: "no JSON " + end, file: strings.ReplaceAll(p9a, ".", "0") + end + "\n", kind: bulk.NDJSON, want: "error: "})
	}
	return all
}
