package parquettable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// duckScript runs the statements that it reads as a JSON array.
const duckScript = `
const { DuckDBInstance } = require(process.env.SUDOKUBATCH_NODE + '/@duckdb/node-api');
(async () => {
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	for (const sql of JSON.parse(require('fs').readFileSync(0))) await db.run(sql);
	process.exit(0);
})().catch(e => { console.error(e.message); process.exit(1); });
`

// duckFiles returns a directory that has the files that statements of DuckDB
// make: new ones if there is DuckDB, otherwise those in testdata, which were
// made by the same statements.
func duckFiles(t *testing.T, statements ...string) (dir string) {
	t.Helper()
	if os.Getenv("SUDOKUBATCH_NODE") == "" {
		return "testdata"
	}
	dir = t.TempDir()
	duck(t, dir, statements...)
	return dir
}

// duck has DuckDB run statements in a directory.
func duck(t *testing.T, dir string, statements ...string) {
	t.Helper()
	if os.Getenv("SUDOKUBATCH_NODE") == "" {
		t.Skip("SUDOKUBATCH_NODE is not set: a node_modules that has @duckdb/node-api")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	input, err := json.Marshal(statements)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "-e", duckScript)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(input)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("DuckDB: %v\n%s", err, out)
	}
}

func readFile(t *testing.T, path string) (string, error) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, raw, nil)
}

// TestDuckDBCodecs reads what DuckDB writes, in every codec and encoding.
func TestDuckDBCodecs(t *testing.T) {
	t.Parallel()
	text := extreme(60)
	header, rows, _ := strings.Cut(text, "\ntext,text,text,int\n")
	statements := []string{"CREATE TABLE t(" + strings.ReplaceAll(header, ",", " VARCHAR,") + " INTEGER)"}
	for line := range strings.Lines(rows) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		statements = append(statements, fmt.Sprintf("INSERT INTO t VALUES ('%s',%s)", strings.Join(fields[:3], "','"), fields[3]))
	}
	var names []string
	for _, codec := range []string{"uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"} {
		for _, version := range []string{"v1", "v2"} {
			name := codec + version
			names = append(names, name)
			statements = append(statements, fmt.Sprintf(
				"COPY t TO '%s.parquet' (FORMAT parquet, COMPRESSION '%s', PARQUET_VERSION '%s')", name, codec, version))
		}
	}
	dir := duckFiles(t, statements...)
	for _, name := range names {
		got, err := readFile(t, filepath.Join(dir, name+".parquet"))
		if err != nil || got != text {
			t.Errorf("%s: %v: %.200s", name, err, got)
		}
	}
}

