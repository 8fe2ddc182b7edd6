package bulk

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

func TestParseKind(t *testing.T) {
	for _, k := range Kinds() {
		got, err := ParseKind(k.String())
		if got != k || err != nil {
			t.Errorf("ParseKind(%q) = %v, %v", k.String(), got, err)
		}
	}
	for _, name := range []string{"", "Line", "txt"} {
		_, err := ParseKind(name)
		if err == nil || !strings.Contains(err.Error(), "line, hiho, letters16") {
			t.Errorf("ParseKind(%q): error %v does not list the names", name, err)
		}
	}
	if got := Kind(0).String(); got != "Kind(0)" {
		t.Errorf("Kind(0).String() = %q", got)
	}
}

func TestKindForm(t *testing.T) {
	for _, tt := range []struct {
		kind  Kind
		order int
		err   string
	}{
		{Line, 9, ""},
		{Line, 16, ""},
		{Hiho, 9, ""},
		{Letters16, 16, ""},
		{Line, 10, "line holds puzzles of order 4 or 6 or 8 or 9 or 12 or 16 or 25, not 10"},
		{Hiho, 16, "hiho holds puzzles of order 9, not 16"},
		{Letters16, 9, "letters16 holds puzzles of order 16, not 9"},
		{0, 9, "unknown form Kind(0)"},
		{77, 9, "unknown form Kind(77)"},
	} {
		form, err := tt.kind.Form(tt.order)
		switch {
		case tt.err == "" && (err != nil || form != Form{Kind: tt.kind, Order: tt.order}):
			t.Errorf("%v.Form(%d) = %v, %v", tt.kind, tt.order, form, err)
		case tt.err != "" && (err == nil || err.Error() != tt.err):
			t.Errorf("%v.Form(%d): error %v, want %s", tt.kind, tt.order, err, tt.err)
		}
	}
	if got := (Form{Kind: Line, Order: 9}).String(); got != "line (order 9)" {
		t.Errorf("String() = %q", got)
	}
}

func TestFormOfNobodyPanics(t *testing.T) {
	for name, call := range map[string]func(Form){
		"MaxLine":      func(f Form) { f.MaxLine() },
		"MaxRecord":    func(f Form) { f.MaxRecord() },
		"NewFramer":    func(f Form) { f.NewFramer() },
		"Decode":       func(f Form) { f.Decode(&model.Records{}, nil) },
		"AppendPuzzle": func(f Form) { f.AppendPuzzle(nil, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			call(Form{})
		}()
	}
}

// allForms returns the forms that are not tables.
func allForms() []Form { return []Form{line9, line16, hiho9, grid16} }
