//go:build amd64 && gc && !noasm

package lane

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// The features that are told are those that kernels require, no more and no
// less.
func TestFeatures(t *testing.T) {
	required := map[string]bool{}
	err := fs.WalkDir(os.DirFS("."), ".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(file) != ".s" {
			return err
		}
		text, err := os.ReadFile(file)
		for line := range strings.Lines(string(text)) {
			if list, ok := strings.CutPrefix(line, "// Requires: "); ok {
				for name := range strings.SplitSeq(strings.TrimSpace(list), ", ") {
					required[strings.ToLower(name)] = true
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if required["bmi"] { // as the assembler has it
		delete(required, "bmi")
		required["bmi1"] = true
	}
	delete(required, "cmov") // every processor has it
	var listed []string
	for _, f := range features {
		listed = append(listed, f.name)
	}
	slices.Sort(listed)
	if want := slices.Sorted(maps.Keys(required)); !slices.Equal(listed, want) {
		t.Errorf("%v are listed, %v required", listed, want)
	}
	for _, name := range Features() {
		if !slices.Contains(listed, name) {
			t.Errorf("%s is told, but not listed", name)
		}
	}
}
