package corpus

import (
	"io/fs"
	"strconv"
	"strings"
	"testing"
)

func TestEmbedded(t *testing.T) {
	listed := map[string]bool{}
	for _, info := range Embedded() {
		t.Run(info.Name, func(t *testing.T) {
			listed[info.Name] = true
			text, codec, err := readPath(t, "@"+info.Name)
			if err != nil || codec != Zstd {
				t.Fatal(codec, err)
			}
			if n := countPuzzles(t, info, text); n != info.Puzzles {
				t.Errorf("%d puzzles, listed %d", n, info.Puzzles)
			}
			if info.Description == "" {
				t.Error("no description")
			}
		})
	}
	files, err := fs.ReadDir(embeddedData, "data")
	if err != nil {
		t.Fatal(err)
	}
	var size int64
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
		if name, _, _ := strings.Cut(f.Name(), "."); !listed[name] {
			t.Errorf("data/%s is of no corpus in the table", f.Name())
		}
	}
	if size > 3<<20 {
		t.Errorf("%d bytes embedded, want 3 MiB at most", size)
	}
}

func TestEmbeddedDescription(t *testing.T) {
	r := mustOpen(t, "@hiho", Options{})
	if r.Stream() || r.Size() <= 0 || r.Name() != "@hiho" {
		t.Errorf("%v %d %q", r.Stream(), r.Size(), r.Name())
	}
	Embedded()[0].Name = "changed"
	if Embedded()[0].Name == "changed" {
		t.Error("the table is not the package's own")
	}
}

// countPuzzles counts records by the shape of a form alone.
func countPuzzles(t *testing.T, info EmbeddedInfo, text string) int {
	t.Helper()
	lines := strings.Fields(text)
	switch info.Form {
	case "line":
		n := 0
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line != "end" {
				n++
			}
		}
		return n
	case "hiho":
		n, err := strconv.Atoi(lines[0])
		if err != nil || len(lines) != 1+81*n {
			t.Errorf("header %q, %d cells", lines[0], len(lines)-1)
		}
		return n
	case "letters16":
		if len(lines)%16 != 0 {
			t.Errorf("%d lines", len(lines))
		}
		return len(lines) / 16
	}
	t.Fatalf("form %q", info.Form)
	return 0
}
