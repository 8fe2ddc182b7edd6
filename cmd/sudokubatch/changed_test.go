package main

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestChangedColumns wants the statistics to name the columns that a verb changes and adds, and each value of the other
// columns as it came.
func TestChangedColumns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const lost = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
	text := "id,solution,clues,puzzle,tier\n"
	for _, row := range []string{easyAnswer + ",7," + easyPuzzle, ",x," + strings.ReplaceAll(easyPuzzle, ".", "0")} {
		text += "01," + row + ",\"a, b\"\n"
	}
	writeFile(t, filepath.Join(dir, "in.csv"), text)
	writeFile(t, filepath.Join(dir, "lost.csv"), "id,puzzle\n01,"+strings.TrimLeft(lost, "0")+"\n02,"+lost+"\n")
	header, cells := cellColumns("p", easyPuzzle)+","+cellColumns("s", easyAnswer), cellRow(strings.ReplaceAll(easyPuzzle, ".", "0"))
	writeFile(t, filepath.Join(dir, "cells.csv"), header+"\n"+cells+","+cellRow(easyAnswer)+"\n"+cells+strings.Repeat(",", 81)+"\n")
	writeFile(t, filepath.Join(dir, "many.csv"), mustRun(t, "", "gen", "-q", "--count", "4", "--to", "csv"))
	names := strings.Split(header, ",")
	for _, c := range []struct {
		command     string
		want, added []string
	}{
		{"convert in.csv", nil, nil},
		{"label in.csv --add ep", nil, []string{"ep"}},
		{"label in.csv --add clues,ep,tier --replace", []string{"clues", "tier"}, []string{"clues", "tier", "ep"}},
		{"convert in.csv --canonical", []string{"puzzle", "solution"}, nil},
		{"convert cells.csv --canonical", names, nil},
		{"convert lost.csv --pad-zeros", []string{"puzzle"}, nil},
		{"label in.csv --add tier --replace", []string{"tier"}, []string{"tier"}},
		{"clean in.csv --require valid", nil, nil},
		{"clean in.csv --require valid --fix solution", []string{"solution"}, nil},
		{"clean cells.csv --require valid --fix solution", names[81:], nil},
		{"sample in.csv --count 2", nil, nil},
		{"split many.csv --into a=50,b=50 --exact", nil, nil},
	} {
		isSplit := strings.HasPrefix(c.command, "split")
		args := append(strings.Fields(c.command), "-q", "-f", "--stats-json", "stats.json", "-o", "out.csv")
		if isSplit {
			args[len(args)-1] = "parts"
		}
		if ran := runIn(t, dir, args...); ran.code != 0 {
			t.Fatalf("%s: code %d, %s", c.command, ran.code, ran.stderr)
		}
		var stats struct {
			Changed []string `json:"changed_columns"`
			Added   []string `json:"added_columns"`
		}
		if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, "stats.json"))), &stats); err != nil || stats.Changed == nil {
			t.Fatalf("%s: %v, %v", c.command, stats.Changed, err)
		}
		if got, want := slices.Sorted(slices.Values(stats.Changed)), slices.Sorted(slices.Values(c.want)); !slices.Equal(got, want) {
			t.Errorf("%s: changed %v, want %v", c.command, got, want)
		}
		if !slices.Equal(stats.Added, c.added) || stats.Added == nil {
			t.Errorf("%s: added %v, want %v", c.command, stats.Added, c.added)
		}
		if !isSplit {
			compareOthers(t, c.command, readFile(t, filepath.Join(dir, strings.Fields(c.command)[1])), readFile(t, filepath.Join(dir, "out.csv")), c.want)
		}
	}
}

// compareOthers wants each value of the columns that did not change as it came.
func compareOthers(t *testing.T, command, before, after string, changed []string) {
	t.Helper()
	old, err := csv.NewReader(strings.NewReader(before)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(after)).ReadAll()
	if err != nil || len(rows) != len(old) {
		t.Fatalf("%s: %d rows, want %d, %v", command, len(rows), len(old), err)
	}
	for i, name := range old[0] {
		column := slices.Index(rows[0], name)
		for n := range old {
			if !slices.Contains(changed, name) && rows[n][column] != old[n][i] {
				t.Errorf("%s: row %d: %s is %q, was %q", command, n, name, rows[n][column], old[n][i])
			}
		}
	}
}

// TestFixedNotation fills in solutions of lists of numbers: each form has them in the notation of the other
// solutions.
func TestFixedNotation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	numbers := func(grid string) string {
		var cells []string
		for _, cell := range grid {
			cells = append(cells, strconv.Itoa(strings.IndexRune(".ABCDEFGHIJKLMNOP", cell)))
		}
		return "[" + strings.Join(cells, ", ") + "]"
	}
	rows := "puzzle,solution\n"
	for i, line := range strings.Fields(mustRun(t, "", "gen", "-q", "--count", "4", "--size", "16", "--clues", "150", "--solutions")) {
		puzzle, solution, _ := strings.Cut(line, ",")
		if solution = numbers(solution); i%2 == 0 {
			solution = ""
		}
		rows += `"` + numbers(puzzle) + `","` + solution + "\"\n"
	}
	writeFile(t, filepath.Join(dir, "in.csv"), rows)
	for _, name := range []string{"out.tsv", "out.csv", "out.jsonl", "out.json", "out.parquet", "out.npz"} {
		if ran := runIn(t, dir, "clean", "-q", "in.csv", "--fix", "solution", "-o", name); ran.code != 0 {
			t.Errorf("%s: code %d, %s", name, ran.code, ran.stderr)
		}
		if ran := runIn(t, dir, "check", "-q", "--solutions", name); ran.code != 0 {
			t.Errorf("%s: code %d, %s", name, ran.code, ran.stderr)
		}
	}
}
