package parquettable

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFieldsAddUp wants rows with too few fields and rows with too many to be found
// where there are as many separators as there should be.
func TestFieldsAddUp(t *testing.T) {
	t.Parallel()
	good := strings.Repeat("x,y\n", 5)
	for rows, row := range map[string]int64{
		"x\nx,y,z\n":       6,
		"x,y,z\nx\n":       6,
		"x,\nx\n,,\n":      7,
		"xx,y\n,,\nx\n":    7,
		"x,y\nx\nxx,yy,\n": 7,
		"x,y\nx,y,y\n":     7,
		"x,y\nx":           7,
	} {
		_, err := tryWrite("a,b\ntext,text\n"+good+rows, WriterOptions{})
		if !strings.HasPrefix(fmt.Sprint(err), fmt.Sprintf("row %d: ", row)) {
			t.Errorf("%q: %v, want an error of row %d", rows, err, row)
		}
	}
}

// TestFieldLengths writes fields whose lengths are now and then those of the row
// before, also of what they begin with.
func TestFieldLengths(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString("a,b,c\ntext,int,text\n")
	for range 20_000 {
		fmt.Fprintf(&text, "%s,%d,%s\n", strings.Repeat("x", rng.IntN(3)), rng.IntN(200), strings.Repeat("y", rng.IntN(2)))
	}
	if got, err := read(t, write(t, text.String(), WriterOptions{}), nil); err != nil || got != text.String() {
		t.Errorf("%v, or other text", err)
	}
}
