package formats

import (
	"strings"
	"testing"
)

// TestNDJSONRows makes rows of records in several forms.
func TestNDJSONRows(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file string
		want string // with P for the puzzle
	}{
		"objects":      {`{"id": 7, "puzzle":"P"}` + "\n", `{"id": 7, "puzzle":"P","status":"x\"y","guesses":5,"empty":null}`},
		"other member": {`{"puzzle":"P"}` + "\n" + `{"puzzle":"P", "late":[1, 2] } ` + "\r\n", `{"puzzle":"P","status":"x\"y","guesses":5,"empty":null}` + "\n" + `{"puzzle":"P", "late":[1, 2] ,"status":"x\"y","guesses":5,"empty":null}`},
		"array":        {"[\n {\"puzzle\":\n \"P\", \"n\": 1.0}\n]", `{"puzzle":"P","n":1.0,"status":"x\"y","guesses":5,"empty":null}`},
		"texts":        {`["P","P"]`, `{"puzzle":"P","status":"x\"y","guesses":5,"empty":null}` + "\n" + `{"puzzle":"P","status":"x\"y","guesses":5,"empty":null}`},
		"bare":         {strings.ReplaceAll(list9, "0", "null"), `{"puzzle":"P","status":"x\"y","guesses":5,"empty":null}`},
		"csv":          {"id,puzzle,b,f\n7,P,true,1.5\n,P,,\n", `{"id":7,"puzzle":"P","b":true,"f":1.5,"status":"x\"y","guesses":5,"empty":null}` + "\n" + `{"id":null,"puzzle":"P","b":null,"f":null,"status":"x\"y","guesses":5,"empty":null}`},
		"malformed":    {`{"id":7,"puzzle":"P"}` + "\n" + `{"id":8,"puzzle":"no"}` + "\n", `{"id":7,"puzzle":"P","status":"x\"y","guesses":5,"empty":null}` + "\n" + `{"id":8,"puzzle":"no","status":"x\"y","guesses":5,"empty":null}`},
		"types": {
			`{"i":1,"f":1.5,"b":true,"r":[1, {"a":"b c"}],"m":"1","puzzle":"P"}` + "\n" + `{"puzzle":"no","i":"x","f":null,"b":"\u00e9","r":"q","m":2}`,
			`{"i":1,"f":1.5,"b":true,"r":[1, {"a":"b c"}],"m":"1","puzzle":"P","status":"x\"y","guesses":5,"empty":null}` + "\n" +
				`{"i":"x","f":null,"b":"\u00e9","r":"q","m":2,"puzzle":"no","status":"x\"y","guesses":5,"empty":null}`,
		},
		"within": {
			"[" + `{"i":0,"row":{"puzzle":"P","n":{"a":1}}},` + "\n" + `{"i":1,"row":{"puzzle":"no","n":2}}` + "]",
			`{"i":0,"row":{"puzzle":"P","n":{"a":1}},"status":"x\"y","guesses":5,"empty":null}` + "\n" +
				`{"i":1,"row.puzzle":"no","row.n":2,"status":"x\"y","guesses":5,"empty":null}`,
		},
		"taken": {`{"status":"s","puzzle":"P"}`, `{"status":"s","puzzle":"P","status_2":"x\"y","guesses":5,"empty":null}`},
	} {
		file := strings.ReplaceAll(tt.file, "P", p9a)
		form, err := Detect([]byte(file), true, 0)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		added := []Column{{Name: "status", Type: Text}, {Name: "guesses", Type: Int}, {Name: "empty", Type: Text}}
		to, lost, err := form.Target(NDJSON, added, Form{})
		if err != nil || len(lost) > 0 {
			t.Fatalf("%s: %v, lost %v", name, err, lost)
		}
		want := strings.ReplaceAll(tt.want, "P", p9a) + "\n"
		if got := rowsTo(form, to, file, [][]byte{[]byte(`x"y`), []byte("5"), nil}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// rowsTo reads a file and writes its records as rows of a target.
func rowsTo(form, to Form, file string, added [][]byte) string {
	framer := form.NewFramer()
	var rows []byte
	var records Records
	var writer RowWriter
	for text := []byte(file); len(text) > 0; {
		from, end := framer.Cut(text, true)
		part := text[from:end]
		text = text[end:]
		form.Decode(&records, part)
		cells, faults := records.Cells, records.Faults
		for i, span := range records.Spans {
			row := Row{From: form, Record: part[span.From:span.To], Added: added}
			if len(faults) > 0 && faults[0].Record == i {
				faults = faults[1:]
			} else {
				size := form.Order * form.Order
				row.Cells, cells = cells[:size], cells[size:]
			}
			rows = writer.Append(rows, to, &row)
		}
	}
	return string(rows)
}
