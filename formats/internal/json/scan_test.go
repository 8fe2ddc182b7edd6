package json

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

const p9a = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// fuzzMost bounds the texts of fuzz targets.
const fuzzMost = 64 << 10

var (
	digits9 = strings.Split(strings.ReplaceAll(p9a, ".", "0"), "")
	list9   = "[" + strings.Join(digits9, ",") + "]"
	rows9   = "[" + strings.Join(rowsOf9(), ",") + "]"
	object9 = `{"puzzle":"` + p9a + `"}`
	lined9  = strings.Join(chunks9(), `\n`)
)

func rowsOf9() (rows []string) {
	for row := range slices.Chunk(digits9, 9) {
		rows = append(rows, "["+strings.Join(row, ",")+"]")
	}
	return rows
}

func chunks9() (rows []string) {
	for row := range slices.Chunk([]byte(p9a), 9) {
		rows = append(rows, string(row))
	}
	return rows
}

// jsonSeeds are texts of JSON and nearly that.
var jsonSeeds = []string{
	object9, rows9, list9, `{"puzzle":"` + lined9 + `"}`, `[]`, `{}`, `""`, `null`, `-0.5e+7`, `01`, `1.`, `-`, `1e`, `tru`, `[1,]`, `{"a":}`, `{"a" 1}`,
	`"\ud83d\ude00\ud83d \u00`, "\"\x01\"", "\"\xff\"", `{"a":[{"b":[[]]}],"c":"\\\""}`, "[1\n,\t2 ]\r", `12345678"`, "1234567\x1f", `abcdefg\"`, " ", "",
	"[" + object9 + "," + object9 + "]", "{\n" + object9 + "}", `["\u00e9\/\b\f\n\r\t\"\\"]`,
}

// FuzzJSONScanner holds the scanner against the standard library's, and so what
// a record's fields are.
func FuzzJSONScanner(f *testing.F) {
	for _, seed := range jsonSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > fuzzMost {
			return
		}
		s := jsonScanner{text: text}
		s.space()
		ok := s.value(0)
		if ok {
			s.space()
		}
		if ok = ok && s.at == len(text); ok != json.Valid(text) && bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}) < jsonDepth {
			t.Fatalf("%q: %v at %d", text, ok, s.at)
		}
		var fields form.Fields
		layout := NewObjects([]form.Column{{Name: "puzzle"}, {Name: "a"}, {Name: "r", Type: form.Raw}})
		layout.Fields(&fields, text)
		var object map[string]json.RawMessage
		if !ok || json.Unmarshal(text, &object) != nil || object == nil {
			return
		}
		for i, c := range layout.Info().Columns {
			checkValue(t, fields.Values[i], object[c.Name], c.Type)
		}
	})
}

// checkValue checks a field against the value that it is of.
func checkValue(t *testing.T, field []byte, value json.RawMessage, column form.Type) {
	t.Helper()
	var text string
	var compact bytes.Buffer
	_ = json.Compact(&compact, value)
	switch {
	case len(value) == 0 || value[0] == 'n':
		if field != nil {
			t.Fatalf("%q for %q", field, value)
		}
	case value[0] != '"' || column == form.Raw:
		if !bytes.Equal(field, compact.Bytes()) {
			t.Fatalf("%q for %q", field, value)
		}
	case json.Unmarshal(value, &text) != nil || strings.ToValidUTF8(string(field), "\ufffd") != strings.ToValidUTF8(text, "\ufffd"):
		if !bytes.ContainsRune([]byte(text), '\ufffd') {
			t.Fatalf("%q for %q", field, value)
		}
	}
}

