package bulk

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestCloseCall checks that a file in which two forms find different puzzles ends the
// detection, unless the user or the name of the file decides.
func TestCloseCall(t *testing.T) {
	t.Parallel()
	text := "id,puzzle,note\tpuzzle\tlevel\n"
	for i := range 3 {
		text += "1," + wild9[i] + ",a\t" + wild9[i+3] + "\tb\n"
	}
	for _, tt := range []struct {
		kind Kind
		name string
		want []string // nil: a close call
	}{
		{0, "", nil},
		{0, "a.txt", nil},
		{0, "a.tsv", wild9[3:6]},
		{0, "a.csv", wild9[:3]},
		{TSV, "a.csv", wild9[3:6]},
	} {
		form, err := DetectWith([]byte(text), true, tt.kind, model.Hints{Name: tt.name})
		if errors.Is(err, ErrClose) != (tt.want == nil) || err == nil && readWhole(form, []byte(text)) != strings.Join(tt.want, "\n")+"\n" {
			t.Errorf("%v %q: %v, %v", tt.kind, tt.name, form, err)
		}
	}
}
