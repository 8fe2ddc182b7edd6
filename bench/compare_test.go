package bench

import (
	"strings"
	"testing"
	"time"
)

// measured makes a measurement with these puzzles a second in its rounds.
func measured(rates ...float64) Measurement {
	m := Measurement{Corpus: "c", Engine: "e", Mode: InMemory, Limit: 2, Jobs: 1, Order: 9, Puzzles: 1000, Machine: Machine{CPU: "x"}}
	var runs []effort
	for _, rate := range rates {
		runs = append(runs, effort{took: time.Duration(1e9 * 1000 * 1000 / rate)})
	}
	m.setRounds(runs, 1000)
	return m
}

func TestCompare(t *testing.T) {
	t.Parallel()
	quiet := measured(1000, 1010, 990, 1005, 995)
	other := quiet
	other.CPU = "y"
	failed := quiet
	failed.Error = "wrong"
	shorter := quiet
	shorter.Puzzles = 10
	half := measured(500, 505, 495, 500, 500)
	crowded, crowdedSame, starved, little := half, quiet, half, half
	crowded.OthersCores, crowdedSame.OthersCores, little.OthersCores = 1.2, 1.2, 0.05
	starved.CoresUsed, starved.Cores = 0.5, 2
	tests := []struct {
		name      string
		old, new  Measurement
		verdict   Verdict
		regressed bool
	}{
		{"itself", quiet, quiet, Same, false},
		{"half as fast", quiet, measured(500, 505, 495, 500, 500), Slower, true},
		{"twice as fast", quiet, measured(2000, 2005, 1995, 2000, 2000), Faster, false},
		{"a little slower", quiet, measured(975, 976, 974, 975, 975), Same, false},
		{"slower, in noise", measured(1000, 1300, 700, 1200, 800), measured(900, 1200, 600, 1100, 700), Same, false},
		{"slower, one round disturbed before", measured(1000, 1010, 300, 1005, 995), measured(800, 805, 795, 800, 800), Slower, true},
		{"slower, one round lucky", quiet, measured(800, 805, 1500, 800, 800), Slower, true},
		{"one round disturbed", quiet, measured(1000, 1010, 300, 1005, 995), Same, false},
		{"slower while others had the processors", quiet, crowded, Unclear, false},
		{"slower without the processors", quiet, starved, Unclear, false},
		{"slower while others did little", quiet, little, Slower, true},
		{"faster than while others had the processors", crowded, quiet, Unclear, false},
		{"slower than while others had the processors", crowdedSame, half, Slower, true},
		{"faster while others had the processors", half, crowdedSame, Faster, false},
		{"the same while others had the processors", quiet, crowdedSame, Same, false},
		{"another processor", other, measured(500, 505, 495, 500, 500), Unclear, false},
		{"fails now", quiet, failed, Unclear, true},
		{"failed before", failed, quiet, Unclear, false},
		{"another corpus", shorter, quiet, Unclear, false},
		{"one round", measured(1000), measured(900), Slower, true},
	}
	for _, tt := range tests {
		changes := Compare([]Measurement{tt.old}, []Measurement{tt.new})
		if len(changes) != 1 || changes[0].Verdict != tt.verdict || Regressed(changes) != tt.regressed {
			t.Errorf("%s: %+v", tt.name, changes)
		}
	}
}

func TestCompareLists(t *testing.T) {
	t.Parallel()
	a, b, c := measured(1000, 1000), measured(2000, 2000), measured(500, 500)
	b.Jobs, c.Engine = 2, "f"
	faster := measured(1500, 1500)
	faster.GuessesPerPuzzle, a.GuessesPerPuzzle = new(1.5), new(2.0)
	a.Commit, a.Version, a.Date = "1234567890", "v1", "2026-11-21"
	b.Commit, b.Version, b.Date = "unknown", "v1", "2026-11-20"
	changes := Compare([]Measurement{a, b}, []Measurement{faster, c})
	var text strings.Builder
	if err := WriteChanges(&text, changes); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"e -j1   1.00 k  1.50 k  +50.0 %  faster   1234567 2026-11-21\n  1.50 guesses a puzzle instead of 2.00\n",
		"f -j1              500           added    none\n", "e -j2   2.00 k                   removed  v1 2026-11-20\n", "\n0 slower, 1 faster, 0 the same within the spread, 0 unclear, 1 added, 1 removed\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in\n%s", want, text.String())
		}
	}
	if Regressed(changes) {
		t.Error("a regression")
	}
}

// TestCompareNamesakes wants each older measurement used once, and that of the same corpus
// before those of others of its name.
func TestCompareNamesakes(t *testing.T) {
	t.Parallel()
	slow, fast, again := measured(500, 500), measured(1000, 1000), measured(2000, 2000)
	slow.Puzzles = 10
	list := []Measurement{slow, fast, again}
	for i, c := range Compare(list, []Measurement{fast, again, slow}) {
		if c.Verdict != Same || c.Old != &list[(i+1)%3] {
			t.Errorf("%d: %+v", i, c)
		}
	}
	changes := Compare(list[:1], []Measurement{again, fast})
	if len(changes) != 2 || changes[0].Reason != "another corpus of that name" || changes[1].Verdict != Added {
		t.Errorf("%+v", changes)
	}
}
