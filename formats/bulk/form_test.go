package bulk_test

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

func TestParseKind(t *testing.T) {
	for _, k := range bulk.Kinds() {
		got, err := bulk.ParseKind(k.String())
		if got != k || err != nil {
			t.Errorf("ParseKind(%q) = %v, %v", k.String(), got, err)
		}
	}
	for _, name := range []string{"", "Line", "txt"} {
		_, err := bulk.ParseKind(name)
		if err == nil || !strings.Contains(err.Error(), "line, hiho, letters16") {
			t.Errorf("ParseKind(%q): error %v does not list the names", name, err)
		}
	}
	if got := bulk.Kind(0).String(); got != "Kind(0)" {
		t.Errorf("Kind(0).String() = %q", got)
	}
}

func TestKindForm(t *testing.T) {
	for _, tt := range []struct {
		kind  bulk.Kind
		order int
		err   string
	}{
		{bulk.Line, 9, ""},
		{bulk.Line, 16, ""},
		{bulk.Hiho, 9, ""},
		{bulk.Letters16, 16, ""},
		{bulk.Line, 10, "line holds puzzles of order 4 or 6 or 8 or 9 or 12 or 16 or 25, not 10"},
		{bulk.Hiho, 16, "hiho holds puzzles of order 9, not 16"},
		{bulk.Letters16, 9, "letters16 holds puzzles of order 16, not 9"},
		{0, 9, "unknown form Kind(0)"},
		{77, 9, "unknown form Kind(77)"},
	} {
		form, err := tt.kind.Form(tt.order)
		switch {
		case tt.err == "" && (err != nil || form != bulk.Form{Kind: tt.kind, Order: tt.order}):
			t.Errorf("%v.Form(%d) = %v, %v", tt.kind, tt.order, form, err)
		case tt.err != "" && (err == nil || err.Error() != tt.err):
			t.Errorf("%v.Form(%d): error %v, want %s", tt.kind, tt.order, err, tt.err)
		}
	}
	if got := (bulk.Form{Kind: bulk.Line, Order: 9}).String(); got != "line (order 9)" {
		t.Errorf("String() = %q", got)
	}
}

func TestFormOfNobodyPanics(t *testing.T) {
	for name, call := range map[string]func(bulk.Form){
		"MaxLine":      func(f bulk.Form) { f.MaxLine() },
		"MaxRecord":    func(f bulk.Form) { f.MaxRecord() },
		"NewFramer":    func(f bulk.Form) { f.NewFramer() },
		"Decode":       func(f bulk.Form) { f.Decode(&model.Records{}, nil) },
		"AppendPuzzle": func(f bulk.Form) { f.AppendPuzzle(nil, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			call(bulk.Form{})
		}()
	}
}

// allForms returns the forms that are not tables.
func allForms() []bulk.Form { return []bulk.Form{line9, line16, hiho9, grid16} }
