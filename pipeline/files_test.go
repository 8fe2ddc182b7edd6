package pipeline_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestFiles opens a file, standard input, an embedded corpus and a file that is
// missing until its turn comes.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	here, later, missing := filepath.Join(dir, "here"), filepath.Join(dir, "later"), filepath.Join(dir, "missing")
	if err := os.WriteFile(here, []byte("a file"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, shown, text string }{
		{here, here, "a file"},
		{"-", "<stdin>", "a stream"},
		{"@hiho", "@hiho", "1\n4 0 0"},
		{later, later, "made later"},
		{missing, missing, ""},
	}
	var names []string
	for _, tt := range tests {
		names = append(names, tt.name)
	}
	inputs := pipeline.Files(names, corpus.Options{Stdin: strings.NewReader("a stream")})
	if err := os.WriteFile(later, []byte("made later"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, tt := range tests {
		if inputs[i].Name != tt.shown {
			t.Errorf("%s is shown as %s", tt.name, inputs[i].Name)
		}
		src, err := inputs[i].Open()
		if tt.text == "" {
			if !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(src)
		if err != nil || !strings.HasPrefix(string(text), tt.text) {
			t.Errorf("%s holds %q, %v", tt.name, text, err)
		}
		if err := src.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(inputs) != len(tests) {
		t.Errorf("%d inputs of %d names", len(inputs), len(tests))
	}
}
