package convert_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// hardFields are values that a table could lose or change.
var hardFields = []any{
	"plain", "", nil, "a,b", "a;b", "a\tb", `say "0"`, `"`, `""`, `"quoted"`, "two\nlines", "two\r\nlines", "\n", "cr\rinside",
	" spaces ", "  ", "tab\t", "0", "007", "-0", "+1", "1.0", "1e5", "1E+05", "0x10", "1_000", "NaN", "inf", "true", "TRUE",
	"null", "NULL", "None", "9223372036854775808", "0.1000", ".5", "5.", "2026-11-22", "naïve 数独 🧩", "\u2028", "\ufeff", "\x01\x7f",
	`back\slash`, `\n`, `{"a":[1,2]}`, "[1, 2]", "#comment", "end", "'", "a|b", "a:b", strings.Repeat(`long,"`, 3000), "last",
}

// columnsOfTables are what rows of tables have, in this order.
var columnsOfTables = []string{"name", "puzzle", "note", "empty", "padded", "int", "decimal", "power", "bool", "mixed"}

// hardRows are rows of these columns that hold every hard field in two places.
func hardRows(t *testing.T) [][]any {
	puzzles := pipetest.Demo(t, "@demo", 400)
	var rows [][]any
	for i, p := range puzzles {
		n := len(hardFields)
		rows = append(rows, []any{
			hardFields[i%n], p, hardFields[(i*7+3)%n], nil,
			fmt.Sprintf("%03d", i), fmt.Sprint(i*i - 100), fmt.Sprintf("%d.%d0", i%3, i%10), fmt.Sprintf("%de%d", i%9+1, i%30), fmt.Sprint(i%2 == 0),
			[]any{"1", "1.5", nil, "-3"}[i%4],
		})
	}
	return rows
}

// ndjsonOf writes rows.
func ndjsonOf(t *testing.T, rows [][]any) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString("{")
		for i, value := range row {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, "%q:%s", columnsOfTables[i], text)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// csvOf writes rows.
func csvOf(t *testing.T, rows [][]any, separator rune) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = separator
	records := [][]string{columnsOfTables}
	for _, row := range rows {
		records = append(records, texts(row))
	}
	if err := w.WriteAll(records); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// texts are values as a table without types has them.
func texts(row []any) []string {
	var values []string
	for _, value := range row {
		text, _ := value.(string) // null is an empty one
		values = append(values, text)
	}
	return values
}

// readJSON reads rows back. Numbers and such are what they are written as.
func readJSON(t *testing.T, text string) (rows [][]any) {
	t.Helper()
	for line := range strings.Lines(text) {
		var object map[string]any
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&object); err != nil || len(object) != len(columnsOfTables) {
			t.Fatalf("%.200s: %v", line, err)
		}
		var row []any
		for _, name := range columnsOfTables {
			value := object[name]
			if value != nil {
				value = fmt.Sprint(value)
			}
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	return rows
}

// readCSV reads rows back.
func readCSV(t *testing.T, text string, separator rune) (rows [][]string) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 || !slices.Equal(rows[0], columnsOfTables) {
		t.Fatalf("%.200s: %v", text, err)
	}
	return rows[1:]
}

// A table is how rows are kept, and how they are written to begin with.
type table struct {
	name string
	kind bulk.Kind
	text func(t *testing.T, rows [][]any) string
}

var tables = []table{
	{"csv", bulk.CSV, func(t *testing.T, rows [][]any) string { return csvOf(t, rows, ',') }},
	{"semicolons", bulk.CSV, func(t *testing.T, rows [][]any) string { return csvOf(t, rows, ';') }},
	{"tsv", bulk.TSV, func(t *testing.T, rows [][]any) string { return csvOf(t, rows, '\t') }},
	{"ndjson", bulk.NDJSON, ndjsonOf},
	{"parquet", bulk.Parquet, func(t *testing.T, rows [][]any) string {
		return converted(t, bulk.Parquet, ndjsonOf(t, rows), pipeline.Config{Jobs: 1})
	}},
}

