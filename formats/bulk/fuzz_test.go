package bulk

import (
	"bytes"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// fuzzForm is the body of the fuzz targets below, which differ in the form. Reading must
// not panic, must not depend on how the file is split, and must give back the puzzles that
// were written. Every record must be good or have one fault.
func fuzzForm(f *testing.F, forms ...Form) {
	for _, tt := range decodeTests {
		text, _ := mark(tt.file)
		f.Add([]byte(text), uint16(3), uint16(40))
	}
	f.Fuzz(func(t *testing.T, file []byte, a, b uint16) {
		if len(file) > fuzzMost {
			return
		}
		for _, form := range forms {
			checkForm(t, form, file, a, b)
			checkCareful(t, form, file)
			checkIdentity(t, form, file)
		}
	})
}

// checkIdentity turns any bytes into puzzles. It checks that writing and reading them gives
// the same puzzles, and the same text.
func checkIdentity(t *testing.T, form Form, seed []byte) {
	t.Helper()
	size := form.Order * form.Order
	var cells []uint8
	for i := range (len(seed)/size + 1) * size {
		cell := 0
		if i < len(seed) && (i%size > 0 || !form.LeavesOutSolutions()) { // no grid solves the one before it
			cell = int(seed[i]) % (form.Order + 1)
		}
		cells = append(cells, uint8(cell))
	}
	var text []byte
	for i := 0; i < len(cells); i += size {
		text = form.AppendPuzzle(text, cells[i:i+size])
	}
	var recs model.Records
	form.Decode(&recs, text)
	if len(recs.Faults) > 0 || !bytes.Equal(recs.Cells, cells) {
		t.Fatalf("%v: %q reads as %v, want %v", form, text, recs.Cells, cells)
	}
}

func FuzzLine(f *testing.F)      { fuzzForm(f, line9, line16) }
func FuzzHiho(f *testing.F)      { fuzzForm(f, hiho9) }
func FuzzLetters16(f *testing.F) { fuzzForm(f, grid16) }

// FuzzDetect checks that Detect does not panic and never guesses early, and that the form
// it finds can be read. kind also selects one prefix in 16 of longer text.
func FuzzDetect(f *testing.F) {
	const steps, kinds = 16, byte(Parquet) + 1
	for _, text := range []string{"f('@P', '@S')\n", "@P @C\n", "@C @P\n", "a,b\n@C,@P\n", "@S,@P\n", "{\"@P\":\"@S\"}"} {
		f.Add([]byte(eachWild(2, text)), byte(0))
	}
	for i, tt := range detectTests { // TestDetect tries all prefixes
		if len(tt.text) < 1000 {
			f.Add([]byte(tt.text), byte(i%steps)*kinds+byte(tt.kind))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, kind byte) {
		if len(text) > fuzzMost {
			return
		}
		k := Kind(kind % kinds)
		if first := int(kind / kinds % steps); len(text) > 4*steps {
			checkPrefixes(t, text[:min(len(text), 1000)], k, first, steps)
		} else {
			checkPrefixes(t, text, k, 0, 1)
		}
		form, err := Detect(text, true, k)
		if err != nil {
			return
		}
		if k != 0 && form.Kind != k {
			t.Fatalf("%v, but %v was declared", form, k)
		}
		readWhole(form, text)
	})
}
