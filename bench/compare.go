package bench

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

// A Verdict says what a comparison with an older measurement found.
type Verdict string

// The verdicts.
const (
	Same    Verdict = "same" // as far as the spread shows
	Faster  Verdict = "faster"
	Slower  Verdict = "slower"
	Unclear Verdict = "unclear" // another machine, disturbed, or without figures on a side
	Added   Verdict = "added"
	Removed Verdict = "removed"
)

// A Change is a measurement compared with an older one of the same name of a corpus,
// mode, engine, limit and number of workers.
type Change struct {
	Old, New *Measurement // one of them may be nil
	Verdict  Verdict
	// Factor is the new median by the old one; 0 where there is none.
	Factor float64
	Reason string // why the verdict is Unclear, or what else changed; may be ""
}

// smallChange is the share by which a median must change to count.
const smallChange = 0.03

// Compare compares measurements with older ones. A change counts, as Slower or
// Faster, if the medians are more than 3 % apart and the middle halves of the
// rounds (from the first to the third quartile) do not overlap: one disturbed
// round on either side neither makes nor hides one. It is Unclear if others had
// the processors while the slower of the two was measured. Each older measurement is
// compared with one at most: the first of the same corpus, or else of one of that name.
func Compare(older, newer []Measurement) []Change {
	changes, used := make([]Change, len(newer)), make([]bool, len(older))
	match := func(same func(old, m *Measurement) bool) {
		for i := range newer {
			m := &newer[i]
			for k := 0; k < len(older) && changes[i].Old == nil; k++ {
				if old := &older[k]; !used[k] && old.Corpus == m.Corpus && contenderOf(old) == contenderOf(m) && same(old, m) {
					changes[i], used[k] = compare(old, m), true
				}
			}
		}
	}
	match(sameCorpus)
	match(func(*Measurement, *Measurement) bool { return true })
	for i := range changes {
		if changes[i].Old == nil {
			changes[i] = Change{New: &newer[i], Verdict: Added}
		}
	}
	for k := range older {
		if !used[k] {
			changes = append(changes, Change{Old: &older[k], Verdict: Removed})
		}
	}
	return changes
}

// sameCorpus reports whether measurements with corpora of one name are with the same, as
// far as that shows.
func sameCorpus(a, b *Measurement) bool { return a.Order == b.Order && a.Puzzles == b.Puzzles }

func compare(old, m *Measurement) Change {
	c := Change{Old: old, New: m, Verdict: Unclear}
	switch {
	case m.Error != "":
		c.Reason = "failed now"
		return c
	case old.Error != "":
		c.Reason = "failed before"
		return c
	case !sameCorpus(old, m):
		c.Reason = "another corpus of that name"
		return c
	}
	c.Factor = m.PuzzlesPerSecond / old.PuzzlesPerSecond
	if a, b := old.GuessesPerPuzzle, m.GuessesPerPuzzle; a != nil && b != nil && *a != *b {
		c.Reason = fmt.Sprintf("%s guesses a puzzle instead of %s", report.Number(*b), report.Number(*a))
	}
	if old.CPU != m.CPU {
		c.Reason = "another processor, or a build for other features: " + old.CPU
		return c
	}
	oldLow, oldHigh := quartiles(old.Rounds)
	low, high := quartiles(m.Rounds)
	slower, faster := high < oldLow && c.Factor < 1-smallChange, low > oldHigh && c.Factor > 1+smallChange
	now, before := m.disturbance(), old.disturbance()
	switch {
	case slower && now != "":
		c.Reason = join("slower, but "+now, c.Reason)
	case faster && before != "":
		c.Reason = join("faster, but before "+before, c.Reason)
	case slower:
		c.Verdict = Slower
	case faster:
		c.Verdict = Faster
	default:
		c.Verdict = Same
	}
	return c
}

// join puts a reason before another, if there is one.
func join(reason, other string) string {
	if other == "" {
		return reason
	}
	return reason + "; " + other
}

// quartiles returns the first and the third quartile; of few values those next
// to the ends.
func quartiles(values []float64) (first, third float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	if n == 0 {
		return 0, 0
	}
	return sorted[(n-1)/4], sorted[n-1-(n-1)/4]
}

// Regressed reports whether something became slower or fails now.
func Regressed(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool {
		return c.Verdict == Slower || c.New != nil && c.New.Error != ""
	})
}

var changeColumns = []string{"corpus", "limit", "mode", "engine", "before", "now", "change", "verdict", "baseline", "why"}

// cells returns a change's row.
func (c *Change) cells() []string {
	m := c.New
	if m == nil {
		m = c.Old
	}
	figure := func(m *Measurement) string {
		if m == nil {
			return ""
		}
		return rate(m)
	}
	percent := ""
	if c.Factor > 0 {
		percent = fmt.Sprintf("%+.1f %%", 100*(c.Factor-1))
	}
	return append(row(whose, m), figure(c.Old), figure(c.New), percent, string(c.Verdict), c.baseline(), c.Reason)
}

// baseline names what a change is a change from: the version or commit, and the
// day.
func (c *Change) baseline() string {
	switch {
	case c.Old == nil:
		return "none"
	case len(c.Old.Commit) >= shortCommit && c.Old.Commit != "unknown":
		return c.Old.Commit[:shortCommit] + " " + c.Old.Date
	}
	return strings.TrimSpace(c.Old.Version + " " + c.Old.Date)
}

// shortCommit is how much of a commit's name is shown.
const shortCommit = 7

// WriteChanges writes a table with a row for each change, and its conclusion. No
// line is wider than 100 columns.
func WriteChanges(w io.Writer, changes []Change) error {
	last := len(changeColumns) - 1
	t := textTable{header: changeColumns[:last], names: []bool{true, false, true, true, false, false, false, true, true}}
	counts := map[Verdict]int{}
	for i := range changes {
		cells := changes[i].cells()
		t.rows, t.below = append(t.rows, cells[:last]), append(t.below, cells[last])
		counts[changes[i].Verdict]++
	}
	if err := t.write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d slower, %d faster, %d the same within the spread, %d unclear, %d added, %d removed\n",
		counts[Slower], counts[Faster], counts[Same], counts[Unclear], counts[Added], counts[Removed])
	return err
}
