package bulk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestMixedUnnamed has drawn grids of two sizes in any order, with and without blank lines between them.
// No record is made of two halves, and the others are named with both sizes. If the user names both
// sizes, all grids are read.
func TestMixedUnnamed(t *testing.T) {
	t.Parallel()
	for _, order := range []int{6, 12, 16} {
		for _, name := range []string{"packed", "spaced dots", "boxes"} {
			for bits := range 28 {
				checkMixed(t, name, order, bits>>1, [2]string{"", "\n"}[bits&1])
			}
		}
	}
}

// checkMixed draws four grids. The bits say which of them are of order 9, and the others are of another one.
func checkMixed(t *testing.T, name string, order, bits int, between string) {
	t.Helper()
	var text string
	var all []string
	others, _ := formtest.Lines(order, 4)
	for i := range 4 {
		puzzle := formtest.Puzzles[i]
		if (bits+1)>>i&1 == 0 {
			puzzle = others[i]
		}
		digits := ""
		if all = append(all, puzzle); len(puzzle) > 81 {
			digits = ".ABCDEFGHIJKLMNOP"
		}
		text += strings.TrimRight(formtest.Draw(name, digits, []string{puzzle}), "\n") + "\n" + between
	}
	label := fmt.Sprintf("%s, order %d, %04b, %q", name, order, bits+1, between)
	found, err := bulk.Detect([]byte(text), true, 0)
	if err != nil {
		t.Errorf("%s: %v", label, err)
		return
	}
	named := false
	for line := range strings.Lines(formtest.Read(found, []byte(text))) {
		named = named || strings.HasSuffix(line, "among other sizes\n")
		if !strings.Contains(line, ": ") && !slices.Contains(all, strings.TrimSpace(line)) {
			t.Errorf("%s: reads %q", label, line)
		}
	}
	if !named {
		t.Errorf("%s: no fault names the sizes", label)
	}
	if found, err = bulk.DetectWith([]byte(text), true, 0, model.Hints{Sizes: []int{9, order}}); err != nil {
		t.Errorf("%s: %v", label, err)
		return
	}
	if got := formtest.Read(found, []byte(text)); got != strings.Join(all, "\n")+"\n" {
		t.Errorf("%s with sizes: reads\n%s", label, got)
	}
}
