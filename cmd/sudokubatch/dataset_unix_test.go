//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// datasetSteps are the commands that make a set of dirty files.
const datasetSteps = `set -e
sudokubatch clean -q dirty/ -o clean.parquet --rejects rejects.jsonl --stats-json clean.json
sudokubatch label -q clean.parquet --add clues,tier,rating -o labelled.parquet --stats-json label.json
sudokubatch sample -q labelled.parquet --per tier=PER --at-most --seed 7 -o balanced.parquet --stats-json sample.json
sudokubatch split -q balanced.parquet --into train=80,val=10,test=10 --stratify tier -o set --stats-json split.json
for i in 1 2 3; do sudokubatch clean -q dirty/ --rejects merged.jsonl --shard $i/3 -o parts/.parquet; done
sudokubatch merge -q parts --rejects merged.jsonl -o merged.parquet
cmp merged.parquet clean.parquet
cmp merged.jsonl rejects.jsonl
for name in clean labelled balanced set/train set/val set/test; do sudokubatch convert -q $name.parquet -o $name.csv; done
`

// datasetMemory is the peak memory that each step may have, in MiB.
const datasetMemory = 512

// TestDataset makes a set of files with every kind of bad row: clean, label, sample and split. A
// script that shares no code with the command checks each step, and the shards of the first must
// merge into the same bytes. SUDOKUBATCH_DATASET=3000000 sets the number of rows.
func TestDataset(t *testing.T) {
	t.Parallel()
	python := "/usr/bin/python3"
	if exec.Command(python, "-c", "import numpy").Run() != nil {
		t.Skip("there is no python3 with numpy (package python3-numpy)")
	}
	rows := 6000
	if n, err := strconv.Atoi(os.Getenv("SUDOKUBATCH_DATASET")); err == nil {
		rows = n
	}
	scripts, err := filepath.Abs("testdata/dataset")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	perTier := max(rows/600, 20)
	for _, script := range []string{
		fmt.Sprintf("set -e\nsudokubatch gen -q --count %d --seed 5 --solutions --to csv -o base.csv\n%s %s/dirty.py %d <base.csv", rows/10, python, scripts, rows),
		strings.ReplaceAll(datasetSteps, "PER", strconv.Itoa(perTier)),
		fmt.Sprintf("%s %s/check.py %d", python, scripts, perTier),
	} {
		if code, stderr := shell(t, dir, script); code != 0 {
			t.Fatalf("%s:\ncode %d: %s", script, code, stderr)
		}
	}
	for _, step := range []string{"clean", "label", "sample", "split"} {
		var stats struct {
			Peak    int64   `json:"peak_rss_bytes"`
			Puzzles int64   `json:"puzzles"`
			Seconds float64 `json:"seconds"`
		}
		if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, step+".json"))), &stats); err != nil {
			t.Fatal(err)
		}
		if stats.Peak>>20 > datasetMemory {
			t.Errorf("%s took %d MiB, %d are allowed", step, stats.Peak>>20, datasetMemory)
		}
		t.Logf("%s: %d rows in %.1f s, %d MiB", step, stats.Puzzles, stats.Seconds, stats.Peak>>20)
	}
}
