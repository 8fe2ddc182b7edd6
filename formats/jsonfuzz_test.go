package formats

import (
	"bytes"
	stdjson "encoding/json"
	"hash/crc32"
	"reflect"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/json"
)

// jsonSeeds are texts of JSON and nearly that.
var jsonSeeds = []string{
	object9, rows9, list9, `{"puzzle":"` + lined9 + `"}`, `[]`, `{}`, `""`, `null`, `-0.5e+7`, `01`, `1.`, `-`, `1e`, `tru`, `[1,]`, `{"a":}`, `{"a" 1}`,
	`"\ud83d\ude00\ud83d \u00`, "\"\x01\"", "\"\xff\"", `{"a":[{"b":[[]]}],"c":"\\\""}`, "[1\n,\t2 ]\r", `12345678"`, "1234567\x1f", `abcdefg\"`, " ", "",
	"[" + object9 + "," + object9 + "]", "{\n" + object9 + "}", `["\u00e9\/\b\f\n\r\t\"\\"]`,
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
		if !stdjson.Valid(record) {
			t.Fatalf("%q is no JSON", record)
		}
	}
	careful := formOf(form.Kind, json.Careful(form.file()))
	var again Records
	if careful.Decode(&again, text); !bytes.Equal(again.Cells, records.Cells) {
		t.Fatalf("%q reads as %v, carefully as %v", text, records.Cells, again.Cells)
	}
	for _, span := range records.Spans {
		var fields, want Fields
		form.Fields(&fields, text[span.From:span.To])
		if careful.Fields(&want, text[span.From:span.To]); !reflect.DeepEqual(fields.Values, want.Values) {
			t.Fatalf("%q has %q, carefully %q", text[span.From:span.To], fields.Values, want.Values)
		}
	}
	if len(records.Cells) != 81*(records.N-len(records.Faults)) || len(faults) > 0 {
		t.Fatalf("%d cells, %d records, %d faults", len(records.Cells), records.N, len(records.Faults))
	}
}
