package bulk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

var candidates9 = Form{Kind: Candidates, Order: 9}

// someCandidates returns random candidates with a solution, and each digit in each house.
func someCandidates(seed uint64) []uint32 {
	rng, masks := rand.New(rand.NewPCG(seed, 0)), make([]uint32, 81)
	for cell := range masks {
		row, column := cell/9, cell%9
		masks[cell] = 1<<((row*3+row/3+column)%9) | rng.Uint32()&rng.Uint32()&0x1ff
	}
	return masks
}

// drawnCandidates draws candidates: with characters for corners, for bars and between cells.
func drawnCandidates(masks []uint32, corners, bar string, width int) string {
	var text strings.Builder
	rule := func(corner byte) {
		if corners != "" {
			side := strings.Repeat("-", 3*width+1)
			fmt.Fprintf(&text, "%[1]c%[2]s%[1]c%[2]s%[1]c%[2]s%[1]c\n", corner, side)
		}
	}
	for cell, digits := range masks {
		if cell%27 == 0 && corners != "" {
			rule(corners[min(cell/27, 1)])
		}
		if cell%3 == 0 && (cell%9 > 0 || corners != "") {
			text.WriteString(bar + " ")
		}
		group := ""
		for digit := range 9 {
			if digits>>digit&1 != 0 {
				group += fmt.Sprint(digit + 1)
			}
		}
		fmt.Fprintf(&text, "%-*s", width, group)
		if !strings.HasSuffix(text.String(), " ") && (cell%3 < 2 || bar == "") {
			text.WriteByte(' ')
		}
		if cell%9 == 8 {
			if corners != "" {
				text.WriteString(bar)
			}
			text.WriteByte('\n')
		}
	}
	if corners != "" {
		rule(corners[2])
	}
	return text.String()
}

// TestCandidates reads candidates as programs and people write them.
func TestCandidates(t *testing.T) {
	t.Parallel()
	var want []uint32
	files := map[string]string{}
	for i := range 4 {
		masks := someCandidates(uint64(i))
		want = append(want, masks...)
		list := string(candidates9.AppendCandidates(nil, masks))
		for name, text := range map[string]string{
			"list": list, "zeros": strings.ReplaceAll(list, ".", "0"), "remarks": list[:729] + " 7.2 # hard\n", "a mark": "\ufeff" + list,
			"HoDoKu":          drawnCandidates(masks, ".:'", "|", 6),
			"SukakuExplainer": drawnCandidates(masks, "+++", "|", 7),
			"Simple Sudoku":   " " + strings.ReplaceAll(drawnCandidates(masks, "*|*", "|", 8), "\n", "\n "),
			"bars":            drawnCandidates(masks, "", "|", 9),
			"no frame":        drawnCandidates(masks, "", "", 1),
			"titles":          fmt.Sprintf("Puzzle %d\n\n%s\nThe end\n", i, drawnCandidates(masks, ".:'", "|", 9)),
			"bands":           drawnCandidates(masks[:27], "", "", 9) + "\n" + drawnCandidates(masks[27:54], "", "", 9) + " \n" + drawnCandidates(masks[54:], "", "", 9) + "\n",
			"both":            []string{list, drawnCandidates(masks, ".:'", "|", 4)}[i%2],
		} {
			files[name] += strings.ReplaceAll(text, "\ufeff", map[bool]string{true: "\ufeff"}[i == 0])
		}
	}
	for name, text := range files {
		for _, ends := range []string{"\n", "\r\n"} {
			text := []byte(strings.ReplaceAll(text, "\n", ends))
			form, err := Detect(text, true, 0)
			if err != nil || form.Kind != Candidates {
				t.Errorf("%s: read as %v, %v\n%s", name, form, err, text)
				continue
			}
			var r model.Records
			form.Decode(&r, text[BOMLen(text):])
			if len(r.Faults) > 0 || !slices.Equal(r.Candidates, want) {
				t.Errorf("%s: %d records, faults %v\n%s", name, r.N, r.Faults, text)
			}
			checkForm(t, form, text, uint16(len(text)/3), uint16(len(text)/2))
		}
	}
}

