package bulk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// TestNoted has a record of each kind with a note. In tables the note must be a column whatever
// fields the record has, and nothing of the record may be lost.
func TestNoted(t *testing.T) {
	t.Parallel()
	blank := strings.Repeat(".", 81)
	for _, tt := range []struct{ sample, record, name, header, want string }{
		{"puzzle,n\n" + blank + ",1\n", "x,1,2\n", "reason", "reason,puzzle,n\n", "\"a, \"\"b\"\"\",x,1,2\n"},
		{"sep=;\nreason;puzzle\n7;" + blank + "\n", "7;x", "reason_2", "sep=;\nreason_2;reason;puzzle\n", "\"a, \"\"b\"\"\";7;x\n"},
		{blank + ",1\n" + blank + ",2\n", blank + ",2", "reason", "", "# a, \"b\"\n" + blank + ",2\n"},
		{`{"puzzle":"` + blank + `"}` + "\n", ` {"puzzle":"x"}` + "\r\n", "reason", "", `{"reason":"a, \"b\"","puzzle":"x"}` + "\n"},
		{`{"puzzle":"` + blank + `"}` + "\n", "{ }\n", "reason", "", `{"reason":"a, \"b\"" }` + "\n"},
		{`{"puzzle":"` + blank + `"}` + "\n", "{\"puzzle\":\n", "reason", "", `{"reason":"a, \"b\"","record":"{\"puzzle\":"}` + "\n"},
		{strings.Repeat("["+strings.Repeat("0,", 80)+"1]\n", 2), "[\n1]\n", "reason", "", `{"reason":"a, \"b\"","record":[ 1]}` + "\n"},
		{blank + "\n", blank + " # c\n", "reason", "", "# a, \"b\"\n" + blank + " # c\n"},
		{`<sudoku><game data="` + strings.Repeat("0", 81) + `"/></sudoku>`, `<game/>`, "reason", "", "<!-- a, \"b\" -->\n<game/>\n"},
	} {
		f, err := bulk.Detect([]byte(tt.sample), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		name := f.NoteName("reason")
		header, got := string(f.NotedHeader(name)), string(f.AppendNoted(nil, []byte(tt.record), name, `a, "b"`))
		if name != tt.name || header != tt.header || got != tt.want {
			t.Errorf("%v: %q, %q, %q, want %q, %q, %q", f, name, header, got, tt.name, tt.header, tt.want)
		}
		if f.Kind == bulk.NDJSON && !json.Valid([]byte(got)) {
			t.Errorf("%q is no JSON", got)
		}
	}
}
