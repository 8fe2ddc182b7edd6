package bulk_test

import (
	"bufio"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// joinColumns returns the rows of a text.
func joinColumns(text string) (string, error) {
	rows, err := bulk.JoinColumns(strings.NewReader(text), int64(len(text)))
	if rows == nil {
		return "", err
	}
	joined, err := io.ReadAll(iotest.OneByteReader(rows))
	return string(joined), err
}

// TestJoinColumns joins lists in an object, and leaves everything else alone.
func TestJoinColumns(t *testing.T) {
	t.Parallel()
	long := `"` + strings.Repeat("x", 40<<10) + `"`
	for text, want := range map[string]string{
		`{"puzzle":["a"],"x":[1]}`:                                              `{"puzzle":"a","x":1}` + "\n",
		"\ufeff{ \"n\" : 3,\n\"puzzle\" : [ [1,\n2] , {} ]":                     "",
		"{\"n\" : 3,\n\"puzzle\" : [ [1,\n2] , {} ], \"x\":[null,\"]\\\"\"]}\n": `{"puzzle":[1,2],"x":null}` + "\n" + `{"puzzle":{},"x":"]\""}` + "\n",
		`{"puzzle":{"0":"a","9":2},"solution":{"0":-1.5,"9":[]},"ok":true}`:     `{"puzzle":"a","solution":-1.5}` + "\n" + `{"puzzle":2,"solution":[]}` + "\n",
		`{"p\u0075zzle":[` + long + `],"x":[` + long + `]}`:                     `{"puzzle":` + long + `,"x":` + long + "}\n",
		`{"puzzle":[],"x":[]}`:                                                  "",
		`{"puzzle":[1]}`:                                                        "",
		`{"easy":[1],"hard":[2]}`:                                               "",
		`{"puzzle":[1,2],"x":[1]}`:                                              "",
		`{"puzzle":[1,2],"x":{"0":1,"1":2}}`:                                    "",
		`{"puzzle":[1,2],"x":[1,nul]}`:                                          "",
		`{"puzzle":[1,2],"x":[1,2]`:                                             "",
		`{"puzzle":[1,2],"x":[1,2]}{}`:                                          "",
		`{"puzzle":{"a":1,2},"x":{"a":1,2}}`:                                    "",
		`{"puzzle":{"a":1,"b":2},"solution":{"b":1,"a":2}}`:                     `error: "solution" has other keys`,
		`{"solution":[1],"puzzle":[1,2]}`:                                       `error: "solution" has length 1`,
		`[1,2]`:                                                                 "",
		"":                                                                      "",
	} {
		got, err := joinColumns(text)
		if after, ok := strings.CutPrefix(want, "error: "); ok && (err == nil || !strings.Contains(err.Error(), after)) || !ok && (err != nil || got != want) {
			t.Errorf("%.80q: %.200q, %v, want %.200q", text, got, err, want)
		}
	}
}

// FuzzJoinColumns compares the rows of any JSON with its columns.
func FuzzJoinColumns(f *testing.F) {
	f.Add(`{"puzzle":{"0":"a","9":2},"solution":{"0":-1.5,"9":[]},"n":true}`)
	f.Add(`{"puzzles":["a",[1,{"b":"]"}]],"x":[null,"\"},"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		bulk.MayBeColumns([]byte(text), bulk.Form{})
		joined, err := joinColumns(text)
		if joined == "" || err != nil {
			return
		}
		var columns map[string]any
		valid := json.Unmarshal([]byte(text), &columns) == nil
		lines := bufio.NewScanner(strings.NewReader(joined))
		for i := 0; lines.Scan(); i++ {
			var row map[string]any
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatalf("%q: row %q: %v", text, lines.Text(), err)
			}
			for name, value := range row {
				if list, ok := columns[name].([]any); valid && ok && (i >= len(list) || !reflect.DeepEqual(list[i], value)) {
					t.Errorf("%q: row %d has %v in %s", text, i, value, name)
				}
			}
		}
	})
}

// TestReadSolution reads the solutions of rows that were written, in a column or with a column for each cell or row.
func TestReadSolution(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"solution first", "cells, solution first", "cells, solution behind", "lists in quotes"} {
		text := formtest.Sample(bulk.CSV, name, 3)
		from, err := bulk.DetectWith([]byte(text), true, 0, model.Hints{Rows: true})
		if err != nil {
			t.Fatal(err)
		}
		to, _, err := from.Target(bulk.Parquet, nil, bulk.Form{})
		if err != nil {
			t.Fatal(err)
		}
		rows := string(to.AppendHeader(nil)) + formtest.Rows(from, to, text, nil)
		table, err := bulk.OpenTable(strings.NewReader(rows), int64(len(rows)), to)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for row, err := range table.Rows() {
			grid := make([]uint8, 81)
			if err != nil || !table.ReadSolution(grid, row) || strings.TrimSpace(lineOf(grid)) != formtest.Solutions[n] {
				t.Errorf("%s, row %d: %s, %v", name, n, lineOf(grid), err)
			}
			n++
		}
		if n != 3 {
			t.Errorf("%s: %d rows", name, n)
		}
	}
}