// TestCandidatesFaults has files with a mark "§" at the position of each fault.
func TestCandidatesFaults(t *testing.T) {
	t.Parallel()
	masks := someCandidates(1)
	list, grid := string(candidates9.AppendCandidates(nil, masks)), drawnCandidates(masks, ".:'", "|", 9)
	rows := strings.SplitAfter(grid, "\n")
	for name, tt := range map[string]struct {
		file   string
		faults []string
	}{
		"a cut list":             {list[:700] + "§\n" + list, []string{"700 of 729 cells"}},
		"a list cut to 81":       {list + list[:81] + "§\n" + list, []string{"81 of 729 cells"}},
		"a long list":            {list[:729] + "§.\n" + list, []string{"more than 729 cells"}},
		"a bad byte in a list":   {list[:99] + "§x" + list[100:] + list, []string{"bad cell 'x'"}},
		"a digit in other place": {list + list[:18] + "§3" + list[19:], []string{"bad cell '3'"}},
		"text after a list":      {list[:729] + "§x\n" + list, []string{"bad cell 'x'"}},
		"a bad row":              {grid + rows[0] + strings.Join(rows[1:6], "") + strings.Replace(rows[6], "| ", "| §x", 1) + strings.Join(rows[7:], ""), []string{"bad cell 'x'"}},
		"a digit twice":          {grid + rows[1] + "| 1 3 4§4 | 1 2 3 | 4 5 6 |\n" + strings.Join(rows[3:], ""), []string{"bad cell '4'"}},
		"ten cells in a row":     {grid + rows[1] + "| 1 3 4 | 1 2 3 | 4 5 6 §7|\n" + strings.Join(rows[3:], ""), []string{"more than 9 cells"}},
		"eight cells in a row":   {grid + rows[1] + "1 3 4 1 2 3 4 5§\n" + strings.Join(rows[3:], ""), []string{"8 of 9 cells"}},
		"eight rows":             {grid + strings.Join(rows[1:10], "") + strings.TrimSuffix(rows[10], "\n") + "§\n\nnext\n" + grid, []string{"8 of 9 rows"}},
		"a cut grid":             {grid + "1 2 3 4 5 6 7 8 9§", []string{"1 of 9 rows"}},
		"only a cut grid":        {strings.Join(rows[1:10], "") + strings.TrimSuffix(rows[10], "\n") + "§", []string{"8 of 9 rows"}},
		"a list in a grid":       {"1 2 3 4 5 6 7 8 9§\n" + list, []string{"1 of 9 rows"}},
		"a puzzle":               {list + "§" + wild9[0] + "\n" + list, []string{"looks like a grid, but is not read"}},
		"a long line":            {grid + rows[1] + strings.Repeat(" ", 4096) + "§ " + rows[2] + strings.Join(rows[3:], ""), []string{"line longer than 4096 bytes"}},
	} {
		file, positions := mark(tt.file)
		form, err := Detect([]byte(file), true, 0)
		if err != nil || form.Kind != Candidates {
			t.Errorf("%s: %v, %v", name, form, err)
			continue
		}
		var r model.Records
		form.Decode(&r, []byte(file))
		for i := range r.Faults {
			fault := r.Faults[i]
			if fault.Record = 0; i >= len(positions) || fault.Error() != positions[i]+": "+tt.faults[i] {
				t.Errorf("%s: fault %v, want %v %v", name, &fault, positions, tt.faults)
			}
		}
		if len(r.Faults) != len(positions) {
			t.Errorf("%s: %d faults, want %v", name, len(r.Faults), tt.faults)
		}
		checkForm(t, form, []byte(file), uint16(len(file)/3), uint16(len(file)/2))
	}
}

// TestNoCandidates has files that are no candidates, although their rows have nine numbers.
func TestNoCandidates(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"numbers":  strings.Repeat(" 12 345 6 | 78 9 1 | 23 4 5679\n", 9),
		"a grid":   drawnCandidates(someCandidates(0)[:9], "", "", 1),
		"solution": "1 2 3 4 5 6 7 8 9\n4 5 6 7 8 9 1 2 3\n7 8 9 1 2 3 4 5 6\n2 3 4 5 6 7 8 9 1\n5 6 7 8 9 1 2 3 4\n8 9 1 2 3 4 5 6 7\n3 4 5 6 7 8 9 1 2\n6 7 8 9 1 2 3 4 5\n9 1 2 3 4 5 6 7 8\n",
	} {
		if form, err := Detect([]byte(text), true, 0); err == nil && form.Kind == Candidates {
			t.Errorf("%s: read as %v", name, form)
		}
	}
	for _, err := range Puzzles(strings.NewReader(string(candidates9.AppendCandidates(nil, someCandidates(0)))), model.Hints{}) {
		if err != ErrCandidates { //nolint:errorlint // never wrapped
			t.Errorf("Puzzles: %v", err)
		}
	}
}

// TestMeansClues wants the candidates of clues to mean these, and no others.
func TestMeansClues(t *testing.T) {
	t.Parallel()
	var r model.Records
	candidates9.Decode(&r, candidates9.AppendPuzzle(nil, cellsOf(t, wild9[0])))
	if !slices.Equal(r.Cells, cellsOf(t, wild9[0])) || !MeansClues(r.Candidates) {
		t.Fatalf("the candidates of a puzzle mean %v", r.Cells)
	}
	cell := slices.Index(r.Cells, 0)
	for digit := range 9 {
		seen := false
		for other, clue := range r.Cells {
			sees := other/9 == cell/9 || other%9 == cell%9 || other/27 == cell/27 && other%9/3 == cell%9/3
			seen = seen || sees && int(clue) == digit+1
		}
		masks := slices.Clone(r.Candidates)
		masks[cell] &^= 1 << digit
		if MeansClues(masks) != seen {
			t.Errorf("without %d in cell %d: %v", digit+1, cell, !seen)
		}
	}
}

// cellsOf returns the cells of a line.
func cellsOf(t *testing.T, line string) []uint8 {
	t.Helper()
	var r model.Records
	line9.Decode(&r, []byte(line+"\n"))
	if len(r.Cells) != 81 {
		t.Fatalf("%q is no puzzle", line)
	}
	return r.Cells
}

// FuzzCandidates is fuzzForm, and reads any candidates that were written.
func FuzzCandidates(f *testing.F) {
	for i := range uint64(3) {
		masks := someCandidates(i)
		f.Add([]byte(drawnCandidates(masks, ".:'", "|", 4)), uint16(100), uint16(300))
		f.Add(candidates9.AppendCandidates(nil, masks), uint16(100), uint16(300))
	}
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		if len(file) > fuzzMost {
			return
		}
		checkForm(t, candidates9, file, a, b)
		checkIdentity(t, candidates9, file)
		var r, again model.Records
		candidates9.Decode(&r, file)
		var text []byte
		for masks := range slices.Chunk(r.Candidates, 81) {
			text = candidates9.AppendCandidates(text, masks)
		}
		candidates9.Decode(&again, text)
		if !slices.Equal(again.Candidates, r.Candidates) || !slices.Equal(again.Cells, r.Cells) || len(again.Faults) > 0 {
			t.Fatalf("%q reads as %v, written and read as %v, %v", file, r.Candidates, again.Candidates, again.Faults)
		}
	})
}