// FuzzJSONList holds the quick way to read arrays of cells against the careful one.
func FuzzJSONList(f *testing.F) {
	for _, seed := range []string{list9, rows9, strings.ReplaceAll(list9, "0", `"."`), strings.ReplaceAll(list9, ",", ", "), strings.ReplaceAll(rows9, ",", ", "), `["` + strings.Join(chunks9(), `","`) + `"]`} {
		f.Add(seed, byte(0))
	}
	for _, none := range []string{`","`, "[ ]", "{}", `"" `} {
		f.Add("["+none+","+list9[1:], byte(0))
	}
	f.Add(strings.NewReplacer("0", "{}", "7", `{"row":0,"col":6,"v":7,"given":true}`).Replace(rows9), byte(0))
	for digits := range 3 {
		f.Add("["+strings.Repeat("10,3,0,16,", 63)+`"A",".",null,"",7]`, byte(digits))
		f.Add("["+strings.Repeat("10,3,0,15,", 63)+`1,2,3,4]`, byte(digits))
	}
	f.Fuzz(func(t *testing.T, array string, digits byte) {
		if len(array) > fuzzMost {
			return
		}
		checkTaken(t, array)
		if !json.Valid([]byte(array)) || array[0] != '[' {
			return
		}
		for _, order := range []int{9, 16} {
			layout := newLayout("")
			layout.info.Cells = cells.NewAlphabet(order, cells.Digits()[digits%3], ".-")
			quick, careful := make([]uint8, order*order), make([]uint8, order*order)
			if layout.readList(quick, []byte(array)) {
				if fault := layout.info.Cells.ReadTokens(careful, elements(nil, []byte(array))); fault.Err != nil || !bytes.Equal(quick, careful) {
					t.Fatalf("%q: %v, carefully %v %v", array, quick, careful, &fault)
				}
			}
		}
	})
}

// FuzzNDJSONRow writes any values, as JSON that gives them back.
func FuzzNDJSONRow(f *testing.F) {
	f.Add("a", "b")
	f.Add("na\"me\\", "\x00\n\r\t\xff\u00e9")
	f.Add("", `{"a": [1]}`)
	f.Add("x", "1e5")
	f.Add("x", "007")
	f.Fuzz(func(t *testing.T, name, value string) {
		if len(name)+len(value) > fuzzMost {
			return
		}
		for kind := form.Text; kind <= form.Raw; kind++ {
			columns := []form.Column{{Name: name, Type: kind}}
			target := &table.Target{Columns: columns, Keys: Keys(columns)}
			row := NDJSON.AppendRow(nil, target, [][]byte{[]byte(value)})
			if !json.Valid(row) || bytes.IndexByte(row, '\n') != len(row)-1 {
				t.Fatalf("%q is no line of JSON", row)
			}
			var fields form.Fields
			columns[0].Name = strings.ToValidUTF8(name, "\ufffd")
			var want map[string]json.RawMessage
			if err := json.Unmarshal(row, &want); err != nil || len(want) != 1 {
				t.Fatalf("%q: %v", row, err)
			}
			if NewObjects(columns).Fields(&fields, row); kind == form.Text && strings.ToValidUTF8(name, "") == name && strings.ToValidUTF8(value, "") == value && string(fields.Values[0]) != value {
				t.Fatalf("%q became %q", value, fields.Values[0])
			}
		}
	})
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
	layout := NewObjects([]form.Column{{Name: "puzzle"}, {Name: "note"}})
	for record, note := range map[string]string{
		`{"puzzle":"1","note":"a"}`:               "a",
		`{"puzzle": "1", "note": "a"}`:            "a",
		`{"puzzle":"1","note":"a","note":"b"}`:    "b",
		`{"puzzle":"1","note":"a", "note" : "b"}`: "b",
	} {
		var fields form.Fields
		if layout.Fields(&fields, []byte(record)); string(fields.Values[1]) != note {
			t.Errorf("%s: %q", record, fields.Values)
		}
	}
}

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
			r := NDJSON.Detect(&form.Sample{Text: []byte(strings.Repeat(record+"\n", 3)), All: true})
			if r.Err != nil {
				t.Fatal(name, r.Err)
			}
			cells := make([]uint8, 81, 2*81)
			if n := r.Layout.(*layout).readQuick(cells, []byte(record)); n != len(record) {
				t.Errorf("%s: %d of %d bytes of %s", name, n, len(record), record)
			}
		}
	}
}
