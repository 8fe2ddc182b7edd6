package bulk_test

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// FuzzForms reads any text in each form: in the layout that is detected, and in the plain ones. Reading must
// not panic, must not depend on how the file is split, and must give back the puzzles that
// were written. Every record must be good or have one fault.
func FuzzForms(f *testing.F) {
	add := func(kind bulk.Kind, text string) {
		f.Add(byte(kind-1), []byte(text), uint16(len(text)/3), uint16(len(text)/2))
	}
	formtest.Seeds(add)
	for _, r := range allReadings() {
		if text, _ := formtest.Mark(fill(r.file)); len(text) < formtest.Most {
			add(max(r.in.Kind, r.form, r.kind, bulk.Line), text)
		}
	}
	add(bulk.Npy, string(npyFile(1, "'>i2'", "True", "(3, 9, 9)", make([]byte, 2*3*81))))
	kinds := bulk.Kinds()
	f.Fuzz(func(t *testing.T, kind byte, file []byte, a, b uint16) {
		k := kinds[int(kind)%len(kinds)]
		if len(file) > formtest.Most || k.IsJSON() || k.IsTyped() { // see FuzzJSON and FuzzRows
			return
		}
		if ordered := bulk.Transposed(bytes.NewReader(file), int64(len(file))); ordered != nil {
			if text, err := io.ReadAll(io.NewSectionReader(ordered, 0, int64(len(file)))); err != nil || len(text) != len(file) {
				t.Fatalf("%q in C order: %d bytes, %v", file, len(text), err)
			}
		}
		if form, err := bulk.Detect(file, true, k); err == nil {
			formtest.CheckCuts(t, form, file, a, b)
		}
		for _, order := range []int{9, 16} {
			form, err := k.Form(order)
			if err != nil || k.IsArray() {
				continue
			}
			formtest.CheckCuts(t, form, file, a, b)
			formtest.CheckIdentity(t, form, file)
			checkCareful(t, form, file)
			checkCandidates(t, form, file)
		}
	})
}

// checkCandidates checks that candidates are the same after they were written.
func checkCandidates(t *testing.T, form bulk.Form, file []byte) {
	var r, again model.Records
	form.Decode(&r, file)
	var text []byte
	for masks := range slices.Chunk(r.Candidates, 81) {
		text = form.AppendCandidates(text, masks)
	}
	if form.Decode(&again, text); !slices.Equal(again.Candidates, r.Candidates) || len(again.Faults) > 0 {
		t.Fatalf("%q reads as %v, written and read as %v, %v", file, r.Candidates, again.Candidates, again.Faults)
	}
}

// FuzzDetect checks that Detect does not panic and never guesses early, and that the form
// it finds can be read. kind also selects one prefix in 16 of longer text.
func FuzzDetect(f *testing.F) {
	const steps, kinds = 16, byte(bulk.Parquet) + 1
	for i, tt := range detectTests { // TestDetect tries all prefixes
		if len(tt.text) < 1000 {
			f.Add([]byte(tt.text), byte(i%steps)*kinds+byte(tt.kind))
		}
	}
	for _, r := range allReadings() {
		if text, _ := formtest.Mark(fill(r.file)); len(text) < 1000 {
			f.Add([]byte(text), byte(r.kind))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, kind byte) {
		if len(text) > formtest.Most {
			return
		}
		k := bulk.Kind(kind % kinds)
		if first := int(kind / kinds % steps); len(text) > 4*steps {
			formtest.CheckPrefixes(t, text[:min(len(text), 1000)], k, model.Hints{}, first, steps)
		} else {
			formtest.CheckPrefixes(t, text, k, model.Hints{}, 0, 1)
		}
		form, err := bulk.Detect(text, true, k)
		if err != nil {
			return
		}
		if k != 0 && form.Kind != k {
			t.Fatalf("%v, but %v was declared", form, k)
		}
		formtest.Read(form, text)
	})
}
