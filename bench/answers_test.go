package bench

import (
	"strings"
	"testing"
)

// TestCountedAnswers judges answers with the number of solutions, as solve writes them with a
// limit above 2.
func TestCountedAnswers(t *testing.T) {
	t.Parallel()
	grid := "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
	two := strings.NewReplacer("1", ".", "2", ".").Replace(grid)
	for _, tt := range []struct {
		limit   int
		strict  bool // as this program's own answers are judged
		answer  string
		mistake string // "" = none
	}{
		{1, true, "GRID", ""},
		{1, true, "multiple 2 GRID", "want solved"},
		{2, true, "multiple GRID", ""},
		{2, true, "multiple 2+ GRID", ""},
		{2, true, "GRID", "want multiple"},
		{2, false, "GRID", ""},
		{5, true, "multiple 4 GRID", ""},
		{5, true, "multiple GRID", `multiple "", want 4`},
		{5, false, "multiple GRID", ""},
		{5, false, "GRID", ""},
		{5, false, "multiple 4 GRID 7.5", ""},
		{5, false, "multiple 4+ GRID", `multiple "4+", want 4`},
		{5, false, "multiple 3 GRID", `multiple "3", want 4`},
		{5, false, "multiple 04 GRID", `multiple "04", want 4`},
		{5, false, "multiple 4", `where there is a solution`},
	} {
		k, err := newKey(t.Context(), loadText(t, "two.txt", two+"\n"), tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		_, err = judgeText(k, []byte(strings.ReplaceAll(tt.answer, "GRID", grid)+"\n"), tt.strict)
		if tt.mistake == "" && err != nil || tt.mistake != "" && (err == nil || !strings.Contains(err.Error(), tt.mistake)) {
			t.Errorf("limit %d, strict %v, %q: %v, want %q", tt.limit, tt.strict, tt.answer, err, tt.mistake)
		}
	}
}
