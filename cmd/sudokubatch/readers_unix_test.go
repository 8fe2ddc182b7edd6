//go:build unix

package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// readerSteps are commands that make rows with a column of each type, as one file and as shards.
const readerSteps = `set -e
sudokubatch gen -q --clues 26 --count 3000 --seed 8 --solutions --to csv -o made.csv
sudokubatch label -q made.csv --add clues,tier,er,minimal,redundant -o whole.parquet
sudokubatch convert -q whole.parquet -o rows.csv
for i in 1 2 3; do sudokubatch label -q made.csv --add clues,tier,er,minimal,redundant --shard $i/3 -o parts/.parquet; done
sudokubatch merge -q parts -o merged.parquet
cmp whole.parquet merged.parquet
sudokubatch convert -q merged.parquet -o want.csv
test "$(wc -l <want.csv)" = 3001
sudokubatch convert -q merged.parquet -o rows.jsonl
`

// readers are programs that read the merged file and the shards, and write the rows as CSV. A reader of
// parts reads them by the pattern parts/*.parquet, as load_dataset("parquet",
// data_files="parts/*.parquet") does: it needs equal columns in all, and no other file there.
var readers = map[string]string{
	"duckdb": `
const { DuckDBInstance } = require('@duckdb/node-api');
(async () => {
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	for (const name of ['merged.parquet', 'parts/*.parquet'])
		await db.run("COPY (FROM read_parquet('" + name + "')) TO '" + name[0] + ".csv' (HEADER)");
	process.exit(0);
})().catch(e => { console.error(e.message); process.exit(1); });`,
	"polars": `
const fs = require('fs'), pl = require('nodejs-polars');
const parts = fs.readdirSync('parts').filter(n => n.endsWith('.parquet')).sort();
pl.readParquet('merged.parquet').writeCSV('m.csv');
pl.concat(parts.map(n => pl.readParquet('parts/' + n))).writeCSV('p.csv');`,
	"pandas": `
import pandas as pd
text = {"puzzle": str, "solution": str}
def write(frame, name):
    frame["minimal"] = frame["minimal"].map({True: "true", False: "false"})
    frame.to_csv(name, index=False)
write(pd.read_csv("rows.csv", dtype=text), "m.csv")
write(pd.read_json("rows.jsonl", lines=True, dtype=text, precise_float=True), "p.csv")`,
}

// TestReaders has other programs read what merge writes, and what it merges.
func TestReaders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if code, stderr := shell(t, dir, readerSteps); code != exitOK {
		t.Fatalf("code %d: %s", code, stderr)
	}
	want := readFile(t, filepath.Join(dir, "want.csv"))
	modules := os.Getenv("SUDOKUBATCH_NODE")
	for _, name := range slices.Sorted(maps.Keys(readers)) {
		t.Run(name, func(t *testing.T) {
			args := []string{"node", "-e"}
			if name == "pandas" {
				args = []string{"/usr/bin/python3", "-c"}
				if exec.Command(args[0], "-c", "import pandas").Run() != nil {
					t.Skip("there is no pandas (package python3-pandas)")
				}
			} else if modules == "" {
				t.Skip("SUDOKUBATCH_NODE is not set: a node_modules that has @duckdb/node-api and nodejs-polars")
			}
			cmd := exec.Command(args[0], args[1], readers[name])
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "NODE_PATH="+modules)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			for _, file := range []string{"m.csv", "p.csv"} {
				if readFile(t, filepath.Join(dir, file)) != want {
					t.Errorf("%s reads other rows into %s", name, file)
				}
				if err := os.Remove(filepath.Join(dir, file)); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
