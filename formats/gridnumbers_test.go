package formats

import (
	"fmt"
	"strings"
	"testing"
)

// TestNumbersFromZero has grids of numbers with another blank than 0. Then 0 is a digit,
// unless 16 is one.
func TestNumbersFromZero(t *testing.T) {
	t.Parallel()
	for _, first := range []int{0, 1} {
		var text, want strings.Builder
		for i := range 256 {
			cell := (i%16 + 4*(i/16) + i/64) % 16
			number, letter := fmt.Sprint(cell+first), string(rune('A'+cell))
			if i%3 == 0 {
				number, letter = ".", "."
			}
			text.WriteString(number + map[bool]string{false: " ", true: "\n"}[i%16 == 15])
			want.WriteString(letter)
		}
		cells, err := Parse(text.String())
		if err != nil || Format(cells) != want.String() {
			t.Errorf("from %d: %v, %v, want %s", first, cells, err, want.String())
		}
	}
}
