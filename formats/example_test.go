package formats_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
)

// This example reads a whole file. It detects the form, cuts the file into records, decodes
// them, and answers each in its place.
func Example() {
	file := []byte(`# two puzzles, one of them with a cell missing
.2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534. hard
......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3
`)
	form, err := formats.Detect(file, true, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(form)

	framer := form.NewFramer()
	_, to := framer.Cut(file, true)
	var recs formats.Records
	form.Decode(&recs, file[:to])

	faults, cells := recs.Faults, recs.Cells
	var out []byte
	for i := range recs.N {
		if len(faults) > 0 && faults[0].Record == i {
			fault := faults[0].Rebase("two.txt", 0, 0)
			fmt.Println(&fault)
			out = form.AppendAnswer(out, &formats.Answer{Verdict: formats.Malformed, Fault: &fault})
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
	from, _ := formats.Line.Form(9)
	to, _ := formats.Hiho.Form(9)
	var recs formats.Records
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

// This example reads one puzzle, and writes it as a line.
func ExampleParse() {
	cells, err := formats.Parse(`1
4 0 0 0 7 0 1 0 0
0 0 1 9 0 4 6 0 5
0 0 0 0 0 1 0 0 0
0 0 0 7 0 0 0 0 2
0 0 2 0 3 0 0 0 0
8 4 7 0 0 6 0 0 0
0 1 4 0 0 0 8 0 6
0 2 0 0 0 0 3 0 0
6 0 0 0 9 0 0 0 0
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(cells), cells[:9])
	fmt.Println(formats.Format(cells))
	// Output:
	// 81 [4 0 0 0 7 0 1 0 0]
	// 4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....
}

// This example prints the puzzles of a file, and the faults of malformed records.
func ExamplePuzzles() {
	file := strings.NewReader(`.2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534. easy
......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3
......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3. hard
`)
	for cells, err := range formats.Puzzles(file) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(formats.Format(cells))
	}
	// Output:
	// .2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.
	// 2:81: 80 of 81 cells
	// ......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.
}
