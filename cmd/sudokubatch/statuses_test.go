package main

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestStatuses wants each verb to say the same of the same puzzles. Hard takes a guess.
func TestStatuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "name,puzzle\n"
	for _, row := range [][2]string{
		{"unique", easyPuzzle},
		{"multiple", easyAnswer[:27] + strings.Repeat(".", 54)},
		{"none", "12345678.........9" + strings.Repeat(".", 63)},
		{"contradiction", "55" + strings.Repeat(".", 79)},
		{"hard", ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."},
		{"malformed", "...x"},
	} {
		text += row[0] + "," + row[1] + "\n"
	}
	writeFile(t, filepath.Join(dir, "in.csv"), text)
	const (
		found  = "unique multiple no_solution contradiction unique malformed"
		gaveUp = "unique gave_up no_solution contradiction gave_up malformed"
		first  = "solved solved no_solution contradiction solved malformed"
	)
	for i, c := range []struct{ command, statuses string }{
		{"solve in.csv", first},
		{"solve in.csv --limit 1 --add status", first},
		{"solve in.csv --limit 2", found},
		{"solve in.csv --limit 2 --max-guesses 1", gaveUp},
		{"solve in.csv --limit 9 --add status", found},
		{"solve in.csv --all --limit 1", "unique multiple more no_solution contradiction unique malformed"},
		{"label in.csv --add status", found},
		{"label in.csv --add status --max-guesses 1", gaveUp},
		{"label in.csv --add status --where status!='unique' --on-bad skip", "multiple no_solution contradiction"},
		{"check in.csv", found},
		{"check in.csv --max-guesses 1", gaveUp},
		{"check in.csv --limit 9 --columns *,status", found},
		{"gen --count 2 --add status", "unique unique"},
	} {
		for _, ending := range []string{"csv", "tsv"} {
			if ending == "tsv" && strings.HasPrefix(c.command, "check") {
				ending = "jsonl"
			}
			name := fmt.Sprintf("%d.%s", i, ending)
			ran := runIn(t, dir, append(strings.Fields(c.command), "-q", "-o", name)...)
			// Converted, so that one reader reads all forms.
			if c := runIn(t, dir, "convert", "-q", name, "--on-bad", "mark", "-f", "-o", "read.csv"); c.code != 0 && c.code != 3 {
				t.Fatalf("%s: code %d %s, %s", name, ran.code, ran.stderr, c.stderr)
			}
			rows, err := csv.NewReader(strings.NewReader(readFile(t, filepath.Join(dir, "read.csv")))).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", c.command, err)
			}
			var statuses []string
			for _, row := range rows[1:] {
				statuses = append(statuses, row[slices.Index(rows[0], "status")])
			}
			if got := strings.Join(statuses, " "); got != c.statuses {
				t.Errorf("%s: %s, want %s", c.command, got, c.statuses)
			}
		}
	}
	if ran := runIn(t, dir, "sample", "in.csv", "-q", "--per", "status=3"); !strings.Contains(ran.stderr, `2 of "unique", 1 of "`) {
		t.Errorf("sample: %s", ran.stderr)
	}
	runIn(t, dir, "split", "in.csv", "-q", "--into", "a=50,b=50", "--stratify", "status", "--card", "-o", "parts/")
	if card := readFile(t, filepath.Join(dir, "parts", "README.md")); !strings.Contains(card, "\n| unique |") {
		t.Errorf("split: %s", card)
	}
}
