package formats

import (
	"errors"
	"strings"
	"testing"
)

// TestShiftedFields wants no solution to be taken for the puzzle where a separator
// is missing.
func TestShiftedFields(t *testing.T) {
	t.Parallel()
	solution := strings.Repeat("123456789", 9)
	rest := "1," + p9a + "," + solution + ",7\n2," + p9b + "," + solution + ",8\n"
	for record, shifted := range map[string]bool{
		"3," + p9a + "," + solution + ",9":          false,
		"3" + p9a + "," + solution + ",9":           true,
		"3" + p9a + "," + solution + ",9,":          true,
		"3" + p9a + ",\"" + solution + "\",9":       true,
		"3," + solution:                             true, // or it is a puzzle, but who knows
		"3," + solution + ",,9":                     false,
		"3," + solution + "," + solution + ",9":     false,
		"3," + solution + ",\"" + solution + "\",9": false,
		"3," + p9a:          false,
		"3," + p9a + ",x,9": false,
		"3," + solution + "," + solution[:80] + "x,9":  true,
		"3," + solution + "," + solution + "1" + ",9":  true,
		"\"3" + p9a + "\",\"" + solution + "\",\"9\",": true,
	} {
		text := "id,puzzle,solution,rating\n" + rest + record + "\n"
		form, err := Detect([]byte(text), true, 0)
		if err != nil {
			t.Fatal(err)
		}
		var r Records
		form.Decode(&r, []byte(rest+record+"\n"))
		if got := len(r.Faults) == 1 && errors.Is(&r.Faults[0], ErrShifted); got != shifted || r.N != 3 {
			t.Errorf("%s: %d records, %v", record, r.N, r.Faults)
		} else if got && (r.Faults[0].Record != 2 || r.Faults[0].Line != 3 || r.Faults[0].Field != "puzzle") {
			t.Errorf("%s: %+v", record, r.Faults[0])
		}
	}
}
