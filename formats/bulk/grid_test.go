package bulk

import (
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

var (
	boxed9  = Form{Kind: Grid, Order: 9}
	boxed16 = Form{Kind: Grid, Order: 16}
	packed9 = "12345678.\n"
)

// TestGridFaults has files with a mark "§" at the position of each fault. The style is
// detected in these files, so most of their grids are well-formed.
func TestGridFaults(t *testing.T) {
	t.Parallel()
	grid := strings.Repeat(packed9, 9)
	good := strings.Repeat(grid+"\n", 5)
	box := strings.Repeat("+---+\n"+strings.Repeat(strings.Repeat("123 456 78.\n", 3)+"+---+\n", 3), 5)
	for name, tt := range map[string]struct {
		file   string
		faults []string
		good   int
	}{
		"bad cell":                  {good + packed9 + "1234§a678.\n" + strings.Repeat(packed9, 7) + "\n" + grid, []string{"bad cell 'a'"}, 6},
		"bad cell, first row":       {good + "§y2345678.\n" + strings.Repeat(packed9, 8) + "\n" + grid, []string{"bad cell 'y'"}, 6},
		"bad UTF-8":                 {good + "1234§\xff678.\n" + strings.Repeat(packed9, 8) + "\n" + grid, []string{"bad cell 0xff"}, 6},
		"short row":                 {good + packed9 + "1234567§\n" + strings.Repeat(packed9, 7) + "\n" + grid, []string{"7 of 9 cells"}, 6},
		"long row":                  {good + packed9 + "123456789§1\n" + strings.Repeat(packed9, 7) + "\n" + grid, []string{"more than 9 cells"}, 6},
		"abutting, bad cells":       {strings.Repeat(grid, 5) + "§y2345678.\n" + strings.Repeat(packed9, 7) + "12345678.\r\n" + grid, []string{"bad cell 'y'"}, 6},
		"abutting, long last row":   {strings.Repeat(grid, 5) + strings.Repeat(packed9, 8) + "123456789§.\n" + grid, []string{"more than 9 cells"}, 6},
		"short grid":                {good + strings.Repeat(packed9, 7) + "12345678.§\n\n" + grid, []string{"8 of 9 rows"}, 6},
		"short grid before a title": {strings.ReplaceAll(good, "\n\n", "\n") + strings.Repeat(packed9, 7) + "12345678.§ \r\n# 2\n" + grid, []string{"8 of 9 rows"}, 6},
		"short last grid":           {good + "12345678.§", []string{"1 of 9 rows"}, 5},
		"ten rows":                  {good + grid + "12345678.§\n\n" + grid, []string{"1 of 9 rows"}, 7},
		"long line":                 {good + packed9 + strings.Repeat("1", boxed9.MaxLine()) + "§1\n" + strings.Repeat(packed9, 7) + "\n" + grid, []string{"line longer than 4096 bytes"}, 6},
		"long title":                {good + strings.Repeat("1", boxed9.MaxLine()+1) + "\n" + grid, nil, 6},
		"much between rows":         {box + "+---+\n" + packed9 + strings.Repeat("-----------\n", 20_000) + strings.Repeat(packed9, 8) + "\n\n" + grid, []string{"1 of 9 rows", "8 of 9 rows"}, 6},
	} {
		file, positions := mark(tt.file)
		form, err := Detect([]byte(file), true, Grid)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		whole := readWhole(form, []byte(file))
		var got, want []string
		good := 0
		for line := range strings.Lines(whole) {
			if _, fault, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "): "); ok {
				got = append(got, fault)
			} else {
				good++
			}
		}
		for i, fault := range tt.faults {
			if i < len(positions) {
				fault = positions[i] + ": " + fault
			}
			want = append(want, fault)
		}
		if name == "much between rows" {
			for i := range got {
				got[i] = got[i][strings.Index(got[i], ": ")+2:]
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") || good != tt.good {
			t.Errorf("%s: %d good, faults %q, want %d, %q", name, good, got, tt.good, want)
		}
		checkForm(t, form, []byte(file), uint16(len(file)/3), uint16(len(file)/2))
	}
}

// TestGridSplits cuts files of all styles at all places.
func TestGridSplits(t *testing.T) {
	t.Parallel()
	for name, d := range gridFiles {
		file := []byte("title\n" + d.draw(wild9[:2]))
		form, err := Detect(file, true, Grid)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkSplits(t, form, file)
	}
}

// TestGridOrders checks that errors name other orders.
func TestGridOrders(t *testing.T) {
	t.Parallel()
	for order, grid := range map[int]string{
		12: strings.Repeat("1.3.5.7.9.B.\n", 12),
		25: strings.Repeat("A.C.E.G.I.K.M.O.Q.S.U.W.Y\n", 25),
	} {
		_, err := Detect([]byte(grid+"\n"+grid), true, 0)
		if err == nil || err.Error() != cells.OrderError(order).Error() {
			t.Errorf("order %d: %v", order, err)
		}
	}
	facts := strings.Repeat("given(1,1,5).\ngiven(1,2,3).\ngiven(1,5,7).\ngiven(2,1,6).\n", 2)
	if _, err := Detect([]byte(facts), true, 0); err != nil && strings.Contains(err.Error(), "×") {
		t.Errorf("facts: %v", err)
	}
	numbers := strings.Repeat(strings.Repeat("25 0 1 0 9 ", 5)+"\n", 25)
	if _, err := Detect([]byte(numbers), true, 0); err == nil || err.Error() != "25×25: this size must be named" {
		t.Errorf("numbers of order 25: %v", err)
	}
}

// TestGridDigits checks that Detect asks for the digits if it cannot tell them apart.
func TestGridDigits(t *testing.T) {
	t.Parallel()
	row := strings.Repeat("123456789ABCDEF.\n", 16)
	_, err := Detect([]byte(strings.Repeat(row+"\n", 3)), true, 0)
	if err == nil || !strings.Contains(err.Error(), "its digits may be") {
		t.Errorf("got %v", err)
	}
	for digits, want := range map[string]uint8{cells.Digits1G: 15, cells.Digits0F: 16} {
		form, err := DetectWith([]byte(row), true, 0, model.Hints{Digits: digits})
		var r model.Records
		if err != nil {
			t.Fatal(err)
		}
		if form.Decode(&r, []byte(row)); len(r.Cells) != 256 || r.Cells[14] != want {
			t.Errorf("%s: %v", digits, r)
		}
	}
}

// FuzzGrid reads any text in the detected form or in a form with boxes. The upper bits of
// cut choose.
func FuzzGrid(f *testing.F) {
	add := func(text string, cut uint16) {
		for form := range uint16(3) {
			f.Add([]byte(text), form<<14|cut)
		}
	}
	for _, d := range gridFiles {
		add(d.draw(wild9[:2]), 30)
	}
	for _, d := range gridFiles16 {
		add(d.draw(wild16[:1]), 300)
	}
	add(answersBelow("", "Solution:"), 200)
	f.Fuzz(func(t *testing.T, file []byte, cut uint16) {
		if len(file) > fuzzMost {
			return
		}
		form := boxed9
		switch cut >> 14 {
		case 1:
			form = boxed16
		case 2, 3:
			var err error
			if form, err = Detect(file, true, Grid); err != nil {
				return
			}
		}
		checkForm(t, form, file, cut&(1<<14-1), cut)
		checkIdentity(t, Form{Kind: Grid, Order: form.Order}, file)
	})
}

func TestGridAllocs(t *testing.T) {
	for _, name := range []string{"boxes", "spreadsheet", "numpy of floats", "double box drawing", "Python"} {
		text := []byte(strings.Repeat(gridFiles[name].draw(wild9), 20) + "12345\n\n")
		form, err := Detect(text, true, 0)
		if err != nil {
			t.Fatal(err)
		}
		var recs model.Records
		framer := form.NewFramer()
		if n := testing.AllocsPerRun(10, func() { framer.Cut(&recs, text, false) }); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
