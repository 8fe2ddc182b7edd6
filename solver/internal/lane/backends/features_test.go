//go:build gc && !noasm && (amd64 || arm64)

package backends

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// A backend requires what its assembly says, no more and no less.
func checkRequired(t *testing.T, assembly string, required []lane.Feature) {
	t.Helper()
	text, err := os.ReadFile(assembly)
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
		t.Errorf("%s is required by the kernels, %s by %s", got, want, assembly)
	}
}
