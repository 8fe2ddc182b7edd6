package formats

import (
	"bytes"
	"strings"
	"testing"
)

// BenchmarkJSON reads and writes objects as Hugging Face has them; the time is
// that of one record.
func BenchmarkJSON(b *testing.B) {
	const records = 1000
	line := `{"source":"puzzles0_unbiased","question":"` + p9a + `","answer":"` + strings.ReplaceAll(p9a, ".", "1") + `","rating":17}` + "\n"
	lines := bytes.Repeat([]byte(line), records)
	array := []byte("[" + strings.ReplaceAll(string(lines[:len(lines)-1]), "\n", ",") + "]")
	ndjson, err := Detect(lines, true, 0)
	if err != nil {
		b.Fatal(err)
	}
	elements, err := Detect(array, true, 0)
	if err != nil {
		b.Fatal(err)
	}
	lists := bytes.Repeat([]byte(list9+"\n"), records)
	bare, err := Detect(lists, true, 0)
	if err != nil {
		b.Fatal(err)
	}
	decode := func(form Form, text []byte) func(b *testing.B) {
		return func(b *testing.B) {
			var recs Records
			b.SetBytes(int64(len(text) / records))
			for n := 0; n < b.N; n += records {
				if form.Decode(&recs, text); recs.N != records || len(recs.Faults) > 0 {
					b.Fatal(recs.Faults[0].Error())
				}
			}
		}
	}
	b.Run("op=decode/form=ndjson", decode(ndjson, lines))
	b.Run("op=decode/form=lists", decode(bare, lists))
	b.Run("op=decode/form=json", decode(elements, array[1:len(array)-1]))
	b.Run("op=cut/form=json", func(b *testing.B) {
		b.SetBytes(int64(len(array) / records))
		for n := 0; n < b.N; n += records {
			framer := elements.NewFramer()
			for text := array; len(text) > 0; {
				_, to := framer.Cut(text, true)
				text = text[to:]
			}
		}
	})
	b.Run("op=fields/form=ndjson", func(b *testing.B) {
		var fields Fields
		for range b.N {
			ndjson.Fields(&fields, lines[:len(line)])
		}
	})
	b.Run("op=append/form=ndjson", func(b *testing.B) {
		var fields Fields
		ndjson.Fields(&fields, lines[:len(line)])
		var dst []byte
		target, _, _ := ndjson.Target(0, nil, Form{})
		for range b.N {
			dst = target.Kind.writer().AppendRow(dst[:0], target.Layout.target, fields.Values)
		}
	})
}
