package check

import (
	"errors"
	"flag"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// The properties are checked of the same values in every run, unless the
// command line names a seed.
func init() {
	if err := errors.Join(flag.Set("rapid.seed", "1"), flag.Set("rapid.nofailfile", "true")); err != nil {
		panic(err)
	}
}

// TestEncode wants whatever goes through the spool to come back as it was, field
// for field: all but what follows from the number or is found out later.
func TestEncode(t *testing.T) {
	t.Parallel()
	later := map[string]bool{"Puzzle": true, "Candidates": true, "Missing": true, "Where": true, "Duplicate": true, "Isomorph": true, "Leak": true, "IsomorphicLeak": true, "Form": true}
	met := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		n, u16 := rapid.Int64Range(0, 1<<40), rapid.Uint16()
		text := rapid.SliceOfN(rapid.Byte(), 1, 300)
		r := Record{
			Number: n.Draw(t, "number"), Order: 9,
			Verdict: bulk.Verdict(rapid.IntRange(0, 6).Draw(t, "verdict")),
			clues:   int(u16.Draw(t, "clues")), Guesses: rapid.Uint64().Draw(t, "guesses"),
			Clash:     [2]int{int(u16.Draw(t, "clash")), int(u16.Draw(t, "clash"))},
			Solutions: int(n.Draw(t, "solutions")), Complete: rapid.Bool().Draw(t, "complete"),
			Solution: text.Draw(t, "solution"), FaultLine: n.Draw(t, "line"), Column: int(n.Draw(t, "column")),
			Given: Given(rapid.IntRange(0, 4).Draw(t, "given")), Reason: string(text.Draw(t, "reason")),
			Redundant:     rapid.SliceOfN(u16, 1, 80).Draw(t, "redundant"),
			Automorphisms: int(n.Draw(t, "automorphisms")), Text: text.Draw(t, "text"),
			labels: text.Draw(t, "labels"), Row: text.Draw(t, "row"),
		}
		r.Line = n.Draw(t, "first line")
		if rapid.Bool().Draw(t, "as it came") {
			r.Row = r.Text
		}
		if got := decodeRecord(appendRecord(nil, &r)); !reflect.DeepEqual(got, r) {
			t.Fatalf("%+v came back as\n%+v", r, got)
		}
		v := reflect.ValueOf(r)
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !v.Field(i).IsZero() {
				met[name] = true
			}
		}
	})
	for field := range reflect.TypeFor[Record]().Fields() {
		if !met[field.Name] && !later[field.Name] {
			t.Errorf("%s never holds anything here", field.Name)
		}
	}
}
