package outfile

import (
	"path/filepath"
	"testing"
)

func TestDir(t *testing.T) {
	for name, want := range map[string]string{
		"a.txt": "./", "d/a.txt": "d/", "link/../a.txt": "link/../", "/a.txt": "/", "d/": "d/", "": "./",
	} {
		if got := filepath.ToSlash(Dir(filepath.FromSlash(name))); got != want {
			t.Errorf("Dir(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestParent(t *testing.T) {
	for name, want := range map[string]string{
		"data/train": "data/", "data/train//": "data/", "train": "", "/train": "/", ".": "..", "link/..": "link/../..", "./": "./..", "/": "/..",
	} {
		if got := filepath.ToSlash(Parent(filepath.FromSlash(name))); got != want {
			t.Errorf("Parent(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, tc := range [][3]string{
		{"d", "a.txt", "d/a.txt"},
		{"d/", "a.txt", "d/a.txt"},
		{"link/..", "a.txt", "link/../a.txt"},
		{"/", "a.txt", "/a.txt"},
		{".", "a.txt", "a.txt"},
		{"", "a.txt", "a.txt"},
		{"..", "a.txt", "../a.txt"},
	} {
		if got := filepath.ToSlash(Join(filepath.FromSlash(tc[0]), tc[1])); got != tc[2] {
			t.Errorf("Join(%q, %q) = %q, want %q", tc[0], tc[1], got, tc[2])
		}
	}
}
