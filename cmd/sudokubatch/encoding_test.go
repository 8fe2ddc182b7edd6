package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestEncodings reads texts in Latin-1 and Windows-1252. Text that goes into the output, or that the run compares,
// is refused unless the user names its encoding; other text does not matter. No output is without UTF-8.
func TestEncodings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := ""
	for i := 0; i < 81; i += 9 {
		rows += easyPuzzle[i:i+9] + "\n"
	}
	rest := ",\"" + easyPuzzle + "\"\n"
	for name, text := range map[string]string{
		"a.csv":       "id,puzzle\nok" + rest + "caf\xe9" + rest,
		"a.jsonl":     `{"id":"ok","puzzle":"` + easyPuzzle + "\"}\n" + `{"id":"` + "caf\xe9" + `","puzzle":"` + easyPuzzle + "\"}\n",
		"a.json":      `[{"id":"ok","puzzle":"` + easyPuzzle + `"},{"id":"` + "caf\xe9" + `","puzzle":"` + easyPuzzle + `"}]`,
		"a.txt":       easyPuzzle + " ok\n" + easyPuzzle + " caf\xe9\n",
		"grid.txt":    "ok\n" + rows + "\ncaf\xe9\n" + rows,
		"tail.txt":    rows + "\ncaf\xe9\n",
		"head.csv":    "id,caf\xe9,puzzle\n1,2" + rest,
		"euro.csv":    "id,puzzle\n5 \x80" + rest,
		"a.xml":       "<a><game id='ok' data='" + easyPuzzle + "'/><game id='caf\xe9' data='" + easyPuzzle + "'/></a>",
		"b.xml":       "<?xml version='1.0' encoding='iso-8859-1'?><a><game id='caf\xe9' data='" + easyPuzzle + "'/></a>",
		"puzzles.npy": npyOf("|u1", "2, 81", strings.Repeat(gridBytes(easyPuzzle), 2)),
		"names.npy":   npyOf("|S4", "2,", "ok\x00\x00caf\xe9"),
		"none.csv":    "id,puzzle\n5 \x81" + rest,
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if err := zipFile(filepath.Join(dir, "a.npz"), filepath.Join(dir, "puzzles.npy"), filepath.Join(dir, "names.npy")); err != nil {
		t.Fatal(err)
	}
	const tables = "csv jsonl json parquet npz"
	refused := "record 2: byte 0xe9 is not UTF-8 (name the encoding, as in convert --encoding latin1"
	runOutputs(t, dir, []outputCase{ // each word is in a message, or in an output that is no archive
		{"convert a.csv", tables, 1, refused},
		{"convert a.jsonl", tables, 1, refused},
		{"convert a.json", tables, 1, refused},
		{"convert a.txt", tables, 1, refused},
		{"convert a.npz", "csv jsonl json parquet", 1, "record 2: byte 0xe9 is not UTF-8"},
		{"convert a.xml", tables, 1, refused},
		{"convert a.xml --encoding latin1", "csv jsonl json", 0, "café"},
		{"convert b.xml", "csv jsonl json", 0, "café"},
		{"label a.csv --add clues", tables, 1, refused},
		{"solve a.csv --on-bad mark", tables, 1, refused},
		{"clean a.csv --require valid", tables, 1, refused},
		{"clean a.txt --require valid", "txt", 1, refused},
		{"sample a.txt --count 2", "txt csv", 1, refused},
		{"split a.csv --into p=50,q=50", "d", 1, refused},
		{"augment a.csv --each 1", "csv", 1, refused},
		{"check a.csv --format ndjson", "out", 1, refused},
		{"solve grid.txt", "txt", 1, refused},
		{"solve tail.txt", "txt", 1, "byte 0xe9 is not UTF-8"},
		{`convert a.csv --where id=="ok"`, "txt", 1, refused},
		{"convert head.csv", tables, 1, `in "caf\xe9": byte 0xe9 is not UTF-8`},
		{"convert a.csv", "npy opensudoku", 0, ""},
		{"convert a.csv --to line", "txt", 0, ""},
		{"convert a.txt", "txt npy opensudoku", 0, ""},
		{"convert grid.txt", tables + " txt", 0, ""},
		{"solve a.txt", "txt", 0, ""},
		{"check a.csv --solutions", "out", 3, ""},
		{"convert a.csv --encoding latin1", "csv jsonl json", 0, "café"},
		{"convert a.txt --encoding windows-1252", "csv jsonl json", 0, "café"},
		{"clean a.json --require valid --encoding latin1", "csv jsonl json", 0, "café"},
		{"convert head.csv --encoding latin1", "csv jsonl json", 0, "café"},
		{"convert euro.csv --encoding windows-1252", "csv", 0, "5 €"},
		{"convert euro.csv --encoding latin1", "csv", 0, "5 \u0080"},
		{"convert none.csv --encoding windows-1252", "csv", 1, "windows-1252 has no character 0x81"},
		{"solve a.csv --encoding latin1", "csv", 2, "it belongs to convert and clean"},
	}, func(c outputCase, name string, r ran) {
		said := r.stderr
		if r.code == 0 && !slices.Contains([]string{".parquet", ".npz", ".npy", ".d"}, filepath.Ext(name)) {
			said += readFile(t, filepath.Join(dir, name))
		}
		if r.code != c.code || !strings.Contains(said, c.said) || !utf8.ValidString(said) {
			t.Errorf("%s -o %s: code %d, want %d; %q", c.command, name, r.code, c.code, said)
		}
	})
}
