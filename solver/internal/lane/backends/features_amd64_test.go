//go:build gc && !noasm

package backends

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/avx2"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/avx512"
)

// Each backend requires what its assembly says, no more and no less.
func TestRequired(t *testing.T) {
	for backend, required := range map[string][]lane.Feature{"avx2": avx2.Required, "avx512": avx512.Required} {
		text, err := os.ReadFile("../" + backend + "/kernels_amd64.s")
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for line := range strings.Lines(string(text)) {
			list, ok := strings.CutPrefix(line, "// Requires: ")
			if !ok {
				continue
			}
			for name := range strings.SplitSeq(strings.ToLower(strings.TrimSpace(list)), ", ") {
				switch name {
				case "bmi": // as the assembler has it
					name = "bmi1"
				case "cmov": // which every processor has
					continue
				}
				want = append(want, name)
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		var got []string
		for _, f := range required {
			got = append(got, f.Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s requires %v, its assembly %v", backend, got, want)
		}
	}
}
