package bulk

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// wildSolved are the solutions of the first puzzles of wild9.
var wildSolved = []string{
	"472653918615489273938217564183765429759842136264391785526134897847926351391578642",
	"836251497712493856954867213245719638168342975397586124673128549429675381581934762",
	"627835194394217856185649372253768941946153728871492635512976483439581267768324519",
}

// eachWild writes text once for each of the first n puzzles of wild9. It replaces @P by the
// puzzle, @S by its solution, @C by a player's state, and @N by the number.
func eachWild(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("@P", wild9[i], "@S", wildSolved[i], "@C", wildSolved[i][:9]+wild9[i][9:], "@N", fmt.Sprint(i+1)).Replace(text))
	}
	return b.String()
}

// gridRows returns a grid as nine rows.
func gridRows(grid string) (rows string) {
	for ; grid != ""; grid = grid[9:] {
		rows += grid[:9] + "\n"
	}
	return rows
}

// TestGridsInLines reads puzzles and solutions in lines of other text, such as programs.
func TestGridsInLines(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"INSERT INTO t (q, a) VALUES ('@P', '@S');\n",
		"INSERT INTO t VALUES ('@P','@S');\n",
		"add_pair('@P', '@S')\n",
		"new Sudoku(\"@P\", \"@S\", @N),\n",
		"Sudoku(quiz='@P', solution='@S'),\n",
		"assert solve('@P') == '@S'\n",
		"puzzle=@P&solution=@S\n",
		"p:@P s:@S\n",
		"<puzzle>@P</puzzle> <solution>@S</solution>\n",
		"https://example.org/?bd=@P&sol=@S&n=@N\n",
		"@P<br>\n",
		"<td>@P</td>\n<td>@S</td>\n",
		"<game name=\"@N\">\n<values>@P</values>\n</game>\n",
		"[\n'@P',\n'@S'\n],\n",
		"\t{in: \"@P\",\n\t want: \"@S\"},\n",
		"assert_eq(solve(\"@P\"),\n    \"@S\");\n",
		"```\n@P\n```\n",
		"id,current,original,solved\n@N,@C,@P,@S\n",
		"Puzzle,Solution,Givens\n@P,@S,25,\n",
	} {
		file := "<!-- x -->\n" + eachWild(3, line)
		if line[0] != '<' {
			file = file[strings.IndexByte(file, '\n')+1:]
		}
		form, err := Detect([]byte(file), true, 0)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		if got, want := readWhole(form, []byte(file)), strings.Join(wild9[:3], "\n")+"\n"; got != want {
			t.Errorf("%q: %v reads\n%s", line, form, got)
		}
		if !strings.Contains(line, "@S") || strings.Count(line, "\n") > 1 {
			continue
		}
		var fields model.Fields
		solution := make([]uint8, 81)
		record := []byte(file[strings.LastIndexByte(file[:len(file)-1], '\n')+1:])
		if at, fault := form.GivenSolution(solution, record, model.Span{To: len(record)}, &fields); at == 0 || fault != nil || string(cells.AppendCells(nil, solution)) != wildSolved[2] {
			t.Errorf("%q: solution at %d, %v", line, at, fault)
		}
	}
	damaged := eachWild(3, "f('@P', '@S')\n")
	damaged = strings.Replace(damaged, wild9[1], wild9[1][:80], 1)
	form, err := Detect([]byte(damaged), true, 0)
	if got := readWhole(form, []byte(damaged)); err != nil || !strings.Contains(got, "2 (row 0): 2:84: 80 of 81 cells") {
		t.Errorf("a cell is missing: %v, %v\n%s", form, err, got)
	}
}

// TestEmptyAndComplete keeps complete grids if there is an empty grid, which they all
// solve.
func TestEmptyAndComplete(t *testing.T) {
	t.Parallel()
	empty := strings.Repeat(".", 81)
	grids := []string{empty, wildSolved[0], wildSolved[1]}
	text := ""
	for _, g := range grids {
		text += gridRows(g) + "\n"
	}
	checkWild(t, "an empty grid", Grid, text, grids)
}

