package bulk

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestShiftedFields checks that a solution is not taken for the puzzle if a separator is
// missing.
func TestShiftedFields(t *testing.T) {
	t.Parallel()
	solution := strings.Repeat("123456789", 9)
	rest := "1," + p9a + "," + solution + ",7\n2," + p9b + "," + solution + ",8\n"
	for record, shifted := range map[string]bool{
		"3," + p9a + "," + solution + ",9":          false,
		"3" + p9a + "," + solution + ",9":           true,
		"3" + p9a + "," + solution + ",9,":          true,
		"3" + p9a + ",\"" + solution + "\",9":       true,
		"3," + solution:                             true, // it may be a puzzle, too
		"3," + solution + ",,9":                     false,
		"3," + solution + "," + solution + ",9":     false,
		"3," + solution + ",\"" + solution + "\",9": false,
		"3," + p9a:          false,
		"3," + p9a + ",x,9": false,
		"3," + solution + "," + solution[:80] + "x,9":  true,
		"3," + solution + "," + solution + "1" + ",9":  true,
		"\"3" + p9a + "\",\"" + solution + "\",\"9\",": true,
	} {
		text := "id,puzzle,solution,rating\n" + rest + record + "\n"
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		var r model.Records
		form.Decode(&r, []byte(rest+record+"\n"))
		if got := len(r.Faults) == 1 && errors.Is(&r.Faults[0], model.ErrShifted); got != shifted || r.N != 3 {
			t.Errorf("%s: %d records, %v", record, r.N, r.Faults)
		} else if got && (r.Faults[0].Record != 2 || r.Faults[0].Line != 3 || r.Faults[0].Field != "puzzle") {
			t.Errorf("%s: %+v", record, r.Faults[0])
		}
	}
}

// TestShiftedParquet checks that the columns of a Parquet file are never shifted: the
// puzzle does not depend on which other columns are read.
func TestShiftedParquet(t *testing.T) {
	t.Parallel()
	solution := strings.Repeat("123456789", 9)
	header := "puzzle,solution\ntext,text\n"
	rows := p9a + "," + solution + "\n" + solution + ",x\n" + solution + ",\n"
	form, err := DetectWith([]byte(header+rows), true, 0, model.Hints{Typed: true})
	if err != nil {
		t.Fatal(err)
	}
	var r model.Records
	if form.Decode(&r, []byte(rows)); r.N != 3 || len(r.Faults) > 0 {
		t.Errorf("%d records, %v", r.N, r.Faults)
	}
}

// TestMeantPuzzle checks that a column with a name for solutions holds the puzzles only if
// no other column does.
func TestMeantPuzzle(t *testing.T) {
	t.Parallel()
	solution := strings.Repeat("123456789", 9)
	zeros := strings.ReplaceAll(p9a, ".", "0")
	for text, column := range map[string]string{
		"quizzes,solutions\n" + zeros[1:] + "," + solution + "\n":                          "quizzes",
		"solutions,quizzes\n" + solution + "," + zeros + "11111\n":                         "quizzes",
		"answer,question,clues\n" + solution + "," + zeros[:80] + ",27\n":                  "question",
		"answer,qestion,clues\n" + solution + "," + zeros + ",27\n":                        "qestion",
		"solution,clues\n" + p9a + ",27\n":                                                 "solution",
		`{"puzzle":` + strings.TrimLeft(zeros, "0") + `,"solution":"` + solution + "\"}\n": "puzzle",
		`{"solution":"` + solution + `","puzzle":"` + zeros[1:] + "\"}\n":                  "puzzle",
		`[{"solution":"` + solution + `","puzle":"` + zeros + "\"}]\n":                     "puzle",
		`{"solution":"` + solution + "\"}\n":                                               "solution",
		`{"data":{"puzzle":"` + p9a + `"},"solution":"` + solution + "\"}\n":               "data.puzzle",
		"puzzle,solution\n" + zeros[1:] + "," + solution + "\n" + zeros + ",\n":            "puzzle",
	} {
		form, err := Detect([]byte(text), true, 0)
		if err != nil || !form.Kind.IsTable() && form.Kind != JSON || form.Layout.Columns[form.Layout.Puzzle].Name != column {
			t.Errorf("%s: %v, %v", text, form, err)
		}
	}
}

// TestOnlySolutions checks that solutions are not taken for puzzles that are in another
// column, unless the user says so.
func TestOnlySolutions(t *testing.T) {
	t.Parallel()
	solution := strings.Repeat("123456789", 9)
	for text, column := range map[string]string{
		"solution,clues\n" + solution + ",27\n":                                                 "solution",
		"solution,note\n" + solution + ",\n" + solution + ",\n":                                 "solution",
		"answer\tid\n" + solution + "\tn7\n":                                                    "answer",
		"answer\tid\n" + solution + "\t\n" + solution + "\t\n" + solution[1:] + "\n":            "answer",
		"solution,puzzle\n" + solution + ",c9cb33fd62cf1ca3ef94b8a2eb7b6c0e\n":                  "solution",
		"prompt,completion\nSolve this puzzle: " + p9a + "," + solution + "\n":                  "completion",
		"solution,final\n" + solution + "," + solution + "\n":                                   "solution",
		`{"solution":"` + solution + `","puzzle":"` + p9a[1:10] + "\"}\n":                       "solution",
		`[{"prompt":"Solve this puzzle: ` + p9a + `","completion":"` + solution + "\"}]\n":      "completion",
		`{"data":{"puzzle":"` + p9a[1:10] + `","solution":"` + solution + `"},"id":1}` + "\n\n": "data.solution",
	} {
		form, err := Detect([]byte(text), true, 0)
		if !errors.Is(err, model.ErrNoPuzzles) || !strings.Contains(err.Error(), strconv.Quote(column)) {
			t.Errorf("%s: %v, %v", text, form, err)
		}
		form, err = DetectWith([]byte(text), true, 0, model.Hints{Puzzle: column})
		if err != nil || readWhole(form, []byte(text))[:81] != solution {
			t.Errorf("%s: column %s: %v, %v", text, column, form, err)
		}
	}
}
