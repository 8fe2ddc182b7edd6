package json

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A puzzle as JSON values.
const (
	puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	list9  = "[5,3,0,0,7,0,0,0,0,6,0,0,1,9,5,0,0,0,0,9,8,0,0,0,0,6,0,8,0,0,0,6,0,0,0,3,4,0,0,8,0,3,0,0,1,7,0,0,0,2,0,0,0,6,0,6,0,0,0,0,2,8,0,0,0,0,4,1,9,0,0,5,0,0,0,0,8,0,0,7,9]"
	object = `{"id":7,"puzzle":"` + puzzle + `","solution":null}`
)

var rows9 = "[" + strings.Join([]string{
	"[5,3,0,0,7,0,0,0,0]", "[6,0,0,1,9,5,0,0,0]", "[0,9,8,0,0,0,0,6,0]", "[8,0,0,0,6,0,0,0,3]", "[4,0,0,8,0,3,0,0,1]",
	"[7,0,0,0,2,0,0,0,6]", "[0,6,0,0,0,0,2,8,0]", "[0,0,0,4,1,9,0,0,5]", "[0,0,0,0,8,0,0,7,9]",
}, ",") + "]"

// detected returns the detected layout of a file.
func detected(t testing.TB, f form.Form, file string) *layout {
	t.Helper()
	for p := range f.Propose(&form.Sample{Text: []byte(file), All: true}) {
		if l, ok := p.Layout.(*layout); ok {
			return l
		}
	}
	t.Fatalf("%s is not read", file)
	return nil
}

// TestQuick checks that records as programs write them take the fast path.
func TestQuick(t *testing.T) {
	for name, record := range map[string]string{
		"string":  `{"id":12,"puzzle":"` + puzzle + `","note":"x, y","more":[1,{"a":null}]}`,
		"list":    `{"id":12,"puzzle":` + list9 + `,"rating":1.5}`,
		"rows":    `{"id":12,"puzzle":` + rows9 + `}`,
		"answers": `{"puzzle":"` + puzzle + `","solution":` + list9 + `}`,
		"bare":    list9,
		"matrix":  rows9,
	} {
		for _, record := range []string{record, withBlanks(record)} {
			l := detected(t, NDJSON, strings.Repeat(record+"\n", 3))
			cells := make([]uint8, 81, 2*81)
			if n, _ := l.readQuick(cells, []byte(record)); n != len(record) {
				t.Errorf("%s: %d of %d bytes of %s", name, n, len(record), record)
			}
		}
	}
}

// withBlanks returns JSON with blanks as Python writes it.
func withBlanks(text string) string { return strings.NewReplacer(",", ", ", ":", ": ").Replace(text) }

// TestQuickDamaged changes one byte of a list. The fast path must reject it, or read it as
// the careful path does.
func TestQuickDamaged(t *testing.T) {
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

// checkTaken compares the fast and the careful way to read the list at the beginning of
// text.
func checkTaken(t *testing.T, text string) {
	t.Helper()
	taken, read := make([]uint8, 81), make([]uint8, 81)
	s := scanner{[]byte(text), 0}
	if len(text) == 0 || text[0] != '[' || !s.takeList(taken) {
		return
	}
	fault := cells.StandardAlphabet(81).ReadTokens(read, []byte(text[:s.at]))
	if fault.Err != nil || !json.Valid([]byte(text[:s.at])) || !bytes.Equal(taken, read) {
		t.Fatalf("%q: %v, carefully %v %v", text[:s.at], taken, read, &fault)
	}
}

// TestQuickFieldsAgain checks that the text after the last column counts, too.
func TestQuickFieldsAgain(t *testing.T) {
	l := detected(t, NDJSON, `{"puzzle":"`+puzzle+`","note":"a"}`)
	for record, note := range map[string]string{
		`{"puzzle":"1","note":"a"}`:               "a",
		`{"puzzle": "1", "note": "a"}`:            "a",
		`{"puzzle":"1","note":"a","note":"b"}`:    "b",
		`{"puzzle":"1","note":"a", "note" : "b"}`: "b",
	} {
		var fields model.Fields
		if l.Fields(&fields, []byte(record)); string(fields.Values[1]) != note {
			t.Errorf("%s: %q", record, fields.Values)
		}
	}
}

// maxText limits the texts of fuzz tests.
const maxText = 1 << 14

// seeds are texts of JSON, and of nearly valid JSON.
var seeds = []string{
	object, rows9, list9, `{"puzzle":"1\n2"}`, `[]`, `{}`, `""`, `null`, `-0.5e+7`, `01`, `1.`, `-`, `1e`, `tru`, `[1,]`, `{"a":}`, `{"a" 1}`,
	`"\ud83d\ude00\ud83d \u00`, "\"\x01\"", "\"\xff\"", `{"a":[{"b":[[]]}],"c":"\\\""}`, "[1\n,\t2 ]\r", `12345678"`, "1234567\x1f", `abcdefg\"`, " ", "",
	`["\u00e9\/\b\f\n\r\t\"\\"]`, `{"id":7, "puzzle":"` + puzzle + `", "solution":null}`, `{"id":1,"puzzle":` + list9 + `,"solution":` + rows9 + `}`,
}

// FuzzScanner compares the scanner and the fields of records with encoding/json.
func FuzzScanner(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	columns := []model.Column{{Name: "puzzle"}, {Name: "a"}, {Name: "r", Type: model.Raw}}
	l := &layout{info: form.Info{Order: 9, Columns: columns, Solution: -1}, open: true}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxText {
			return
		}
		s := scanner{text: text}
		s.space()
		ok := s.value(0, nil)
		if ok {
			s.space()
		}
		if ok = ok && s.at == len(text); ok != json.Valid(text) && bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}) < maxDepth {
			t.Fatalf("%q: %v at %d", text, ok, s.at)
		}
		fault := walk(text, func([]byte, int, int) {})
		if valid := json.Valid(text); valid != (fault.Err == nil) || valid && fault.Column > 0 {
			t.Fatalf("%q: %v", text, &fault)
		}
		var fields model.Fields
		l.Fields(&fields, text)
		var object map[string]json.RawMessage
		if !ok || json.Unmarshal(text, &object) != nil || object == nil {
			return
		}
		for i, c := range columns {
			checkValue(t, fields.Values[i], object[c.Name], c.Type)
		}
	})
}

