package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestColumns has tables in JSON whose columns are lists, as pandas writes them. Each verb does with them what it does
// with the same rows in CSV. Damaged tables are refused or read as a list, and the messages name columns and rows.
func TestColumns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	puzzles := strings.Fields(mustRun(t, "", "gen", "-q", "--count", "900", "--seed", "3"))
	solutions := strings.Fields(mustRun(t, strings.Join(puzzles, "\n"), "solve", "-q"))
	solutions[1] = solutions[0]
	rows := "id,puzzle,solution,note\n"
	ids, notes := make([]string, len(puzzles)), make([]string, len(puzzles))
	for i, p := range puzzles {
		ids[i], notes[i] = "7", `"a]}\" é"`
		rows += `7,` + p + "," + solutions[i] + `,"a]}"" é"` + "\n"
	}
	quoted := func(texts []string) []string { return strings.Split(`"`+strings.Join(texts, `" "`)+`"`, " ") }
	// table joins lists by key; an object has its index as keys.
	table := func(object bool, between string, lists map[string][]string) string {
		var members []string
		for _, name := range []string{"id", "solutions", "puzzle", "solution", "note"} {
			values, ok := lists[name]
			if !ok {
				continue
			}
			text := "[" + strings.Join(values, ","+between) + "]"
			if object {
				text = ""
				for i, v := range values {
					text += fmt.Sprintf(`,%s"%d":%s`, between, i, v)
				}
				text = "{" + text[1:] + "}"
			}
			members = append(members, `"`+name+`":`+between+text)
		}
		return "{" + strings.Join(members, ","+between) + "}"
	}
	lists := map[string][]string{"id": ids, "puzzle": quoted(puzzles), "solution": quoted(solutions), "note": notes}
	writeFile(t, file("rows.csv"), rows)
	writeFile(t, file("df.json"), table(true, "", lists))
	writeFile(t, file("indent.json"), "\ufeff"+table(true, "\n  ", lists)+"\n\n")
	writeFile(t, file("lists.json"), `{"name":"x",`+table(false, " ", lists)[1:])
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte(readFile(t, file("df.json")))); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	writeFile(t, file("df.json.gz"), zipped.String())
	for _, args := range []string{
		"convert --to csv", "solve --to csv", "clean --to csv", "clean --fix solution --to csv", "label --add clues --to csv", "convert --to csv --skip 800 --take 7",
		"convert --to line --where id==7", "convert --column puzzle --to csv", "sample --count 9 --to csv",
	} {
		flags := strings.Fields(args)
		want := outputOf(t, "", append(flags, "-q", file("rows.csv"))...)
		for _, name := range []string{"df.json", "indent.json", "lists.json", "df.json.gz"} {
			if got := outputOf(t, "", append(flags, "-q", file(name))...); got != want {
				t.Errorf("%s %s: got %.700s, want %.700s", args, name, got, want)
			}
		}
		if piped := outputOf(t, readFile(t, file("df.json")), append(flags, "-q")...); piped != want {
			t.Errorf("%s from a pipe: got %.700s", args, piped)
		}
	}

	grid := strings.Repeat(`"1........",`, 8) + `"........."`
	p, s := lists["puzzle"][:3], lists["solution"][:3]
	cut := readFile(t, file("df.json"))
	for name, test := range map[string]struct{ text, args, want string }{
		"wrong":  {table(false, "", map[string][]string{"puzzle": p, "solution": s}), "check --solutions", `wrong.json: record 2: wrong solution`},
		"bad":    {table(true, "", map[string][]string{"puzzle": {p[0], p[1], `"5x` + p[0][3:]}, "solution": s}), "solve", `bad.json: record 3: in "puzzle": bad cell 'x'`},
		"short":  {table(false, "", map[string][]string{"puzzle": p, "solution": s[:2]}), "solve", `lists of a table, but "solution" has length 2, and "puzzle" has length 3: `},
		"id":     {table(false, "", map[string][]string{"id": {"1"}, "puzzle": p, "solution": s}), "solve", `"id" has length 1`},
		"key":    {strings.Replace(table(true, "", map[string][]string{"puzzle": p, "solution": s}), `"1"`, `"9"`, 1), "solve", `"solution" has other keys than "puzzle"`},
		"mixed":  {`{"puzzle":[` + p[0] + `,` + p[1] + `],"solution":{"0":` + s[0] + `,"1":` + s[1] + `}}`, "solve", `"solution" has other keys than "puzzle"`},
		"cut":    {cut[:len(cut)-90], "solve", "JSON that is not closed"},
		"killer": {`{"puzzle":[` + grid + `],"solution":[` + grid + `],"cages":[7]}`, "solve", `found "cages": a killer Sudoku`},
		"levels": {`{"easy":[` + p[0] + `,` + p[1] + `],"hard":[` + p[2] + `,` + p[2] + `]}`, "solve", "puzzles in several arrays"},
	} {
		writeFile(t, file(name+".json"), test.text)
		cmd := exec.Command("sudokubatch", append(strings.Fields(test.args), "-q", file(name+".json"))...)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %v, %.900s", name, err, out)
		}
	}
}

// outputOf returns what the command writes to standard output, whatever its exit code is.
func outputOf(t *testing.T, input string, args ...string) string {
	t.Helper()
	cmd := exec.Command("sudokubatch", args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if len(out) == 0 {
		t.Errorf("%q: %v", args, err)
	}
	return string(out)
}
