package bulk_test

import (
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// readings returns small files of the kinds that lost records.
func readings() (all []reading) {
	add := func(r reading) { all = append(all, r) }
	for _, c := range []string{"# c", "// c", "% c", "#c", "# a = b: c", "```"} {
		for lines, want := range map[string]string{
			"C\nn1 @1\nn2 @2\n": "@1 @2", "C\nn1 @1\nC\nn2 @2\nC\nn3 @3\n": "@1 @2 @3", "C\nn1=@1\nC\nn2=@2\n": "@1 @2", "C\n:0100:1:@1:::\nC\n:0100:2:@2:::\n": "@1 @2",
		} {
			add(reading{name: "comments " + c, file: strings.ReplaceAll(lines, "C", c), want: want, form: bulk.Line})
		}
	}
	for _, line := range []string{"53..7.x", "5.3x", "x53..7", "..x"} {
		for _, kind := range []bulk.Kind{0, bulk.Line} {
			add(reading{name: "cut line " + line, file: line + "\n@1\n@2\n", want: "1: bad cell 'x' @1 @2", form: bulk.Line, kind: kind})
		}
	}
	var clauses string
	for i := range 30 {
		clauses += fmt.Sprintf("-%d -%d 0\n", 111+i, 112+i)
	}
	for _, first := range []string{"", "1 2 3 4 5 6 7 8 9 0\n", "c a\n", "c rules\np cnf 999 30\n"} {
		add(reading{name: "clauses after " + first, file: first + clauses, want: "error: CNF"})
	}
	cut, puzzle16, full16 := grids["$1"][:80], "", ""
	for i := range 256 {
		cell := "ABCDEFGHIJKLMNOP"[(i/16*4+i/64+i)%16:][:1]
		full16 += cell
		puzzle16 += []string{cell, "-"}[i%2]
	}
	return append(all, []reading{
		// Complete grids in tables and drawings: a record is left out only if it solves the record just before it.
		{name: "solutions after their puzzles", file: "puzzle\n@1\n$1\n@2\n$2\n@3\n$3\n", want: "@1 @2 @3", form: bulk.CSV},
		{name: "a solution after another puzzle", file: "puzzle\n@1\n$1\n@2\n$3\n@3\n", want: "@1 @2 $3 @3", form: bulk.CSV},
		{name: "solutions in a block below", file: "puzzle\n@1\n@2\n@3\n$1\n$2\n$3\n", want: "@1 @2 @3 $1 $2 $3", form: bulk.CSV},
		{name: "most solutions of a puzzle", file: "puzzle\n@1\n" + strings.Repeat("$1\n", 33) + "@2\n$2\n", want: "@1 $1 @2", form: bulk.CSV},
		{name: "with numbers", file: "id,puzzle\n1,@1\n2,$1\n3,@2\n4,$1\n5,$2\n", want: "@1 @2 $1 $2", form: bulk.CSV},
		{name: "two solutions of a puzzle", file: "puzzle\n@1\n$1\n$1\n@2\n$2\n", want: "@1 @2", form: bulk.CSV},
		{name: "a malformed record between", file: "puzzle\n@1\n$1\n@2\n12\n$2\n", want: `@1 @2 5: in "puzzle": 2 of 81 cells $2`, form: bulk.CSV},
		{name: "nothing before", file: "puzzle\n$1\n@1\n@2\n$2\n", want: "$1 @1 @2", form: bulk.CSV},
		{name: "tabs", file: "id\tpuzzle\n1\t@1\n2\t$1\n3\t@2\n4\t$3\n", want: "@1 @2 $3", form: bulk.TSV},
		{name: "a line that names a solution", file: "a @1\nsolution: $1\nsolution: $2\nb @2\n", want: "@1 3: looks like a grid, but is not read @2", form: bulk.Line},
		{name: "damaged lines that name solutions", file: "Puzzle: @1\nSolution: " + cut + "§\nPuzzle: @2\nSolution: $2§1\nPuzzle: @3\nAnswer: " + grids["$3"][:40] + "§!" + grids["$3"][41:] + "\nPuzzle: @1\nSolution: see page 3\nPuzzle: @2\nSolution: none\nSolution: " + strings.Repeat("0123456789abcdef", 8) + "\nPuzzle: @3\nAnswer: 3.2 ms\n", want: "@1 §: 80 of 81 cells @2 §: more than 81 cells @3 §: bad cell '!' @1 @2 @3", form: bulk.Line},
		{name: "damaged lines between signs", file: "puzzle = @1\nsolved = $1\npuzzle = @2\nsolved = " + cut + "§\npuzzle = @3\n", want: "@1 @2 §: 80 of 81 cells @3", form: bulk.Line},
		{name: "damaged lines with numbers", file: "Puzzle 1: @1\nSolution 1: " + cut + "§\nPuzzle 2: @2\nSolution 2: $2\n", want: "@1 §: 80 of 81 cells @2", form: bulk.Line},
		{name: "a damaged line below a grid", file: "&1\nSolution: " + cut + "§\n\n&2\n", want: "@1 §: 80 of 81 cells @2", form: bulk.Grid},
		{name: "a line that names a solution, other digits", file: "Puzzle: @1\nSolution: " + strings.Repeat("123456789", 9) + "\nPuzzle: @2\n", want: "@1 2:1: looks like a grid, but is not read @2", form: bulk.Line},
		{name: "lines that name solutions of 16×16", file: "Puzzle: " + puzzle16 + "\nSolution: " + full16 + "\nPuzzle: " + puzzle16 + "\nSolution: " + full16[:255] + "§\nPuzzle: " + puzzle16 + "\nSolution: " + strings.NewReplacer("A", "1", "B", "2", "C", "3", "D", "4", "E", "5", "F", "6", "G", "7", "H", "8").Replace(full16) + "§P\n", want: "+ + §: 255 of 256 cells + §: more than 256 cells", form: bulk.Line},
		{name: "columns of spaces", file: "a,puzzle\n1, " + cut + "§\n2, $2\n", want: `§: in "puzzle": 80 of 81 cells $2`, form: bulk.CSV},
		{name: "lines with names", file: "a @1\nb $1\nc @2\nd $3\n", want: "@1 @2 $3", form: bulk.Line},
		{name: "objects", file: "{\"puzzle\":\"@1\"}\n{\"puzzle\":\"$1\"}\n{\"puzzle\":\"@2\"}\n{\"puzzle\":\"$3\"}\n", want: "@1 @2 $3", form: bulk.NDJSON},
		{name: "an array", file: "[\"@1\",\"$1\",\"@2\",\"$3\",\"@3\",\"$3\"]\n", want: "@1 @2 $3 @3", form: bulk.JSON},
		{name: "a log", file: "puzzle: @1\n" + strings.Repeat("a step of the log\n", 1000) + "solved:\n$1\npuzzle: @2\n$2\n", want: "@1 @2", form: bulk.Line},
		{name: "a log, another solution", file: "puzzle: @1\n" + strings.Repeat("a step of the log\n", 1000) + "solved:\n$2\n", want: "@1 $2", form: bulk.Line},
		{name: "grids, a larger one that begins with a blank row", file: "&1\n................\n" + strings.Join(strings.SplitAfter(sound(16, ""), "\n")[1:], "") + "\n&2\n", want: "@1 11: a grid of 16x16 among other sizes @2", form: bulk.Grid},
		{name: "grids, solutions above", file: "%1\n&1\n%2\n%3\n&3\n", want: "@1 $2 @3", form: bulk.Grid},
		{name: "grids", file: "&1\n%1\n&2\n%2\n", want: "@1 @2", form: bulk.Grid},
		{name: "grids, another solution", file: "&1\n%1\n&2\n%3\n", want: "@1 @2 $3", form: bulk.Grid},
		{name: "grids, solutions below", file: "&1\n&2\n%1\n%2\n", want: "@1 @2 $1 $2", form: bulk.Grid},
		{name: "no solution in the file: as before", file: "puzzle\n@1\n@2\n$3\n", want: "@1 @2 $3", form: bulk.CSV},
		{name: "a solution column: as before", file: "puzzle,solution\n@1,$1\n@2,$2\n$3,$3\n", want: "@1 @2 $3", form: bulk.CSV},
		{name: "asked to keep places", file: "puzzle\n@1\n$1\n@2\n", want: "@1 3: a solution of the puzzle before it @2", form: bulk.CSV, hints: model.Hints{NoSolutions: true}},
		{name: "asked to keep places, a line that names a solution", file: "a @1\nsolution: $1\nb @2\n", want: "@1 2: a solution of the puzzle before it @2", form: bulk.Line, hints: model.Hints{NoSolutions: true}},
		{name: "asked to keep places, grids", file: "&1\n%1\n&2\n", want: "@1 11: a solution of the puzzle before it @2", form: bulk.Grid, hints: model.Hints{NoSolutions: true}},
		// Comments of lists with fields, and between the header and the rows of a table.
		{name: "two comments and a blank line", file: "# a\n# b\n\nn1 @1\n\n# c\nn2 @2\n", want: "@1 @2", form: bulk.Line},
		{name: "comment and count", file: "# a\n2\nn1 @1\nn2 @2\n", want: "@1 @2"},
		{name: "below the header", file: "puzzle,solution\n# made by hand\n@1,$1\n@2,$2\n", want: "@1 @2", form: bulk.CSV},
		{name: "below the header, commas", file: "id,puzzle\n# made, by hand\n1,@1\n2,@2\n", want: "@1 @2", form: bulk.CSV},
		{name: "below the header, slashes", file: "puzzle\tlevel\n// a\n// b\n@1\t1\n@2\t2\n", want: "@1 @2", form: bulk.TSV},
		{name: "below the header and later", file: "id,puzzle\n# a\n1,@1\n# b\n2,@2\n", want: "@1 @2", form: bulk.CSV},
		{name: "names with a hash stay records", file: "id,puzzle\n#1,@1\n#2,@2\n", want: "@1 @2", form: bulk.CSV},
		{name: "a malformed name with a hash", file: "id,puzzle\n#1,@1\n#2,12\n#3,@2\n", want: `@1 3: in "puzzle": 2 of 81 cells @2`, form: bulk.CSV},
		{name: "names with a hash below a comment", file: "id,puzzle\n# all\n#1,@1\n#2,@2\n", want: "@1 @2", form: bulk.CSV},
		// Grids that are drawn in another way than the others.
		{name: "a known blank", file: "&1\n" + blanked("?") + "\n&3\n", want: "@1 @2 @3", form: bulk.Grid},
		{name: "unknown blank at the end", file: "&1\n" + blanked("O"), want: "@1 11: another blank than in the grids before: 'O'", form: bulk.Grid},
		{name: "unknown blank, boxes", file: "&1\n" + boxed(blanked("O")) + "\n&3\n", want: "@1 11: another blank than in the grids before: 'O' @3", form: bulk.Grid},
		{name: "16 rows at the end", file: "&1\n" + sound(16, " "), want: "@1 11: a grid of 16x16 among other sizes", form: bulk.Grid},
		{name: "titles and prose are no grids", file: "Puzzle  1\n&1\nBeginning\nLevel 1\nabc def ghi\n2020\n2021\n2022\n2023\n\n&2\n", want: "@1 @2", form: bulk.Grid},
		{name: "a section of solutions", file: "&1\n&2\nSolutions\n\n%1\n%2\n", want: "@1 @2", form: bulk.Grid},
		{name: "a title above puzzles", file: "Unsolved:\n&1\nUnsolved:\n&2\n", want: "@1 @2", form: bulk.Grid},
		{name: "a title for solutions above a puzzle", file: "Puzzles with solutions\n&1\n&2\n", want: "@1 @2", form: bulk.Grid},
		// JSON: the member named as a puzzle nearest the top.
		{name: "steps", file: "{\"puzzle\":\"@1\",\"solution\":\"$1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}\n", want: "@1"},
		{name: "steps first", file: "{\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}],\"puzzle\":\"@1\",\"solution\":\"$1\"}\n", want: "@1"},
		{name: "steps on lines", file: "{\n \"puzzle\":\"@1\",\n \"solution\":\"$1\",\n \"steps\":[{\"gridBefore\":\"@1\"},\n  {\"gridBefore\":\"@2\"},\n  {\"gridBefore\":\"@3\"}]\n}\n", want: "@1"},
		{name: "steps below a member", file: "{\"game\":{\"puzzle\":\"@1\",\"solution\":\"$1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}}\n", want: "@1"},
		{name: "one object in an array", file: "[{\"puzzle\":\"@1\",\"solution\":\"$1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}]\n", want: "@1", form: bulk.JSON},
		{name: "two objects in an array", file: "[{\"puzzle\":\"@1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]},{\"puzzle\":\"@2\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}]\n", want: "@1 @2", form: bulk.JSON},
		{name: "a named array", file: "{\"puzzles\":[{\"puzzle\":\"@1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]},{\"puzzle\":\"@2\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}]}\n", want: "@1 @2", form: bulk.JSON},
		{name: "lines of objects", file: "{\"puzzle\":\"@1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}\n{\"puzzle\":\"@2\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"},{\"gridBefore\":\"@3\"}]}\n", want: "@1 @2", form: bulk.NDJSON},
		{name: "strings in an array", file: "{\"puzzle\":\"@1\",\"steps\":[\"@1\",\"@2\",\"@3\"]}\n", want: "@1"},
		{name: "better names below", file: "{\"grid\":\"@1\",\"steps\":[{\"puzzle\":\"@2\"},{\"puzzle\":\"@3\"}]}\n", want: "error: several arrays"},
		{name: "equal names below", file: "{\"puzzle\":\"@1\",\"more\":[{\"puzzle\":\"@2\"},{\"puzzle\":\"@3\"}]}\n", want: "error: several arrays"},
		{name: "no puzzle at the top", file: "{\"title\":\"a\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"}]}\n", want: "@1 @2", form: bulk.JSON},
		{name: "only an array", file: "{\"title\":\"a\",\"puzzles\":[\"@1\",\"@2\"]}\n", want: "@1 @2", form: bulk.JSON},
		{name: "the user names the column", file: "{\"puzzle\":\"@1\",\"steps\":[{\"gridBefore\":\"@1\"},{\"gridBefore\":\"@2\"}]}\n", want: "@1 @2", hints: model.Hints{Puzzle: "gridBefore"}},
		// Tables of tabs with empty fields.
		{name: "empty notes", file: "puzzle\tnote\n@1\t\n@2\t\n@3\t\n", want: "@1 @2 @3", form: bulk.TSV},
		{name: "empty notes, puzzle second", file: "id\tpuzzle\tnote\n1\t@1\t\n2\t@2\t\n", want: "@1 @2", form: bulk.TSV},
		{name: "our own, no solutions", file: "puzzle\tsolution\n@1\t\n@2\t\n", want: "@1 @2", form: bulk.TSV},
		{name: "one note", file: "puzzle\tnote\n@1\t\n@2\t\n@3\ta, b\n", want: "@1 @2 @3", form: bulk.TSV},
		{name: "commas in the header", file: "puzzle\tnote, level\n@1\t\n@2\t\n", want: "@1 @2", form: bulk.TSV, hints: model.Hints{Name: "a.tsv"}},
		{name: "commas in the header, as CSV", file: "puzzle\tnote, level\n@1\t\n@2\t\n", want: "@1 @2", form: bulk.CSV, hints: model.Hints{Name: "a.csv"}},
		{name: "the name alone decides nothing", file: "puzzle\tnote\n@1\t\n@2\t\n", want: "@1 @2", form: bulk.TSV, hints: model.Hints{Name: "a.csv"}},
		{name: "the flag decides", file: "puzzle\tnote\n@1\t\n@2\t\n", want: "@1 @2", form: bulk.CSV, kind: bulk.CSV, hints: model.Hints{Name: "a.tsv"}},
		{name: "commas with empty notes", file: "puzzle,note\n@1,\n@2,\n", want: "@1 @2", form: bulk.CSV, hints: model.Hints{Name: "a.tsv"}},
		{name: "line ends in quotes", file: "puzzle,note\n@1,\"a\nb\"\n@2,\"c\n,\"\n@3,\"d\n\"\"\n\"\n", want: "@1 @2 @3", form: bulk.CSV},
		{name: "a quote that does not end", file: "puzzle,note\n@1,\"a\n@2,\"b\n\"\n@3,c\n", want: "@1 @2 @3", form: bulk.CSV},
		{name: "semicolons", file: "puzzle;note\n@1;\n@2;\n", want: "@1 @2", form: bulk.CSV, hints: model.Hints{Name: "a.tsv"}},
		// First lines that are no headers, clauses, counts, and rows for the output.
		{name: "a header", file: "puzzle\n@1\n@2\n", want: "@1 @2"},
		{name: "a header, lines", file: "puzzle\n@1\n@2\n", want: "@1 @2", form: bulk.Line, kind: bulk.Line},
		{name: "sizes of boxes", file: "3\n" + spaced(grids["@1"]) + "\n3\n" + spaced(grids["@2"]), want: "@1 @2", form: bulk.Grid},
		{name: "sizes of grids", file: "9\n" + spaced(grids["@1"]) + "9\n" + spaced(grids["@2"]), want: "@1 @2", form: bulk.Grid},
		{name: "three sizes", file: "3\n\n" + spaced(grids["@1"]) + "\n3\n\n" + spaced(grids["@2"]) + "\n3\n\n" + spaced(grids["@3"]), want: "@1 @2 @3", form: bulk.Grid},
		{name: "a count", file: "3\n" + spaced(grids["@1"]) + "\n" + spaced(grids["@2"]) + "\n" + spaced(grids["@3"]), want: "@1 @2 @3", form: bulk.Hiho},
		{name: "a count, too few", file: "3\n" + spaced(grids["@1"]) + "\n" + spaced(grids["@2"]), want: "@1 @2 1: the header says 3 puzzles, the file holds 2", form: bulk.Hiho},
		{name: "a count, too many", file: "2\n" + spaced(grids["@1"]) + spaced(grids["@2"]) + spaced(grids["@3"]), want: "@1 @2 20: text after the last of 2 puzzles", form: bulk.Hiho},
		{name: "a plain line first", file: "@1\nx @2\ny @3\n", want: "@1 2: bad cell 'x' 3: bad cell 'y'"},
		{name: "fields", file: "@1 a\n@2 b\n", want: "@1 @2", form: bulk.Line},
	}...)
}