// TestSolutionsAsRecords checks that grids that solve the grid before them are not records,
// whatever stands between the two, and that other complete grids are.
func TestSolutionsAsRecords(t *testing.T) {
	t.Parallel()
	var rows string
	for i := range 3 {
		rows += gridRows(wild9[i]) + "\n" + gridRows(wildSolved[i]) + "\n"
	}
	fenced := eachWild(3, "**Puzzle @N**\n```\n@P\n```\n**Lösung**\n```\n@S\n```\n")
	for i := range 3 {
		fenced = strings.ReplaceAll(strings.ReplaceAll(fenced, wild9[i]+"\n", gridRows(wild9[i])), wildSolved[i]+"\n", gridRows(wildSolved[i]))
	}
	for name, file := range map[string]string{
		"rows":         rows,
		"fenced":       fenced,
		"named lines":  eachWild(3, "Input: @P\nOutput: @S\n"),
		"assignments":  eachWild(3, "PUZZLE_@N = \"@P\"\nPUZZLE_@N_SOLUTION = \"@S\"\n"),
		"JSON array":   "[" + strings.TrimSuffix(eachWild(3, `"@P","@S",`), ",") + "]",
		"JSON members": "{" + strings.TrimSuffix(eachWild(3, `"p@N":"@P","s@N":"@S",`), ",") + "}",
	} {
		form, err := Detect([]byte(file), true, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := readWhole(form, []byte(file)); got != strings.Join(wild9[:3], "\n")+"\n" {
			t.Errorf("%s: %v reads\n%s", name, form, got)
		}
		if n := len(form.Spans(nil, []byte(file)[len(form.RecordsHeader()):])); form.Kind == Grid && n != 3 {
			t.Errorf("%s: %d spans", name, n)
		}
		checkSplits(t, form, []byte(file))
		other := strings.Replace(file, wildSolved[2], strings.Repeat("123456789", 9), 1)
		if name == "JSON array" {
			if form, err = Detect([]byte(other), true, 0); err != nil || strings.Count(readWhole(form, []byte(other)), "\n") != 4 {
				t.Errorf("a solution of another puzzle: %v, %v", form, err)
			}
		}
	}
}

// TestSeveralPuzzles checks that records of several puzzles are rejected, unless a name
// says which one to read. Isomorphs, states and solutions of a puzzle do not count.
func TestSeveralPuzzles(t *testing.T) {
	t.Parallel()
	isomorph := []byte(wild9[0])
	for i := range isomorph {
		if isomorph[i] != '.' {
			isomorph[i] = '1' + (isomorph[i]-'0')%9
		}
	}
	state := wildSolved[0][:9] + wild9[0][9:]
	ab, abc := wild9[0]+" "+wild9[1], strings.Join(wild9[:3], ",")
	for file, want := range map[string]error{
		ab:  errSeveral,
		abc: errSeveral,
		"x = ['" + wild9[0] + "', '" + wild9[1] + "']":                                                                                                                                   errSeveral,
		"['" + wild9[0] + "', '" + wild9[1] + "']":                                                                                                                                       errSeveral,
		"date,easy,hard\n1," + wild9[0] + "," + wild9[1] + "\n2," + wild9[2] + "," + wild9[3]:                                                                                            errSeveral,
		`{"easy":"` + wild9[0] + `","hard":"` + wild9[1] + `"}` + "\n" + `{"easy":"` + wild9[2] + `","hard":"` + wild9[3] + `"}`:                                                         errSeveral,
		"INSERT INTO t VALUES ('" + wild9[0] + "','" + wildSolved[0] + "'),('" + wild9[1] + "','x');":                                                                                    errSeveral,
		"CREATE TABLE t (q, a);\nINSERT INTO t VALUES (1,'" + wild9[0] + "','" + wildSolved[0] + "'),(2,'" + wild9[1] + "','" + wildSolved[1] + "');\n":                                  errSeveral,
		"solution,mask\n" + wildSolved[0] + "," + strings.NewReplacer(".", "0", "2", "1", "3", "1", "4", "1", "5", "1", "6", "1", "7", "1", "8", "1", "9", "1").Replace(wild9[0]) + "\n": reading.ErrMasks,
		"date,puzzle,hard\n1," + wild9[0] + "," + wild9[1]:                                                                                                                               nil,
		wild9[0] + " " + string(isomorph):                  nil,
		wild9[0] + " " + state:                             nil,
		wild9[0] + " " + wild9[0][:1] + "." + wild9[0][2:]: nil,
		wild9[0] + "," + wild9[0][:1] + "." + wild9[0][2:] + "\n" + wild9[0] + "," + wild9[0] + "," + wild9[1]: nil,
		wild9[0] + " " + wildSolved[0]: nil,
		`{"` + wild9[0] + `":"` + wildSolved[0] + `","` + wild9[1] + `":"` + wildSolved[1] + `"}`: reading.ErrInverse,
	} {
		form, err := Detect([]byte(file), true, 0)
		if !errors.Is(err, want) {
			t.Errorf("%.60s: %v, %v, want %v", file, form, err, want)
		}
		if want == nil && !strings.HasPrefix(readWhole(form, []byte(file)), wild9[0]) {
			t.Errorf("%.60s: %s", file, readWhole(form, []byte(file)))
		}
	}
	if form, err := DetectWith([]byte(ab), true, 0, model.Hints{Puzzle: "2"}); err != nil || readWhole(form, []byte(ab)) != wild9[1]+"\n" {
		t.Errorf("the second: %v, %v", form, err)
	}
}

// TestAlternatesSolutions recognises lists that alternate puzzles and solutions, and no
// other lists.
func TestAlternatesSolutions(t *testing.T) {
	t.Parallel()
	p, s := wild9, wildSolved
	for text, want := range map[string]bool{
		p[0] + "\n" + s[0] + "\n":                                true,
		"# a\n" + p[0] + "\n" + s[0] + "\n" + p[1] + "\n" + s[1]: true,
		p[0] + "\n" + p[1] + "\n" + s[1] + "\n" + p[2][:50]:      true,
		p[0] + "\n" + p[1] + "\n":                                false,
		p[0] + "\n" + s[1] + "\n":                                false,
		s[0] + "\n" + p[0] + "\n":                                false,
		p[0] + "\n" + s[0] + "\n" + s[0] + "\n":                  false,
		"":                                                       false,
	} {
		if got := line9.AlternatesSolutions([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestOtherFiles checks the errors for well-known files that hold no puzzles, although some
// of their numbers look like grids.
func TestOtherFiles(t *testing.T) {
	t.Parallel()
	var runs, clauses string
	for i := range 18 {
		runs += fmt.Sprintf("    %d,\n", 147297278+i)
		clauses += fmt.Sprintf("-%d -%d 0\n", 111+i, 112+i)
	}
	grid := "[" + strings.TrimSuffix(strings.Repeat("[7, 0, 0, 0, 2, 0, 0, 0, 3], ", 9), ", ") + "]"
	for name, tt := range map[string]struct {
		file string
		want error
	}{
		"times":    {"{\n  \"runs\": [\n" + strings.TrimSuffix(runs, ",\n") + "\n  ]\n}\n", errNoGrids},
		"settings": {`[{"runtimeMaxEntries": 200}]`, errNoGrids},
		"ARC":      {`{"train": [{"input": ` + grid + `, "output": ` + grid + `}]}`, errARC},
		"notebook": {"{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"source\": [\"" + wild9[0] + "\"]}]}\n", errNotebook},
		"CNF":      {"c rules\np cnf 999 18\n" + clauses, errCNF},
	} {
		if form, err := Detect([]byte(tt.file), true, 0); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, %v", name, form, err)
		}
	}
}
