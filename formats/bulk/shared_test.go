package bulk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
)

// TestSharedFiles reads the files in the folder next to the project. JSON is read as other programs print it, too.
func TestSharedFiles(t *testing.T) {
	t.Parallel()
	read := func(pattern string) map[string]string {
		texts := map[string]string{}
		paths, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "wild", pattern))
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts[filepath.Base(path)] = string(text)
		}
		if len(texts) == 0 {
			t.Skipf("there is no %s: the shared files lie next to the project", pattern)
		}
		return texts
	}
	for pattern, kind := range map[string]bulk.Kind{
		"euler.txt": bulk.Grid, "forum.txt": bulk.Grid, "spoj.txt": bulk.Grid, "simple.ss": bulk.Grid, "sudocue.sdk": bulk.Grid, "numbers16.txt": bulk.Grid,
		"hodoku.txt": bulk.Line, "rated-after.txt": bulk.Line, "bank.txt": bulk.Line, "one-to-g.txt": bulk.Line,
		"puzzles.opensudoku": bulk.OpenSudoku, "n81-uint8.npy": bulk.Npy, "hrm-all__inputs.npy": bulk.Npy, "*.json*": 0,
	} {
		want := "lines9.txt"
		if pattern == "numbers16.txt" || pattern == "one-to-g.txt" {
			want = "lines16.txt"
		}
		for name, text := range read(pattern) {
			texts := []string{text}
			if lines := strings.TrimSuffix(text, "\n"); kind == 0 {
				array := strings.ReplaceAll(lines, "\n", ",")
				texts = append(texts, "["+array+"]", `{"rows": [`+array+"]}", "[\n  "+strings.ReplaceAll(strings.ReplaceAll(lines, "\n", ",\n  "), ",\"", ",\n    \"")+"\n]\n")
			}
			for _, text := range texts {
				form, err := bulk.Detect([]byte(text), true, 0)
				if err != nil || kind != 0 && form.Kind != kind || formtest.Read(form, []byte(text)) != read(want)[want] {
					t.Errorf("%s: %v, %v", name, form, err)
				}
			}
		}
	}
}
