package bulk

import (
	"errors"
	"strings"
	"testing"
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
		"Map A\n" + regions + "\nMap B\n" + regions:                        "found a map of regions, nine connected cells of each number: a jigsaw",
		strings.Repeat("...3..4114..3...\n", 20):                           "4×4: add --size 4",
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
