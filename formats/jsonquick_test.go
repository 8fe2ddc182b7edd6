package formats

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// What programs write is read quickly.
func TestJSONQuick(t *testing.T) {
	for name, record := range map[string]string{
		"string":  `{"id":12,"puzzle":"` + p9a + `","note":"x, y","more":[1,{"a":null}]}`,
		"list":    `{"id":12,"puzzle":` + list9 + `,"rating":1.5}`,
		"rows":    `{"id":12,"puzzle":` + rows9 + `}`,
		"answers": `{"puzzle":"` + p9a + `","solution":` + list9 + `}`,
		"bare":    list9,
		"matrix":  rows9,
	} {
		for _, record := range []string{record, withBlanks(record)} {
			form, err := Detect([]byte(strings.Repeat(record+"\n", 3)), true, 0)
			if err != nil {
				t.Fatal(name, err)
			}
			cells := make([]uint8, 81, 2*81)
			if n := form.Layout.readQuick(cells, []byte(record)); n != len(record) {
				t.Errorf("%s: %d of %d bytes of %s", name, n, len(record), record)
			}
		}
	}
}

// withBlanks is JSON as Python writes it.
func withBlanks(text string) string { return strings.NewReplacer(",", ", ", ":", ": ").Replace(text) }

// Lists with any one byte of them wrong are not read, or as they are with care.
func TestJSONQuickDamaged(t *testing.T) {
	for _, list := range []string{list9, rows9, withBlanks(list9), withBlanks(rows9)} {
		for at := range list {
			for _, b := range []byte("0 ,;:.[]x/\x00\x80\xa0\xb0\xff") {
				checkTaken(t, list[:at]+string([]byte{b})+list[at+1:])
			}
			checkTaken(t, list[:at]+list[at+1:])
			checkTaken(t, list[:at])
		}
	}
}

// checkTaken holds the quick way to read the list that text begins with against the
// careful one.
func checkTaken(t *testing.T, text string) {
	t.Helper()
	taken, read := make([]uint8, 81), make([]uint8, 81)
	s := jsonScanner{[]byte(text), 0}
	if len(text) == 0 || text[0] != '[' || !s.takeList(taken) {
		return
	}
	fault := cells.StandardAlphabet(81).ReadTokens(read, []byte(text[:s.at]))
	if fault.Err != nil || !json.Valid([]byte(text[:s.at])) || !bytes.Equal(taken, read) {
		t.Fatalf("%q: %v, carefully %v %v", text[:s.at], taken, read, &fault)
	}
}

// What follows the last column counts, too.
func TestJSONQuickFieldsAgain(t *testing.T) {
	layout := Layout{Columns: []Column{{Name: "puzzle"}, {Name: "note"}}}
	layout.leads = jsonLeads(layout.Columns)
	form := Form{NDJSON, 9, &layout}
	for record, note := range map[string]string{
		`{"puzzle":"1","note":"a"}`:               "a",
		`{"puzzle": "1", "note": "a"}`:            "a",
		`{"puzzle":"1","note":"a","note":"b"}`:    "b",
		`{"puzzle":"1","note":"a", "note" : "b"}`: "b",
	} {
		var fields Fields
		if form.Fields(&fields, []byte(record)); string(fields.Values[1]) != note {
			t.Errorf("%s: %q", record, fields.Values)
		}
	}
}
