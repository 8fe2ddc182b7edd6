package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestCard compares the card of a data set with its files, and runs the command that the card shows.
func TestCard(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	puzzles := mustRun(t, "", "gen", "-q", "--count", "700")
	mustRun(t, puzzles, "solve", "-q", "--add", "solution,tier,rating", "--to", "csv", "-o", filepath.Join(dir, "all.csv"))
	split := func(args ...string) {
		t.Helper()
		if got := runIn(t, dir, append([]string{"split", "-q", "--card"}, args...)...); got.code != 0 || got.stderr != "" {
			t.Fatalf("%v: %+v", args, got)
		}
	}
	split("all.csv", "--into", "train=80,val=10,test=10", "--stratify", "tier", "-o", "set")
	split("all.csv", "--into", "train=50,test=50", "-o", "lines", "--to", "ndjson", "--license", "cc-by-4.0")
	split("set/train.parquet", "--folds", "3", "--against", "set/test.parquet", "-o", "folds")
	for set, want := range map[string]string{"set": "train validation test", "lines": "train test", "folds": "fold1 fold2 fold3"} {
		text := readFile(t, filepath.Join(dir, set, "README.md"))
		var h struct {
			License string
			Configs []struct {
				Files []struct{ Split, Path string } `yaml:"data_files"`
			}
			Info struct {
				Features []struct{ Name, Dtype string }
				Splits   []struct {
					Name     string
					Bytes    int64 `yaml:"num_bytes"`
					Examples int   `yaml:"num_examples"`
				}
				Download int64 `yaml:"download_size"`
			} `yaml:"dataset_info"`
		}
		head, _, _ := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		if err := yaml.Unmarshal([]byte(head), &h); err != nil {
			t.Fatal(err)
		}
		var columns, names []string
		for _, f := range h.Info.Features {
			columns = append(columns, f.Name+" "+f.Dtype)
		}
		if got := strings.Join(columns, ", "); got != "puzzle string, solution string, tier string, rating int64" {
			t.Errorf("%s: %s", set, got)
		}
		size := int64(0)
		for i, file := range h.Configs[0].Files {
			path := filepath.Join(dir, set, file.Path)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			size += info.Size()
			names = append(names, file.Split)
			s := h.Info.Splits[i]
			if rows := strings.Count(mustRun(t, "", "convert", "-q", "--to", "line", path), "\n"); s.Name != file.Split || s.Examples != rows || rows < 60 {
				t.Errorf("%s: %+v, but %d rows", file.Path, s, rows)
			}
			if set == "lines" && s.Bytes != info.Size() {
				t.Errorf("%s: %d bytes, want %d", file.Path, s.Bytes, info.Size())
			}
		}
		if got := strings.Join(names, " "); got != want || size != h.Info.Download || (h.License == "") != (set != "lines") {
			t.Errorf("%s: splits %s, %d bytes, license %q", set, got, size, h.License)
		}
		if _, command, ok := strings.Cut(text, "must be 0.\n\n```sh\n"); ok {
			command, _, _ = strings.Cut(command, "\n")
			cmd := exec.Command("sh", "-c", command)
			cmd.Dir = filepath.Join(dir, set)
			if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "isomorphic in other corpora") {
				t.Errorf("%s: %v: %s", command, err, out)
			}
		} else {
			t.Errorf("%s: the card shows no command that checks it", set)
		}
	}
	if text := readFile(t, filepath.Join(dir, "folds", "README.md")); !strings.Contains(text, "tier -o set\nsudokubatch split -q --card set/train.parquet") {
		t.Errorf("the card of folds lacks an earlier command: %s", text)
	}
	split("all.csv", "--folds", "2", "-f", "-o", ".")
	first := readFile(t, filepath.Join(dir, "README.md"))
	split("all.csv", "--folds", "2", "-f", "-o", ".")
	if again := readFile(t, filepath.Join(dir, "README.md")); again != first {
		t.Errorf("another card when it is written again: %s", again)
	}
	if got := runIn(t, dir, "split", "--card", "all.csv", "--folds", "3", "-o", "set"); got.code != 1 || !strings.Contains(got.stderr, "exists") {
		t.Errorf("%+v", got)
	}
}
