package outfile

import (
	"errors"
	"strings"
	"testing"
)

// TestRejects writes records of several forms with their reasons: to NDJSON, which holds all of them,
// and to a file of one form, which refuses another form as soon as its input is opened.
func TestRejects(t *testing.T) {
	t.Parallel()
	blank := strings.Repeat(".", 81)
	records := []*Copy{
		record(t, "a.csv", "puzzle,n\n"+blank+",\"1\"\n"),
		record(t, "b.jsonl", `{"puzzle":"`+blank+`","reason":7}`+"\n"),
		record(t, "c.txt", blank+" # c\n"),
	}
	var out strings.Builder
	w := NewRejects("x.jsonl.zst", &out)
	for _, r := range records {
		r.Reason = `so "it" is`
		w.Opened(r.File, r.Form)
		if err := errors.Join(w.Err(), w.Write(r)); err != nil {
			t.Fatal(err)
		}
	}
	want := `{"reason":"so \"it\" is","file":"a.csv","record":1,"text":"` + blank + `,\"1\""}
{"reason_2":"so \"it\" is","puzzle":"` + blank + `","reason":7}
{"reason":"so \"it\" is","file":"c.txt","record":1,"text":"` + blank + ` # c"}
`
	if err := w.Finish(); err != nil || out.String() != want {
		t.Errorf("%v: %s, want %s", err, &out, want)
	}

	out.Reset()
	w = NewRejects("x.csv", &out)
	w.Opened(records[0].File, records[0].Form)
	w.Opened(records[0].File, records[0].Form)
	if err := errors.Join(w.Err(), w.Write(records[0]), w.Finish()); err != nil {
		t.Fatal(err)
	}
	if want := "reason,puzzle,n\n\"so \"\"it\"\" is\"," + blank + ",\"1\"\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
	if w.Opened(records[2].File, records[2].Form); !errors.Is(w.Err(), ErrMixed) {
		t.Errorf("two forms: %v", w.Err())
	}

	out.Reset()
	if err := NewRejects("x.csv", &out).Finish(); err != nil || out.Len() > 0 { // no input could be opened
		t.Errorf("%v: %q", err, &out)
	}
}