// checkValue compares a field with its JSON value.
func checkValue(t *testing.T, field []byte, value json.RawMessage, column model.Type) {
	t.Helper()
	var text string
	var compact bytes.Buffer
	_ = json.Compact(&compact, value)
	switch {
	case len(value) == 0 || value[0] == 'n':
		if field != nil {
			t.Fatalf("%q for %q", field, value)
		}
	case value[0] != '"' || column == model.Raw:
		if !bytes.Equal(field, compact.Bytes()) {
			t.Fatalf("%q for %q", field, value)
		}
	case json.Unmarshal(value, &text) != nil || strings.ToValidUTF8(string(field), "\ufffd") != strings.ToValidUTF8(text, "\ufffd"):
		if !bytes.ContainsRune([]byte(text), '\ufffd') {
			t.Fatalf("%q for %q", field, value)
		}
	}
}

// FuzzList compares the fast and the careful way to read arrays of cells.
func FuzzList(f *testing.F) {
	for _, seed := range []string{list9, rows9, strings.ReplaceAll(list9, "0", `"."`), strings.ReplaceAll(list9, ",", ", "), strings.ReplaceAll(rows9, ",", ", "), "[]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, array string) {
		if len(array) > maxText {
			return
		}
		checkTaken(t, array)
	})
}

// FuzzQuick compares the fast and the careful way to read records and their fields.
func FuzzQuick(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
		f.Add([]byte(seed + "," + seed))
	}
	var layouts []*layout
	for _, of := range []form.Form{NDJSON, JSON} {
		for _, file := range []string{object, list9 + " " + list9, `{"id":1,"puzzle":` + list9 + `,"solution":` + rows9 + `}`} {
			if of == NDJSON {
				file = strings.ReplaceAll(file, " ", "\n")
			}
			layouts = append(layouts, detected(f, of, file))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxText {
			return
		}
		for _, l := range layouts {
			alphabet := *l.Cells
			alphabet.Packed = false
			careful := *l
			careful.Cells, careful.leads = &alphabet, [2][][]byte{}
			var quick, slow model.Records
			quick.Reset(9)
			slow.Reset(9)
			l.Decode(&quick, text)
			careful.Decode(&slow, text)
			if !reflect.DeepEqual(quick.Cells, slow.Cells) || !reflect.DeepEqual(quick.Faults, slow.Faults) || !reflect.DeepEqual(quick.Spans, slow.Spans) {
				t.Fatalf("%q reads as %+v, carefully %+v", text, quick, slow)
			}
			for _, span := range quick.Spans {
				var fields, want model.Fields
				l.Fields(&fields, text[span.From:span.To])
				if careful.Fields(&want, text[span.From:span.To]); !reflect.DeepEqual(fields.Values, want.Values) {
					t.Fatalf("%q has %q, carefully %q", text[span.From:span.To], fields.Values, want.Values)
				}
			}
		}
	})
}

// TestUnquote has escapes, and bytes that are not UTF-8, which stay as they are.
func TestUnquote(t *testing.T) {
	want := "b\xa5😀\xef\ufffd\t\xff"
	if got := unquote(nil, []byte("\"\\u0062\xa5\\ud83d\\ude00\xef\ufffd\\t\xff\"")); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
