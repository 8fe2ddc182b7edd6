package bulk

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestNotPuzzles checks the errors for files whose lines look like rows or grids, but are
// not.
func TestNotPuzzles(t *testing.T) {
	t.Parallel()
	regions := strings.Repeat("111222333\n", 3) + strings.Repeat("444555666\n", 3) + strings.Repeat("777888999\n", 3)
	runs := strings.Repeat("        991054501,\n", 18)
	for text, want := range map[string]string{
		"p cnf 999 12016\n" + strings.Repeat("-111 -112 0\n", 27):          "DIMACS CNF",
		"c rules\np cnf 999 12016\n" + strings.Repeat("-111 -112 0\n", 27): "DIMACS CNF",
		strings.Repeat("7: "+strings.Repeat("0 0 1 ", 300)+"\n", 3):        "900 numbers after a label",
		"Map A\n" + regions + "\nMap B\n" + regions:                        "found a map of regions, connected cells with one number or letter each: a jigsaw",
		strings.Repeat("...3..4114..3...\n", 20) + "3..3..4114..3...\n":    "4×4: this size must be named",
		strings.Repeat("...3..4114..3...\n", 20) + "...3..4114..3..\n":     "4×4: this size must be named",
		strings.Repeat("...3..2112..3...\n", 20):                           "4×4: this size must be named",
		"{\n  \"runs\": [\n" + runs + "        1\n  ]\n}\n":                "JSON without a puzzle",
	} {
		if form, err := Detect([]byte(text), true, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.30q: %v, %v, want %q", text, form, err, want)
		}
	}
}

// TestKnownAs checks that files without puzzles are told what they are.
func TestKnownAs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		strings.Repeat("5,8,0,0,0,0,0,1,7,0,0,0,3,1,0,0,0,0,0,9,2\n", 9): errSamurai,
		strings.Repeat("58.....17###31.....92\n", 9):                     errSamurai,
	} {
		if form, err := Detect([]byte(text), true, 0); !errors.Is(err, want) {
			t.Errorf("%.20q: %v, %v", text, form, err)
		}
	}
	for text, want := range map[string]string{
		wild9[0] + "1\n": "has 82 cells, want 81",
		"INSERT INTO t VALUES (1,'" + wild9[0] + "'),(2,'" + wild9[1] + "');\n": "an SQL dump: several puzzles",
	} {
		if form, err := Detect([]byte(text), true, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, %v", text, form, err)
		}
	}
}

// TestVariants checks that a mask, or a member of a variant, is evidence, however many grids there are, too,
// and that the user's choice of a column counts more.
func TestVariants(t *testing.T) {
	t.Parallel()
	mask, full := strings.Repeat("011010001", 9), wildSolved[0]
	cell := func(member string) string {
		return `{"grid":[` + strings.Repeat(`{"v":1,`+member+`},`, 80) + `{"v":null}]}`
	}
	regions := strings.Repeat("0,", 8) + "1,0," + strings.Repeat("1,", 8) + strings.TrimSuffix(strings.Repeat("2,3,4,5,6,7,8,", 9), ",")
	puzzle := func(members string) string { return `{"puzzle":"` + wild9[0] + `",` + members + "}" }
	for text, want := range map[string]string{
		"VALUES ('" + full + "',\n'" + mask + "');\nVALUES ('" + full + "');\n":                           "found a mask",
		"puzzle,solution\n" + mask + "," + full + "\n" + wild9[0] + "," + full + "\n":                     "found a mask",
		`[{"a":"` + full + `"},{"a":"` + full + `"},{"a":"` + mask + `"}]`:                                "found a mask",
		`{"puzzle":"` + mask + `","solution":"` + full + `"}` + "\n" + `{"puzzle":"` + full + `"}` + "\n": "found a mask",
		mask + "\n" + mask + "\n": "",

		puzzle(`"cages":[{"value":"3","cells":[[0,0],[0,1]]}]`):          `found "cages": a killer Sudoku`,
		"[" + puzzle(`"n":1`) + "," + puzzle(`"killercage":[[7]]`) + "]": `found "killercage": a killer Sudoku`,
		puzzle(`"groups":[{"sum":3,"cells":[0,1]}]`):                     `found "groups": a killer Sudoku`,
		cell(`"cage":3`):                                      `found "grid": a killer Sudoku`,
		cell(`"region":1`):                                    `found "grid": a jigsaw (irregular) Sudoku`,
		puzzle(`"regions":[` + regions + "]"):                 `found "regions": a jigsaw (irregular) Sudoku`,
		puzzle(`"regions":[9,9],"cages":[],"diagonal+":true`): "",
	} {
		if form, err := Detect([]byte(text), true, 0); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v, %v, want %q", text, form, err, want)
		}
	}
	if form, err := DetectWith([]byte(puzzle(`"cages":[[1]]`)), true, 0, model.Hints{Puzzle: "puzzle"}); err != nil {
		t.Errorf("%v, %v", form, err)
	}
}

// TestListsAndComments checks arrays in other syntax than JSON, solutions in a list before their puzzles, and comments
// between lines of JSON.
func TestListsAndComments(t *testing.T) {
	t.Parallel()
	rows := func(grid string) string {
		return "{rows: ['" + strings.Join(strings.SplitAfterN(grid, "", 82)[:9], "") + strings.Repeat("','........7", 8) + "']},\n"
	}
	list := "[\n" + rows(wild9[0]) + rows(wild9[2]) + "]\n"
	if _, got := readDetected(t, list); strings.Count(got, "\n") != 2 {
		t.Errorf("%s: %s", list, got)
	}
	object := `{"puzzle":"` + wild9[0] + `"}` + "\n"
	for _, comment := range []string{"# a\n", "// a\n"} {
		for _, file := range []string{comment + object + object, object + comment + object, object + object + comment} {
			if form, got := readDetected(t, file); form.Kind != NDJSON || got != wild9[0]+"\n"+wild9[0]+"\n" {
				t.Errorf("%q: %v, %s", file, form, got)
			}
		}
	}
	apart := `{"solution":{"0":"` + wildSolved[0] + `","1":"` + wildSolved[1] + `"},"puzzle":{"0":"` + wild9[0] + `","1":"` + wild9[1] + `"}}`
	if form, err := Detect([]byte(apart), true, 0); err == nil || !strings.Contains(err.Error(), "df.to_json(") {
		t.Errorf("%v, %v", form, err)
	}
}