// TestDuckDBTypes reads all types that DuckDB writes.
func TestDuckDBTypes(t *testing.T) {
	t.Parallel()
	columns := []struct{ sql, kind, want string }{
		{"(-5)::TINYINT", "int", "-5"},
		{"(-500)::SMALLINT", "int", "-500"},
		{"200::UTINYINT", "int", "200"},
		{"4000000000::UINTEGER", "int", "4000000000"},
		{"18446744073709551615::UBIGINT", "int", "18446744073709551615"},
		{"(-9223372036854775808)::BIGINT", "int", "-9223372036854775808"},
		{"1.5::FLOAT", "float", "1.5"},
		{"0.1::FLOAT", "float", "0.1"},
		{"1e-5::DOUBLE", "float", "1e-05"},
		{"'nan'::DOUBLE", "float", "nan"},
		{"3::DOUBLE", "float", "3.0"},
		{"true", "bool", "true"},
		{"'a,\"b'", "text", `"a,""b"`},
		{"''", "text", `""`},
		{"NULL::VARCHAR", "text", ""},
		{"'ab'::BLOB", "text", "ab"},
		{"'2024-02-29'::DATE", "text", "2024-02-29"},
		{"'12:30:01.5'::TIME", "text", "12:30:01.5"},
		{"'2024-02-29 12:30:00'::TIMESTAMP", "text", "2024-02-29T12:30:00"},
		{"'1924-02-29 12:30:00.000001'::TIMESTAMP", "text", "1924-02-29T12:30:00.000001"},
		{"'2024-02-29 12:30:00'::TIMESTAMP_MS", "text", "2024-02-29T12:30:00"},
		{"'2024-02-29 12:30:00.000000001'::TIMESTAMP_NS", "text", "2024-02-29T12:30:00.000000001"},
		{"'2024-02-29 12:30:00+00'::TIMESTAMPTZ", "text", "2024-02-29T12:30:00Z"},
		{"1.25::DECIMAL(4,2)", "float", "1.25"},
		{"(-0.05)::DECIMAL(9,2)", "float", "-0.05"},
		{"7::DECIMAL(18,0)", "text", "7"},
		{"7::DECIMAL(15,0)", "int", "7"},
		{"(-12345678901234567890.000000001)::DECIMAL(38,9)", "text", "-12345678901234567890.000000001"},
		{"'01234567-89ab-cdef-0123-456789abcdef'::UUID", "text", "01234567-89ab-cdef-0123-456789abcdef"},
		{"'{\"a\": 1}'::JSON", "json", `"{""a"": 1}"`},
		{"[1,2,NULL]::TINYINT[]", "json", `"[1,2,null]"`},
		{"[]::INTEGER[]", "json", "[]"},
		{"NULL::INTEGER[]", "json", ""},
		{"[[1,2],[],NULL,[3]]", "json", `"[[1,2],[],null,[3]]"`},
		{"{'a': 1, 'b': ['x','y\"']}", "int,json", `1,"[""x"",""y\""""]"`},
		{"{'a': NULL::INTEGER}", "int", ""},
		{"[{'a': 1, 'b': [true]}, NULL]", "json,json", `"[1,null]","[[true],null]"`},
		{"MAP {'k': 1, 'l': 2}", "json,json", `"[""k"",""l""]","[1,2]"`},
		{"MAP {1: [1.5]}", "json,json", `[1],[[1.5]]`},
		{"['2024-02-29'::DATE]", "json", `"[""2024-02-29""]"`},
	}
	var selects, names, kinds, want []string
	for i, c := range columns {
		name := fmt.Sprintf("c%d", i)
		selects = append(selects, c.sql+" AS "+name)
		switch two := strings.Contains(c.kind, ","); {
		case strings.HasPrefix(c.sql, "MAP"):
			name = name + ".key," + name + ".value"
		case two:
			name = name + ".a," + name + ".b"
		case strings.HasPrefix(c.sql, "{"):
			name += ".a"
		}
		names, kinds, want = append(names, name), append(kinds, c.kind), append(want, c.want)
	}
	dir := duckFiles(t, "COPY (SELECT "+strings.Join(selects, ",")+" FROM range(3)) TO 'types.parquet' (FORMAT parquet)")
	got, err := readFile(t, filepath.Join(dir, "types.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Join(want, ",") + "\n"
	if text := strings.Join(names, ",") + "\n" + strings.Join(kinds, ",") + "\n" + row + row + row; got != text {
		t.Errorf("\n%s\n%s", got, text)
	}
}

// TestDuckDBLists reads lists over many pages and row groups.
func TestDuckDBLists(t *testing.T) {
	t.Parallel()
	const rows = 5000
	dir := duckFiles(t, `CREATE TABLE t AS SELECT i, [((i*j)%10)::TINYINT for j in range(81)] AS cells,
		CASE WHEN i%7=0 THEN NULL WHEN i%5=0 THEN [] ELSE [[i,j] for j in range(i%4)] END AS nested
		FROM (SELECT unnest(range(`+fmt.Sprint(rows)+`)) AS i) ORDER BY i`,
		"COPY t TO 'lists.parquet' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 2048)")
	got, err := readFile(t, filepath.Join(dir, "lists.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("i,cells,nested\nint,json,json\n")
	for i := range rows {
		cells := make([]string, 81)
		for j := range cells {
			cells[j] = fmt.Sprint(i * j % 10)
		}
		nested := make([]string, i%4)
		for j := range nested {
			nested[j] = fmt.Sprintf("[%d,%d]", i, j)
		}
		fmt.Fprintf(&want, "%d,\"[%s]\",", i, strings.Join(cells, ","))
		switch {
		case i%7 == 0:
		case i%5 == 0 || len(nested) == 0:
			want.WriteString("[]")
		default:
			want.WriteString(`"[` + strings.Join(nested, ",") + `]"`)
		}
		want.WriteByte('\n')
	}
	if got != want.String() {
		t.Errorf("%.500s\n%.500s", got, want.String())
	}
}

// TestDuckDBReads has DuckDB read what the Writer writes.
func TestDuckDBReads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := "t,i,f,b,j\ntext,int,float,bool,json\n" +
		"x,1,1.5,true,\"[1,2]\"\n,,,,\n\"\",-5,0.1,false,{}\n\"a,b\",9223372036854775807,1e+100,true,3\nü,7,0.0001,true,null\n" +
		strings.Repeat("abc,5,,true,\n,6,2.5,,[]\n", 200_000)
	if err := os.WriteFile(filepath.Join(dir, "ours.parquet"), write(t, text, WriterOptions{}), 0o600); err != nil {
		t.Fatal(err)
	}
	duck(t, dir, "SET threads=1",
		"COPY (SELECT * FROM 'ours.parquet') TO 'out.csv' (FORMAT csv, HEADER true)",
		"COPY (SELECT string_agg(column_type, ',') FROM (DESCRIBE SELECT * FROM 'ours.parquet')) TO 'types.csv' (FORMAT csv, HEADER false, QUOTE '')")
	got, err := os.ReadFile(filepath.Join(dir, "out.csv"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(text, "text,int,float,bool,json\n", "", 1)
	if string(got) != want {
		t.Errorf("%.300s\n%.300s", got, want)
	}
	types, err := os.ReadFile(filepath.Join(dir, "types.csv"))
	if err != nil || strings.TrimSpace(string(types)) != "VARCHAR,BIGINT,DOUBLE,BOOLEAN,JSON" {
		t.Errorf("types: %s, %v", types, err)
	}
}

// TestDuckDBStructs wants a column for each field of a struct, also where the
// struct is null.
func TestDuckDBStructs(t *testing.T) {
	t.Parallel()
	dir := duckFiles(t, "COPY (SELECT CASE WHEN i<2 THEN {'a': i, 'b': ['x'], 'c': {'d': 'y'}} END AS s FROM range(3) t(i)) TO 'structs.parquet' (FORMAT parquet)")
	got, err := readFile(t, filepath.Join(dir, "structs.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "s.a,s.b,s.c.d\nint,json,text\n0,\"[\"\"x\"\"]\",y\n1,\"[\"\"x\"\"]\",y\n,,\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
