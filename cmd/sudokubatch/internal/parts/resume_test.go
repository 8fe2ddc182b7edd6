package parts

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// TestCompleteAlready continues a run whose outputs are all published. The run is complete only if the
// outputs are unchanged.
func TestCompleteAlready(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.txt")
	if err := os.WriteFile(in, []byte("puzzles\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := &Run{Work: Work{Flags: &PartFlags{Resume: true}}, Verb: "solve", Inputs: []string{in}, Output: out}
	p, err := Begin(run)
	if err != nil {
		t.Fatal(err)
	}
	w, err := corpus.Create(out, corpus.CreateOptions{Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("answers\n")); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	whole := w.Whole()
	p.Complete, p.Outputs[0].Whole = true, &whole
	for _, tt := range []struct{ text, want string }{
		{"another\n", "out.txt is damaged, or another file"},
		{"answers\nand more\n", "out.txt is damaged, or another file"},
		{"", "cannot continue"},
		{"answers\n", ""},
	} {
		if err := p.write(p.path); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(out); err != nil {
			t.Fatal(err)
		}
		if tt.text != "" {
			if err := os.WriteFile(out, []byte(tt.text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		_, err := Begin(run)
		if tt.want == "" {
			if !errors.Is(err, process.ExitOK) || exists(p.path) {
				t.Errorf("%q: %v", tt.text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || !exists(p.path) {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
}
