package bulk_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// jsonForms returns the forms in which the tests read files, by name.
var jsonForms = sync.OnceValue(func() map[string]bulk.Form {
	forms := map[string]bulk.Form{"ndjson": {Kind: bulk.NDJSON, Order: 9}, "values": {Kind: bulk.JSON, Order: 9}}
	for name, file := range map[string]string{
		"bare": strings.Repeat(list9+"\n", 2), "flat": `{"a":{"puzzle":"` + p9a + `"}}`, "array": "[" + object9 + "]", "member": `{"a":[` + object9 + "]}",
		"keyed": `{"a":` + object9 + `,"b":` + object9 + "}", "listed": `[["` + p9a + `","a"],["` + p9a + `","b"]]`,
	} {
		form, err := bulk.Detect([]byte(file), true, 0)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		forms[name] = form
	}
	return forms
})

// TestLateMembers finds the first member that the beginning of a file does not have, in
// records that are otherwise well-formed.
func TestLateMembers(t *testing.T) {
	t.Parallel()
	record := func(more string) string { return `{"puzzle":"` + p9a + `","n":1` + more + "}" }
	first := []byte(record("") + "\n")
	form, err := bulk.Detect(first, true, 0)
	if err != nil {
		t.Fatal(err)
	}
	late := record(`,"a\u0062":[{"n":2}],"z":1`)
	for _, tt := range []struct {
		text, field string
		record      int
	}{
		{record("") + "\n" + `{"n":2,"puzzle":"` + p9a + `"}` + "\n", "", 0},
		{record("") + "\n" + late + "\n" + record(`,"z":1`) + "\n", "ab", 1},
		{`{"x":{},"puzzle":"` + p9a + `"}`, "x", 0},
	} {
		var records model.Records
		form.Decode(&records, []byte(tt.text))
		if l := records.Late; l.Field != tt.field || l.Record != tt.record || (l.Err == model.ErrLate) != (tt.field != "") || len(records.Faults) > 0 { //nolint:errorlint // never wrapped
			t.Errorf("%s: %+v, %v", tt.text, l, records.Faults)
		}
		form.Decode(&records, first)
		if records.Late.Err != nil {
			t.Errorf("it stays: %+v", records.Late)
		}
	}
	form, err = bulk.Detect([]byte("["+record("")+"]"), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	var records model.Records
	form.Decode(&records, []byte(late+"]"))
	if records.Late.Field != "ab" {
		t.Errorf("in an array: %+v", records.Late)
	}
}
