package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// TestAnswers judges answers of each kind, with and without comparisons, in small and large batches.
func TestAnswers(t *testing.T) {
	t.Parallel()
	none := ".12345678" + strings.Repeat(".", 18) + "9" + strings.Repeat(".", 53)
	unique, right, open := pipetest.Puzzle9, pipetest.Solution9, strings.Repeat(".", 81)
	wrong := strings.NewReplacer("5", "3", "3", "5").Replace(right)
	puzzles := strings.Join([]string{unique, none, "bad", unique, open, none, ""}, "\n")
	names := map[Given]string{GivenNotChecked: "-", AnswerRight: "right", AnswerAnother: "another", GivenWrong: "wrong", GivenMissing: "missing"}
	for name, test := range map[string]struct{ answers, want, reason string }{
		"lines":     {right + "\nno solution\nmalformed x\n" + right + "\n" + right + "\nno solution\n", "right right - right another right", ""},
		"multiple":  {right + "\nno solution\nmalformed x\n" + right + "\nmultiple 5 " + right + "\nno solution\n", "right right - right another right", ""},
		"marks":     {"no solution\nno solution\nno solution\ngave up after 7 guesses\n" + right + "\n", "wrong right - missing another right", "the answer says that there is none"},
		"blanks":    {strings.Join([]string{right, open, open, right, right, open}, "\n"), "right right - right another right", ""},
		"partial":   {strings.Join([]string{right, open, open, unique, right, open}, "\n"), "right right - wrong another right", "r1c3 holds 0"},
		"wrong":     {strings.Join([]string{wrong, right, open, open, "no solution", "no solution"}, "\n"), "wrong wrong - missing wrong right", "r1c1 holds 3 where the clue is 5"},
		"short":     {"contradiction r1c1 r1c2\n" + right, "wrong wrong - missing missing right", "r1c2 holds 3"},
		"malformed": {right + "\nno solution\nx\n" + right[1:] + "\n" + right + "\n", "right right - wrong another right", "80 of 81 cells"},
		"long":      {strings.Join([]string{right, open, open, right, right, open, right, open}, "\n"), "right right - right another right", ""},
		"titles":    {"1\n" + rowsOf(right) + "\nno solution\n\nmalformed x\n\nSolution:\n" + rowsOf(right) + "\nmultiple\n" + rowsOf(right), "right right - right another right", ""},
		"table": {
			"puzzle,solution,status\n" + unique + "," + right + ",solved\n" + none + ",,no_solution\n,,malformed\n" + unique + ",,gave_up\n" + open + "," + right + ",multiple\n",
			"right right - missing another right", "",
		},
	} {
		for _, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 1}} {
			for _, compared := range []bool{false, true} {
				cfg := Config{Config: run, Duplicates: compared}
				cfg.Inputs, cfg.Answers = []pipeline.Input{pipetest.Text("in", puzzles)}, []pipeline.Input{pipetest.Text("answers", test.answers)}
				records, summary := recordsOf(t, cfg)
				var got, reasons []string
				for i := range records {
					r := &records[i]
					got, reasons = append(got, names[r.Given]), append(reasons, r.Reason)
					if passes := r.Given == AnswerRight || r.Given == AnswerAnother; passes == r.Failed() && r.Duplicate.None() {
						t.Errorf("%s: record %d: failed %v", name, r.Number, r.Failed())
					}
				}
				all := strings.Join(got, " ")
				if all != test.want || !strings.Contains(strings.Join(reasons, "; "), test.reason) {
					t.Errorf("%s: %s, %q, want %s, %s", name, all, reasons, test.want, test.reason)
				}
				count := func(word string) int64 { return int64(strings.Count(all, word)) }
				if summary.GivenSolutions-summary.WrongSolutions != count("right")+count("another") || summary.MissingSolutions != count("missing") ||
					summary.OtherAnswers != count("another") || summary.ExtraAnswers != map[string]int64{"long": 2}[name] {
					t.Errorf("%s: %+v", name, summary)
				}
			}
		}
	}
}

// TestTextAmongAnswers requires that text that is no answer fails the check, with its line, in batches of any size. A
// paragraph right above an answer is its title, and text of the inputs is no fault.
func TestTextAmongAnswers(t *testing.T) {
	t.Parallel()
	const puzzle, right = pipetest.Puzzle9, pipetest.Solution9
	grid := rowsOf(right)
	for name, test := range map[string]struct{ answers, want string }{
		"titles, rules":  {"Answer\n1:\n" + grid + "\n# a\n```\n-----\nNumber 2\nmultiple 3\n" + grid, ""},
		"own text":       {"Book\n\n" + grid + "Page 1\n\nBook\n\n" + grid + "\nPage 1\n", ""},
		"end":            {grid + "\n" + grid + "\nWA\n1 2 3", "21: no answer: \"WA\" 22: no answer: \"1 2 3\""},
		"begin":          {"WA\n\n" + grid + grid, "1: no answer: \"WA\""},
		"marks":          {"malformed x\n\n1 2 3\n\n" + grid + "Book\n\n" + grid, "3: no answer: \"1 2 3\" +1"},
		"middle":         {grid + "WA\n\n" + grid, "10: no answer: \"WA\""},
		"instead":        {grid + "\nWA\n", "11: no answer: \"WA\""},
		"far":            {grid + strings.Repeat("\n", 9999) + "WA\n" + grid, ""},
		"lines":          {right + "\n# WA\n" + right + "\nWA\n", "+1"},
		"after the end":  {right + "\n" + right + "\nend\nWA\n", "4: text after the end"},
		"hiho":           {"2\n" + grid + grid + "WA\n", "20: no answer: \"WA\""},
		"damaged answer": {grid + "\nno solution\n\n" + grid[10:], "+1"},
	} {
		for _, run := range []pipeline.Config{{Jobs: 1}, {Jobs: 3, BatchBytes: 1}} {
			var got []string
			cfg := Config{Config: run, Duplicates: run.Jobs == 3, Answers: []pipeline.Input{pipetest.Text("", test.answers)}}
			cfg.Inputs = []pipeline.Input{pipetest.Text("in", "Book\n\n"+rowsOf(puzzle)+"\nPage 1\n\n"+rowsOf(puzzle))}
			cfg.OnFault = func(f *model.SyntaxError) { got = append(got, strings.Replace(f.Error(), ":1: ", ": ", 1)) }
			records, summary := recordsOf(t, cfg)
			failed := summary.ExtraAnswers
			for i := range records {
				if records[i].Failed() {
					failed++
				}
			}
			if more := summary.ExtraAnswers - int64(len(got)); more > 0 {
				got = append(got, fmt.Sprintf("+%d", more))
			}
			if text := strings.Join(got, " "); text != test.want || summary.Failed != failed {
				t.Errorf("%s: %s, %d failed, want %s, %d", name, text, summary.Failed, test.want, failed)
			}
		}
	}
}

// rowsOf returns a grid as nine rows.
func rowsOf(line string) (text string) {
	for ; line != ""; line = line[9:] {
		text += line[:9] + "\n"
	}
	return text
}
