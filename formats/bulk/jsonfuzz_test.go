package bulk_test

import (
	"bytes"
	"encoding/json"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	jsonvalues "github.com/sudokubatch/sudokubatch/formats/internal/json"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// jsonSeeds are texts of JSON, and of nearly valid JSON.
var jsonSeeds = []string{
	object9, rows9, list9, `{"puzzle":"` + lined9 + `"}`, `[]`, `{}`, `""`, `null`, `-0.5e+7`, `01`, `1.`, `-`, `1e`, `tru`, `[1,]`, `{"a":}`, `{"a" 1}`,
	`"\ud83d\ude00\ud83d \u00`, "\"\x01\"", "\"\xff\"", `{"a":[{"b":[[]]}],"c":"\\\""}`, "[1\n,\t2 ]\r", `12345678"`, "1234567\x1f", `abcdefg\"`, " ", "",
	"[" + object9 + "," + object9 + "]", "{\n" + object9 + "}", `["\u00e9\/\b\f\n\r\t\"\\"]`,
}

// FuzzJSON reads any text in any form; the upper bits of a choose the form. The result must
// not depend on cuts, and good records must be valid JSON.
func FuzzJSON(f *testing.F) {
	var forms []bulk.Form
	for _, name := range []string{"ndjson", "bare", "flat", "values", "array", "member", "keyed", "listed"} {
		forms = append(forms, jsonForms()[name])
	}
	add := func(file []byte, a, b uint16) {
		for i := range forms {
			f.Add(file, uint16(i)<<13|a, b)
		}
	}
	for _, seed := range jsonSeeds {
		add([]byte(seed), 3, 40)
	}
	for i, r := range slices.Concat(jsonFaults(), jsonReadings(), jsonTails()) {
		file, _ := formtest.Mark(fill(r.file))
		f.Add([]byte(file), uint16(i%len(forms))<<13|100, uint16(7))
	}
	formtest.Seeds(func(kind bulk.Kind, text string) {
		if kind.IsJSON() {
			f.Add([]byte(text), uint16(len(text)%len(forms))<<13|50, uint16(9))
		}
	})
	add([]byte(`{"puzzle":"000000000\b000000000\u0070"}`), 1, 1)
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		if len(file) > formtest.Most {
			return
		}
		form := forms[a>>13]
		formtest.CheckCuts(t, form, file, a&(1<<13-1), b)
		if (crc32.ChecksumIEEE(file)+uint32(a>>13))%8 != 0 {
			return // detection takes longest, so only one of the forms runs it
		}
		if form, err := bulk.Detect(file, true, 0); err == nil {
			formtest.Read(form, file)
		}
	})
}

// FuzzNDJSONRow writes any values as JSON, which must give them back.
func FuzzNDJSONRow(f *testing.F) {
	f.Add("a", "b")
	f.Add("na\"me\\", "\x00\n\r\t\xff\u00e9")
	f.Add("", `{"a": [1]}`)
	f.Add("x", "1e5")
	f.Add("x", "007")
	to, err := bulk.NDJSON.Form(9)
	if err != nil {
		f.Fatal(err)
	}
	_, writer := to.Rows()
	f.Fuzz(func(t *testing.T, name, value string) {
		if len(name)+len(value) > formtest.Most {
			return
		}
		for kind := model.Text; kind <= model.Raw; kind++ {
			columns := []model.Column{{Name: name, Type: kind}}
			target := &table.Target{Columns: columns, Keys: jsonvalues.Keys(columns)}
			row := writer.AppendRow(nil, target, [][]byte{[]byte(value)})
			if !json.Valid(row) || bytes.IndexByte(row, '\n') != len(row)-1 {
				t.Fatalf("%q is no line of JSON", row)
			}
			var want map[string]json.RawMessage
			if err := json.Unmarshal(row, &want); err != nil || len(want) != 1 {
				t.Fatalf("%q: %v", row, err)
			}
			var text string
			if kind == model.Text && strings.ToValidUTF8(name, "") == name && strings.ToValidUTF8(value, "") == value && (json.Unmarshal(want[name], &text) != nil || text != value) {
				t.Fatalf("%q became %q", value, text)
			}
		}
	})
}
