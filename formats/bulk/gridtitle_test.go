package bulk

import (
	"fmt"
	"strings"
	"testing"
)

// answersBelow draws puzzles with titles, each followed by a complete grid with its own
// title.
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

// TestAnswerTitles checks that grids with a title for solutions are left out.
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
