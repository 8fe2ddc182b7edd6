package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
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
	checkProvenance(t, dir, split)
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

// checkProvenance wants cards with --provenance to be the same wherever and however they are made, and
// to have the commands of other such cards only.
func checkProvenance(t *testing.T, dir string, split func(...string)) {
	t.Helper()
	all := filepath.Join(dir, "all.csv")
	var cards []string
	for i, args := range [][]string{{"all.csv", "-j1", "--rejects", "rejects.csv"}, {all, "-j", "3", "--temp-dir", dir}} {
		set := fmt.Sprintf("%d/set", i)
		split(append(args, "--into", "train=70,test", "--stratify", "tier", "--against", "@hiho", "--provenance", "--seed=4", "-o", set)...)
		cards = append(cards, readFile(t, filepath.Join(dir, set, "README.md"))+readFile(t, filepath.Join(dir, set, "dataset_info.json")))
	}
	digest := sha256.Sum256([]byte(readFile(t, all)))
	want := fmt.Sprintf("```sh\nsudokubatch split all.csv --into=train=70,test --exact --stratify=tier --against=@hiho --seed=4 --card --provenance\n# sudokubatch %s\n# sha256 %x all.csv\n```\n", program.Version(), digest)
	if cards[0] != cards[1] || !strings.Contains(cards[0], want) {
		t.Errorf("cards %s\nand %s\nwant %s", cards[0], cards[1], want)
	}
	for _, column := range []string{"| tier | text | easy, medium, hard", "| rating | int | difficulty from 1"} {
		if !strings.Contains(cards[0], column) {
			t.Errorf("no %s in %s", column, cards[0])
		}
	}
	split("0/set/train.parquet", "set/train.parquet", "--folds=2", "--provenance", "-o", "chain")
	chain := readFile(t, filepath.Join(dir, "chain", "README.md"))
	if !strings.Contains(chain, strings.TrimSuffix(want, "```\n")+"sudokubatch split train.parquet train.parquet --folds=2 --exact --card --provenance\n# sudokubatch ") || strings.Contains(chain, "-o set") {
		t.Errorf("%s", chain)
	}
}
