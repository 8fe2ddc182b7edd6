package formats

import (
	"fmt"
	"strings"
	"testing"
)

// answersBelow draws puzzles, each with its title, and below each a full grid with a
// title of its own.
func answersBelow(puzzle, answer string) string {
	grid := strings.Repeat("123456789\n", 9)
	var b strings.Builder
	for i, p := range wild9 {
		title := func(format string) string {
			if strings.Contains(format, "%") {
				return fmt.Sprintf(format, i+1)
			}
			return format
		}
		b.WriteString(title(puzzle) + "\n" + drawing{digits: dots}.draw([]string{p}) + title(answer) + "\n" + grid + "\n")
	}
	return b.String()
}

// TestAnswerTitles leaves out the solutions that have titles which say so.
func TestAnswerTitles(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{
		"Solution:", "solution %d", "--- Solution %d ---", "[Solution]",
	} {
		checkWild(t, answer, Grid, answersBelow("Puzzle %d", answer), wild9)
		checkWild(t, answer+", puzzles without titles", Grid, answersBelow("", answer), wild9)
	}
	atEnd := drawing{digits: dots, from: "Puzzle %d\n", to: "\n"}.draw(wild9) + "Solutions\n\n" + strings.Repeat(strings.Repeat("123456789\n", 9)+"\n", 6)
	checkWild(t, "at the end", Grid, atEnd, wild9)
}

// TestNoAnswerTitles reads what is below titles that only have such words.
func TestNoAnswerTitles(t *testing.T) {
	t.Parallel()
	for _, from := range []string{
		"Final %d\n", "Solved: no\n", "# answers to these are on the last page\n", "Solutions are on the last page\n", "Full house\n", "Label: easy\n", "X-Y-Wing\n",
	} {
		checkWild(t, from, Grid, drawing{digits: dots, from: from, to: "(end)\n\n"}.draw(wild9), wild9)
	}
	full := strings.Repeat("123456789", 9)
	checkWild(t, "full grids alone", Grid, drawing{digits: dots, from: "Target %d\n", to: "\n"}.draw([]string{full, full}), []string{full, full})
	checkWild(t, "full grids among others", Grid, "Nr 1\n"+drawing{digits: dots, from: "Final %d\n", to: "\n"}.draw([]string{full, wild9[0], full}),
		[]string{full, wild9[0], full})
}

// TestAnswersInPieces cuts files with solutions everywhere.
func TestAnswersInPieces(t *testing.T) {
	t.Parallel()
	for _, puzzle := range []string{"Nr %d", "# title\n", ""} {
		text := []byte(answersBelow(puzzle, "Solved:\n"))
		text = text[:len(text)/3]
		form, err := Detect(text, true, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkSplits(t, form, text)
		checkGrid(t, form, append(text, "[State]\n12345\n"...))
	}
}
