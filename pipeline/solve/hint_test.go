package solve

import (
	"encoding/csv"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// hinting returns a configuration that adds hints.
func hinting(onBad pipeline.OnBad) pipeline.Config {
	return pipeline.Config{
		Style: pipeline.Rows, Use: pipeline.UseColumns, Hints: model.Hints{State: true},
		NewWorker: Hinters(solver.Options{Limit: 2}, explain.Sukaku, onBad, columns.Hints()...),
	}
}

// A planted is a state in which the test made mistakes, with the answer that it must get.
type planted struct {
	puzzle, solution, state, marks string
	wrong                          []string
}

// plant returns states of puzzles that were made from their solutions.
func plant(t *testing.T, count int) []planted {
	t.Helper()
	g, err := generate.New(generate.Options{Order: 9, Seed: 57})
	if err != nil {
		t.Fatal(err)
	}
	b := &generate.Series{Cells: make([]uint8, count*81), Solutions: make([]uint8, count*81), Results: make([]generate.Result, count)}
	g.Feed(b)
	g.Flush()
	r := rand.New(rand.NewPCG(57, 1))
	all := make([]planted, count)
	for i := range all {
		p := &all[i]
		clues, solution := b.Cells[i*81:][:81], b.Solutions[i*81:][:81]
		state, marks := append([]uint8(nil), clues...), make([]byte, 0, 729)
		marked := r.IntN(3) == 0
		for cell, right := range solution {
			noted := "........."
			switch name := "r" + strconv.Itoa(cell/9+1) + "c" + strconv.Itoa(cell%9+1); {
			case r.IntN(30) == 0: // also of clues
				state[cell] = (right+uint8(r.IntN(8)))%9 + 1
				p.wrong = append(p.wrong, name)
			case clues[cell] != 0 && r.IntN(20) == 0:
				state[cell] = 0 // a clue that the player's grid leaves out
			case clues[cell] == 0 && r.IntN(2) == 0:
				state[cell] = right
			case clues[cell] == 0 && marked && r.IntN(2) == 0:
				noted = "123456789"
				if r.IntN(20) == 0 {
					noted = strings.Replace(noted, string('0'+rune(right)), ".", 1)
					p.wrong = append(p.wrong, name)
				}
			}
			marks = append(marks, noted...)
		}
		p.puzzle, p.solution, p.state = formats.Format(clues), formats.Format(solution), formats.Format(state)
		if marked {
			p.marks = string(marks)
		}
	}
	return all
}

// TestHintPlanted judges 1,000 states. Each wrong cell is named, and no other one. Each digit is
// the solution's.
func TestHintPlanted(t *testing.T) {
	t.Parallel()
	all := plant(t, 1000)
	text := "marks,state,puzzle\n"
	for _, p := range all {
		text += p.marks + "," + p.state + "," + p.puzzle + "\n"
	}
	cfg := hinting(pipeline.Mark)
	cfg.Jobs, cfg.BatchBytes = 3, 2000
	o := pipetest.MustRun(t, cfg, pipetest.Text("in", text))
	rows, err := csv.NewReader(strings.NewReader(o.Out)).ReadAll()
	if err != nil || len(rows) != 1001 || strings.Join(rows[0], " ") != "marks state puzzle wrong technique rating cell digit text" {
		t.Fatalf("%v: %d rows, first %q", err, len(rows), rows[0])
	}
	placed, wrong := 0, 0
	for i, p := range all {
		row := rows[i+1]
		if row[3] != strings.Join(p.wrong, " ") || strings.HasPrefix(row[8], "Wrong: ") != (len(p.wrong) > 0) || row[4] == "" {
			t.Errorf("record %d: %q, want %q", i+1, row[3:], p.wrong)
		}
		wrong += len(p.wrong)
		if cell := row[6]; cell != "" {
			placed++
			if right := p.solution[(cell[1]-'1')*9+cell[3]-'1']; row[7] != string(right) || !strings.HasSuffix(row[8], ": "+cell+" is "+row[7]) {
				t.Errorf("record %d: %q, want %c", i+1, row[3:], right)
			}
		}
	}
	if placed < 900 || wrong < 2000 {
		t.Errorf("%d digits and %d wrong cells: too few to test anything", placed, wrong)
	}
}

// TestHint answers states of each kind in several forms.
func TestHint(t *testing.T) {
	t.Parallel()
	const p, s = pipetest.Puzzle9, pipetest.Solution9
	first := p + `,"",Hidden Single,1.2,r1c6,8,Hidden Single in box 2: r1c6 is 8`
	marks := strings.Repeat(".", 45) + "...4....." + strings.Repeat(".", 729-54) // of r1c6
	for name, tt := range map[string]struct{ in, out, fault string }{
		"list":          {p + "\n", first[len(p)+4:], ""},
		"no state":      {"puzzle,state\n" + p + ",\n", first[len(p)+4:], ""},
		"fields":        {p + " 534" + p[3:] + "\n", "Hidden Single,1.2,r3c1,1,Hidden Single in box 1: r3c1 is 1", ""},
		"unnamed":       {p + ",534" + p[3:] + "\n", "Hidden Single,1.2,r3c1,1,Hidden Single in box 1: r3c1 is 1", ""},
		"solution, too": {"puzzle,solution,state\n" + p + "," + s + "," + p + "\n", first[len(p)+4:], ""},
		"solved":        {"puzzle,state\n" + p + "," + s + "\n", ",,,,,solved", ""},
		"clue":          {"puzzle,state\n" + p + ",4" + s[1:] + "\n", "r1c1,,,,,Wrong: r1c1=4 (the clue is 5). Next: solved", ""},
		"complete":      {"puzzle,state\n" + p + "," + s[:80] + "8\n", "Wrong: r9c9=8 (the clue is 9). Next: solved", ""},
		"full house":    {"puzzle,state\n" + p + ",537" + s[3:] + "\n", "r1c3,Hidden Single,1.0,r1c3,4,Wrong: r1c3=7. Next: Full House (Hidden Single) in box 1: r1c3 is 4", ""},
		"marks":         {"puzzle,state,marks\n" + p + "," + p + "," + marks + "\n", "r1c6,Hidden Single,1.2,r1c6,8,Wrong: the marks of r1c6. Next: Hidden Single in box 2: r1c6 is 8", ""},
		"wrong twice":   {"puzzle,state,marks\n" + p + "," + p[:5] + "4" + p[6:] + "," + marks + "\n", "r1c6,Hidden Single,1.2,r1c6,8,Wrong: r1c6=4. Next: Hidden Single in box 2: r1c6 is 8", ""},
		"clash twice":   {"puzzle,state\n" + p + "," + p[:18] + "6" + p[19:] + "\n", "r3c1,Hidden Single,1.2,r1c6,8,Wrong: r3c1=6. Next: Hidden Single in box 2: r1c6 is 8", ""},
		"short marks":   {"puzzle,state,marks\n" + p + "," + p + ",12\n", `,,,,,"no hint: no candidates of 81 cells: want 729 characters, 9 for each cell, or a drawn grid"`, ""},
		"short":         {"puzzle,state\n" + p + ",534" + p[3:80] + "\n", ",,,,,", `in:2:163: in "state": 80 of 81 cells`},
		"multiple":      {"puzzle,state\n" + p[:79] + "..," + p + "\n" + "...." + p[4:77] + "....," + p + "\n", ",,,,,no hint: it has several solutions", ""},
		"not unique":    {"puzzle,state\n" + "...." + p[4:77] + "....,4" + p[1:] + "\n", ",,,,,no hint: it has several solutions", ""},
		"clash":         {"puzzle,state\n" + pipetest.Clash9 + "," + p + "\n", ",,,,,no hint: it has no solution", ""},
	} {
		o := pipetest.MustRun(t, hinting(pipeline.Mark), pipetest.Text("in", tt.in))
		if !strings.HasSuffix(o.Out, tt.out+"\n") || strings.Join(o.Faults, " ") != tt.fault || (o.Stats.Malformed == 1) != strings.HasPrefix(name, "short") {
			t.Errorf("%s: %s%q, want %s", name, o.Out, o.Faults, tt.out)
		}
	}
	for text, want := range map[string]string{
		"puzzle,solution\n" + p + "," + s + "\n": `there is no column "state" (there are "puzzle", "solution"): no state of a player could be read`,
		"quiz\tstat\n" + p + "\t" + s + "\n":     `there is no column "state" (there are "quiz", "stat"): no state of a player could be read`,
	} {
		if o := pipetest.MustRun(t, hinting(pipeline.Mark), pipetest.Text("in", text)); o.Out != "" || !strings.HasSuffix(strings.Join(o.Unreadable, " "), want) {
			t.Errorf("%s: %q, %s, want %s", text, o.Unreadable, o.Out, want)
		}
	}
}

// TestHint16 names wrong cells of a larger puzzle.
func TestHint16(t *testing.T) {
	t.Parallel()
	p := pipetest.Demo(t, "@demo16", 10)[0]
	o := pipetest.MustRun(t, pipeline.Config{NewWorker: Workers(solver.Options{Limit: 2}, pipeline.Mark)}, pipetest.Text("in", p+"\n"))
	s := strings.TrimSuffix(o.Out, "\n")
	other := "A"
	if s[255] == 'A' {
		other = "B"
	}
	o = pipetest.MustRun(t, hinting(pipeline.Mark), pipetest.Text("in", "puzzle,state,marks\n"+p+","+s[:255]+other+",\n"+p+","+p+",12\n"+p+","+p+",\n"))
	if !strings.Contains(o.Out, ",,r16c16,,,,,Wrong: r16c16=") || !strings.Contains(o.Out, ",12,,,,,,no hint: marks are for puzzles up to 9×9\n") || !strings.HasSuffix(o.Out, `,,,,,,"steps are for 4×4, 6×6 and 9×9"`+"\n") {
		t.Error(o.Out)
	}
}
