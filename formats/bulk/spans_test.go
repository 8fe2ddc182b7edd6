package bulk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// TestGivenSolution finds solutions after the cells.
func TestGivenSolution(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		form   bulk.Form
		record string
		column int
		fault  string
	}{
		{line9, p9a + "\n", 0, ""},
		{line9, p9a, 0, ""},
		{line9, p9a + "," + p9b, 83, ""},
		{line9, p9a + "," + p9b + ",7\r\n", 83, ""},
		{line9, p9a + " ;7.1;" + p9b + "#x\n", 88, ""},
		{line9, p9a + "," + p9b + "1\n", 0, "164: more than 81 cells"},
		{line9, p9a + "," + p9b[1:] + "\n", 0, "163: 80 of 81 cells"},
		{line9, p9a + ",x" + p9b[1:] + "\n", 0, "83: bad cell 'x'"},
		{line9, p9a + ";7.1;" + p9b[:70] + "xyz" + p9b[73:] + " name\n", 0, "157: bad cell 'x'"},
		{line9, p9a + "," + p9b[:8] + " " + p9b[8:] + "\n", 0, "165: 73 of 81 cells"},
		{line9, p9a + "," + p9b[:40] + "x\n", 0, "123: bad cell 'x'"},
		{line9, p9a + "," + p9b[:40] + "\n", 0, ""}, // it may be a number
		{line9, p9a + "," + strings.Repeat("x", 81) + "\n", 0, "83: bad cell 'x'"},
		{line9, p9a + ",e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n", 0, ""},
		{line16, p16a + "," + p16a[1:] + "\n", 0, "513: 255 of 256 cells"},
		{line9, p9a + ",x" + p9b[1:] + "," + p9b + "\n", 165, ""},
		{line16, p16a + "\t" + p16a + "\n", 258, ""},
		{grid16, p16a + "\t" + p16a + "\n", 0, ""},
	} {
		cells := make([]uint8, tt.form.Order*tt.form.Order)
		got, err := tt.form.GivenSolution(cells, []byte(tt.record), model.Span{To: len(tt.record)}, new(model.Fields))
		fault := ""
		if err != nil {
			fault = fmt.Sprintf("%d: %s", err.Column, err.AppendReason(nil))
		}
		if got != tt.column || fault != tt.fault {
			t.Errorf("%v %q: column %d, %q, want %d, %q", tt.form, tt.record, got, fault, tt.column, tt.fault)
		} else if got > 0 && string(tt.form.AppendPuzzle(nil, cells)) != strings.ReplaceAll(tt.record[got-1:got-1+len(cells)], "0", ".")+"\n" {
			t.Errorf("%v %q: %v", tt.form, tt.record, cells)
		}
	}
}