// converted converts a file, in which nothing is wrong.
func converted(t *testing.T, to bulk.Kind, text string, cfg pipeline.Config) string {
	t.Helper()
	dir := t.TempDir()
	in, path := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := corpus.Create(path, corpus.CreateOptions{Parquet: to == bulk.Parquet})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Inputs = []pipeline.Input{{Name: "in", Open: func() (pipeline.Source, error) { return corpus.Open(in, corpus.Options{}) }}}
	cfg.Output, cfg.To = out, to
	cfg.OnFault = func(e *model.SyntaxError) { t.Error(e) }
	cfg.OnUnreadable = func(err error) { t.Error(err) }
	_, _, err = convert.Run(t.Context(), cfg, convert.Options{OnBad: pipeline.Skip})
	if err = errors.Join(err, out.Commit()); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// TestTables takes rows from each table to each other one, and reads them with what
// the language has for that. A null is empty in CSV, and null again
// when CSV is read here.
func TestTables(t *testing.T) {
	t.Parallel()
	rows := hardRows(t)
	for _, from := range tables {
		text := from.text(t, rows)
		want := rows
		if from.kind == bulk.CSV || from.kind == bulk.TSV {
			want = readJSON(t, converted(t, bulk.NDJSON, text, pipeline.Config{}))
			checkTexts(t, from.name+" to ndjson", textsOf(want), textsOf(rows))
		}
		for _, to := range tables {
			t.Run(from.name+" to "+to.name, func(t *testing.T) {
				t.Parallel()
				out := converted(t, to.kind, text, pipeline.Config{Jobs: 1})
				for _, cfg := range []pipeline.Config{{Jobs: 1, BatchBytes: 500}, {Jobs: 2}, {Jobs: 5, BatchBytes: 3000}} {
					if again := converted(t, to.kind, text, cfg); again != out {
						t.Errorf("%d workers, batches of %d: other bytes", cfg.Jobs, cfg.BatchBytes)
					}
				}
				if to.kind == bulk.CSV || to.kind == bulk.TSV {
					separator := rune(out[len(columnsOfTables[0])])
					checkTexts(t, "read as CSV", readCSV(t, out, separator), textsOf(rows))
				}
				if to.kind != bulk.NDJSON {
					out = converted(t, bulk.NDJSON, out, pipeline.Config{})
				}
				if got := readJSON(t, out); !slices.EqualFunc(got, want, slices.Equal) {
					t.Errorf("other values:\n%s", firstDifference(got, want))
				}
			})
		}
	}
}

// textsOf are rows as a table without types has them. A reader of CSV takes "\r\n"
// for "\n".
func textsOf(rows [][]any) (all [][]string) {
	for _, row := range rows {
		all = append(all, texts(row))
	}
	return all
}

func checkTexts(t *testing.T, name string, got, want [][]string) {
	t.Helper()
	for _, rows := range [][][]string{got, want} {
		for _, row := range rows {
			for i := range row {
				row[i] = strings.ReplaceAll(row[i], "\r\n", "\n")
			}
		}
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s: other texts:\n%s", name, firstDifference(got, want))
	}
}

// firstDifference shows the first rows that differ.
func firstDifference[T comparable](got, want [][]T) string {
	for i := range min(len(got), len(want)) {
		if !slices.Equal(got[i], want[i]) {
			return fmt.Sprintf("row %d: %#v\nwant %#v", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d rows, want %d", len(got), len(want))
}

// TestTablesOfBytes wants a table whose text is not UTF-8 to be refused, whatever the output is, and its puzzles to
// be read.
func TestTablesOfBytes(t *testing.T) {
	t.Parallel()
	text := "name,puzzle\n\xff\xfe\xc3,\"" + pipetest.Puzzle9 + "\"\n"
	for _, to := range []bulk.Kind{bulk.NDJSON, bulk.CSV, bulk.Parquet} {
		cfg := pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", text)}, To: to}
		if _, _, err := convert.Run(t.Context(), cfg, convert.Options{}); !errors.Is(err, model.ErrEncoding) {
			t.Errorf("%v: %v", to, err)
		}
	}
	if out := converted(t, bulk.Line, text, pipeline.Config{}); out != pipetest.Puzzle9+"\n" {
		t.Errorf("%q", out)
	}
}

// TestTypedTables wants values of JSON to come back from a Parquet file as they were.
func TestTypedTables(t *testing.T) {
	t.Parallel()
	const values = `"f":1.50,"b":true,"o":{"a":[1,null,"x"]},"big":12345678901234567890,"d":1.0,"e":1e5,"s":"é / \n \"","z":null,"a":[]`
	var text strings.Builder
	for i, p := range pipetest.Demo(t, "@demo", 100) {
		fmt.Fprintf(&text, "{\"n\":%d,\"puzzle\":%q,%s}\n", i, p, values)
	}
	out := converted(t, bulk.NDJSON, converted(t, bulk.Parquet, text.String(), pipeline.Config{}), pipeline.Config{})
	if out != text.String() {
		t.Errorf("%.600s\nwant\n%.600s", out, text.String())
	}
}
