package corpus

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestList compares the files that folders and patterns stand for with lists written by hand.
func TestList(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"data/b.csv", "data/Z.csv", "data/a/2.txt.zst", "data/a/10.txt.zst", "data/a.csv", "data/a/deep/er/x.csv", "data/odd[1].csv",
		"data/README.md", "data/readme.txt", "data/LICENSE", "data/dataset_info.json", "data/b.csv.sha256", "data/.git/x.csv", "data/a/.x.csv",
		"data/c.csv.partial", "data/c.csv.partial.json", "data/part-00001-of-00002.csv.manifest.json", "data/__MACOSX/b.csv",
		"only/README.md", "-", "@demo",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const all = "data/Z.csv data/a.csv data/a/10.txt.zst data/a/2.txt.zst data/a/deep/er/x.csv data/b.csv data/odd[1].csv"
	for _, tt := range []struct{ name, want string }{
		{"data", all},
		{"data/", all},
		{"data//", all},
		{"data/**", all},
		{"d?ta", all},
		{"data/*", all},
		{"./data/b*", "./data/b.csv"},
		{"data/[ab].csv", "data/a.csv data/b.csv"},
		{"data/odd[1].csv", "data/odd[1].csv"}, // a file that exists is no pattern
		{"**/*.csv", "data/Z.csv data/a.csv data/a/deep/er/x.csv data/b.csv data/odd[1].csv"},
		{"data/**/er/*", "data/a/deep/er/x.csv"},
		{"data/*/er", "no file matches this pattern"},
		{"data/*/deep", "data/a/deep/er/x.csv"},
		{"data/a/*/../*", "no file matches this pattern"},
		{"data/.git/x.csv", "data/.git/x.csv"}, // named
		{"data/.git", "data/.git/x.csv"},
		{"*", "./- ./@demo " + all},
		{"only", "no file with data in this folder"},
		{"only/*", "no file matches this pattern"},
		{"none/*.csv", "no file matches this pattern"},
		{"data/[", "no such file, and no pattern: a [ is not closed"},
		{"missing.csv", "missing.csv"},
		{"-", "-"},
	} {
		got, err := List(tt.name)
		if err != nil {
			got = []string{strings.TrimPrefix(err.Error(), tt.name+": ")}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
	absolute := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(absolute, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := List(filepath.Dir(absolute) + "/*.csv"); err != nil || !slices.Equal(got, []string{filepath.ToSlash(absolute)}) {
		t.Errorf("an absolute pattern: %v, %v", got, err)
	}
}

// TestListLinks wants links to files to be files, and links to folders to be reported rather than followed.
func TestListLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links are of another kind here")
	}
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("data/sub", 0o777); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"data/file": "../x.csv", "data/loop": "../data", "data/gone": "nothing", "data/device": os.DevNull} {
		if err := os.Symlink(target, link); err != nil {
			t.Skip(err)
		}
	}
	if err := os.WriteFile("x.csv", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := List("data"); err != nil || !slices.Equal(got, []string{"data/file", "data/gone", "data/loop"}) {
		t.Errorf("%v, %v", got, err)
	}
}
