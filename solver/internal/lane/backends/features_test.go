//go:build gc && !noasm && (amd64 || arm64)

package backends

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// checkRequired checks that a backend requires exactly the features that the assembly of its
// kernels names.
func checkRequired(t *testing.T, assembly string, required []lane.Feature, uses func(kernel string) bool) {
	t.Helper()
	text, err := os.ReadFile(assembly)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	used := false
	for line := range strings.Lines(string(text)) {
		if signature, ok := strings.CutPrefix(line, "// func "); ok {
			kernel, _, _ := strings.Cut(signature, "(")
			used = uses(kernel)
		}
		list, ok := strings.CutPrefix(line, "// Requires: ")
		if !ok || !used {
			continue
		}
		for name := range strings.SplitSeq(strings.ToLower(strings.TrimSpace(list)), ", ") {
			switch name {
			case "bmi": // the assembler's name
				name = "bmi1"
			case "cmov": // every processor has it
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

// every is for backends that use all kernels in their assembly.
func every(string) bool { return true }
