package split

import (
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestParseParts has parts, and the faults of others.
func TestParseParts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, want string // the parts, or a piece of the error
		exact      bool
	}{
		{"train=90,test=10", "train=9/10,test=1/10", false},
		{" train = 90 %, test=10%", `"train " is no name for a part`, false},
		{"train=90 %, test=10%", "train=9/10,test=1/10", false},
		{"train=0.9,test=0.1", "train=9/10,test=1/10", false},
		{"a=1/3,b=1/3,c=1/3", "a=1/3,b=1/3,c=1/3", false},
		{"train,test=10", "train=9/10,test=1/10", false},
		{"train,test=.", `want NAME=NUMBER`, false},
		{"train,test=0.5", "train=1/2,test=1/2", false},
		{"train=.8,test=.2", "train=4/5,test=1/5", false},
		{"train,test=0.5%", "train=199/200,test=1/200", false},
		{"train,test=1", "train=99/100,test=1/100", false},
		{"all", "all=1", false},
		{"train,test=1", "train=99/100,test=1/100", true},
		{"train,test=1rows", "train=rest,test=1rows", true},
		{"train=900000,test=1000", "train=900000rows,test=1000rows", true},
		{"train,test=101", "train=rest,test=101rows", true},
		{"größe=50,ok.2=50", "größe=1/2,ok.2=1/2", false},
		{"", `"" is no name for a part`, false},
		{"a=50,,b=50", `"" is no name for a part`, false},
		{"a/b=100", `"a/b" is no name`, false},
		{"..=100", `".." is no name`, false},
		{"-f=100", `"-f" is no name`, false},
		{"a\x00=100", "is no name", false},
		{"a\xff=100", "is no name", false},
		{"c:=100", "is no name", false},
		{"a=50,A=50", `two parts have the name "A"`, false},
		{"90", "want NAME=N, for example train=90,test=10", false},
		{".8,b", "want NAME=N", false},
		{"a=x,b", `"a=x": want NAME=NUMBER`, false},
		{"a=-5,b", `want NAME=NUMBER`, false},
		{"a=0,b", "a number above 0", false},
		{"a=1/0,b", `want NAME=NUMBER`, false},
		{"a=1e9,b", `want NAME=NUMBER`, false},
		{"a=,b", `want NAME=NUMBER`, false},
		{"a,b", "more than one part without a number", false},
		{"a=50%,b=50", "a unit and others another", false},
		{"a=50,b=49", "sum up to 99, not to 100 or 1", false},
		{"a=0.5,b=0.4", "sum up to 0.9, not", false},
		{"a,b=100", "nothing is left", true},
		{"a=900,b=100", "1000 rows: only exact parts", false},
		{"a,b=5rows", "5 rows: only exact parts", false},
		{"a,b=5.5rows", "rows come whole", true},
		{"a,b=500.5", "b: 500.5 is not a number of rows", true},
		{"a,b=99999999999999999999", "is not a number of rows", true},
		{strings.Repeat("x,", maxParts) + "y", `two parts have the name`, false},
	} {
		parts, err := ParseParts(test.text, test.exact)
		if got := describeParts(parts); err == nil && got != test.want || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %q, %v; want %q", test.text, got, err, test.want)
		}
	}
}

// TestPartsRefused wants parts that cannot be to be found before anything is read.
func TestPartsRefused(t *testing.T) {
	t.Parallel()
	in := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { t.Error("opened"); return nil, io.EOF }}
	half, none, less := big.NewRat(1, 2), new(big.Rat), big.NewRat(-1, 2)
	for _, test := range []struct {
		want  string
		exact bool
		parts []Part
	}{
		{"there are no parts", false, nil},
		{"101 parts are more than 100", true, slices.Repeat([]Part{{Rows: 1}}, 101)},
		{"only exact parts can be numbers of rows", false, []Part{{Rows: 5}, {Rows: rest}}},
		{"more than one part takes the rest", true, []Part{{Rows: rest}, {Rows: rest}}},
		{"part b is to have nothing", true, []Part{{Rows: 5}, {Name: "b"}}},
		{"part b is to have nothing", true, []Part{{Rows: 5}, {Name: "b", Rows: -2}}},
		{"part b is to have nothing", false, []Part{{Share: one}, {Name: "b", Share: none}}},
		{"part b is to have nothing", true, []Part{{Share: half}, {Name: "b", Share: less}}},
		{"either shares or numbers", true, []Part{{Share: half}, {Rows: rest}}},
		{"either shares or numbers", true, []Part{{Rows: rest}, {Share: half}}},
		{"either shares or numbers", true, []Part{{Share: one, Rows: 3}}},
		{"sum up to 0.5, not to 1", false, []Part{{Share: half}}},
		{"sum up to 1.5, not to 1", true, []Part{{Share: half}, {Share: one}}},
	} {
		_, err := Run(t.Context(), Config{Config: pipeline.Config{Inputs: []pipeline.Input{in}}, Parts: test.parts, Exact: test.exact})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.parts, err, test.want)
		}
	}
	_, err := Run(t.Context(), Config{Config: pipeline.Config{Inputs: []pipeline.Input{in}}, Parts: []Part{{Share: one}}})
	if err == nil || err.Error() != "the configuration has no Open" {
		t.Errorf("without Open: %v", err)
	}
}
