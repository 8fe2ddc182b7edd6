package formats

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

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
		var fields Fields
		form := Form{Kind: NDJSON, Order: 9, Layout: &Layout{Columns: []Column{{Name: "puzzle"}, {Name: "a"}, {Name: "r", Type: Raw}}}}
		form.Fields(&fields, text)
		var object map[string]json.RawMessage
		if !ok || json.Unmarshal(text, &object) != nil || object == nil {
			return
		}
		for i, c := range form.Layout.Columns {
			checkValue(t, fields.Values[i], object[c.Name], c.Type)
		}
	})
}

// checkValue checks a field against the value that it is of.
func checkValue(t *testing.T, field []byte, value json.RawMessage, column Type) {
	t.Helper()
	var text string
	var compact bytes.Buffer
	_ = json.Compact(&compact, value)
	switch {
	case len(value) == 0 || value[0] == 'n':
		if field != nil {
			t.Fatalf("%q for %q", field, value)
		}
	case value[0] != '"' || column == Raw:
		if !bytes.Equal(field, compact.Bytes()) {
			t.Fatalf("%q for %q", field, value)
		}
	case json.Unmarshal(value, &text) != nil || strings.ToValidUTF8(string(field), "\ufffd") != strings.ToValidUTF8(text, "\ufffd"):
		if !bytes.ContainsRune([]byte(text), '\ufffd') {
			t.Fatalf("%q for %q", field, value)
		}
	}
}

// FuzzJSON reads any text in any form, which the upper bits of a choose: the same
// wherever it is cut, and good records are JSON.
func FuzzJSON(f *testing.F) {
	forms := []Form{ndjson9, bare9, flat9, values9, array9, member9, keyed9, listed9}
	add := func(file []byte, a, b uint16) {
		for i := range forms {
			f.Add(file, uint16(i)<<13|a, b)
		}
	}
	for _, seed := range jsonSeeds {
		add([]byte(seed), 3, 40)
	}
	for _, tt := range jsonFaults {
		file, _ := mark(tt.file)
		add([]byte(file), 100, 7)
	}
	for _, d := range jsonTables {
		add([]byte(d.write(wild9[:2])), 50, 9)
	}
	add([]byte(`{"puzzle":"000000000\b000000000\u0070"}`), 1, 1)
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		if len(file) > fuzzMost {
			return
		}
		form := forms[a>>13]
		checkCuts(t, form, file, a&(1<<13-1), b)
		checkSpans(t, form, file)
		checkJSONRecords(t, form, file)
		if (crc32.ChecksumIEEE(file)+uint32(a>>13))%8 != 0 {
			return // detection takes longest, and is for one of the forms of a text
		}
		if form, err := Detect(file, true, 0); err == nil {
			readWhole(form, file)
		}
	})
}

// checkJSONRecords wants good records to be JSON, and faults to be in the text.
func checkJSONRecords(t *testing.T, form Form, text []byte) {
	t.Helper()
	var records Records
	form.Decode(&records, text)
	faults := records.Faults
	lines := strings.SplitAfter(string(text), "\n")
	for i, span := range records.Spans {
		record := text[span.From:span.To]
		if len(faults) > 0 && faults[0].Record == i {
			e := faults[0]
			faults = faults[1:]
			if e.Column < 1 || e.Line > 0 && e.Column > len(lines[e.Line-1])+1 {
				t.Fatalf("%v is not in %q", &e, text)
			}
			if e.Line > 0 {
				record = []byte(lines[e.Line-1])
			}
			if e.Got != 0 && record[e.Column-1] != e.Got && record[e.Column-1] != '\\' {
				t.Fatalf("%v is not what is in %q", &e, text)
			}
			continue
		}
		if !json.Valid(record) {
			t.Fatalf("%q is no JSON", record)
		}
	}
	careful := *form.jsonLayout()
	var slow cells.Alphabet
	if slow = *cells.StandardAlphabet(81); careful.alphabet != nil {
		slow = *careful.alphabet
	}
	slow.Packed = false
	careful.alphabet, careful.leads = &slow, [2][][]byte{}
	var again Records
	if (Form{form.Kind, form.Order, &careful}).Decode(&again, text); !bytes.Equal(again.Cells, records.Cells) {
		t.Fatalf("%q reads as %v, carefully as %v", text, records.Cells, again.Cells)
	}
	for _, span := range records.Spans {
		var fields, want Fields
		form.Fields(&fields, text[span.From:span.To])
		if (Form{form.Kind, form.Order, &careful}).Fields(&want, text[span.From:span.To]); !reflect.DeepEqual(fields.Values, want.Values) {
			t.Fatalf("%q has %q, carefully %q", text[span.From:span.To], fields.Values, want.Values)
		}
	}
	if len(records.Cells) != 81*(records.N-len(records.Faults)) || len(faults) > 0 {
		t.Fatalf("%d cells, %d records, %d faults", len(records.Cells), records.N, len(records.Faults))
	}
}

// FuzzJSONList holds the quick way to read arrays of cells against the careful one.
func FuzzJSONList(f *testing.F) {
	for _, seed := range []string{list9, rows9, strings.ReplaceAll(list9, "0", `"."`), strings.ReplaceAll(list9, ",", ", "), strings.ReplaceAll(rows9, ",", ", "), `["` + linesOf(p9a, 9, `","`) + `"]`} {
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
			layout := Layout{alphabet: cells.NewAlphabet(order, Digits()[digits%3], ".-")}
			quick, careful := make([]uint8, order*order), make([]uint8, order*order)
			if layout.readList(quick, []byte(array)) {
				if fault := layout.alphabet.ReadTokens(careful, elements(nil, []byte(array))); fault.Err != nil || !bytes.Equal(quick, careful) {
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
		for kind := Text; kind <= Raw; kind++ {
			form := Form{Kind: NDJSON, Order: 9, Layout: &Layout{Columns: []Column{{Name: name, Type: kind}}}}
			form.Layout.keys = jsonKeys(form.Layout.Columns)
			row := appendNDJSON(form, nil, [][]byte{[]byte(value)})
			if !json.Valid(row) || bytes.IndexByte(row, '\n') != len(row)-1 {
				t.Fatalf("%q is no line of JSON", row)
			}
			var fields Fields
			form.Layout.Columns[0].Name = strings.ToValidUTF8(name, "\ufffd")
			var want map[string]json.RawMessage
			if err := json.Unmarshal(row, &want); err != nil || len(want) != 1 {
				t.Fatalf("%q: %v", row, err)
			}
			if form.Fields(&fields, row); kind == Text && strings.ToValidUTF8(name, "") == name && strings.ToValidUTF8(value, "") == value && string(fields.Values[0]) != value {
				t.Fatalf("%q became %q", value, fields.Values[0])
			}
		}
	})
}
