package bulk_test

import (
	"fmt"
	"os"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// This example reads a whole file. It detects the form, cuts the file into records, decodes
// them, and answers each in its place.
func Example() {
	file := []byte(`# two puzzles, one of them with a cell missing
.2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534. hard
......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3
`)
	form, err := bulk.Detect(file, true, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(form)

	framer := form.NewFramer()
	_, to := framer.Cut(new(model.Records), file, true)
	var recs model.Records
	form.Decode(&recs, file[:to])

	faults, cells := recs.Faults, recs.Cells
	var out []byte
	for i := range recs.N {
		if len(faults) > 0 && faults[0].Record == i {
			fault := faults[0].Rebase("two.txt", 0, 0)
			fmt.Println(&fault)
			out = form.AppendAnswer(out, &bulk.Answer{Verdict: bulk.Malformed, Fault: &fault})
			faults = faults[1:]
			continue
		}
		out = form.AppendPuzzle(out, cells[:81])
		cells = cells[81:]
	}
	os.Stdout.Write(out)
	// Output:
	// line (order 9)
	// two.txt:3:81: 80 of 81 cells
	// .2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.
	// malformed column 81: 80 of 81 cells
}

// This example writes the puzzles of one form in another form of the same order.
func ExampleForm_AppendPuzzle() {
	from, _ := bulk.Line.Form(9)
	to, _ := bulk.Hiho.Form(9)
	var recs model.Records
	from.Decode(&recs, []byte("4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....\n"))
	os.Stdout.Write(to.AppendPuzzle(nil, recs.Cells))
	// Output:
	// 4 0 0 0 7 0 1 0 0
	// 0 0 1 9 0 4 6 0 5
	// 0 0 0 0 0 1 0 0 0
	// 0 0 0 7 0 0 0 0 2
	// 0 0 2 0 3 0 0 0 0
	// 8 4 7 0 0 6 0 0 0
	// 0 1 4 0 0 0 8 0 6
	// 0 2 0 0 0 0 3 0 0
	// 6 0 0 0 9 0 0 0 0
}
