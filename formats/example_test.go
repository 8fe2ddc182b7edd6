package formats_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/iotest"

	"github.com/sudokubatch/sudokubatch/formats"
)

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

// This example answers requests with puzzles, as a web service does. Bad input is the client's
// fault (400), and a reader that fails is not (500).
func ExamplePuzzlesIn() {
	status := func(body io.Reader) (code int, message string) {
		for _, err := range formats.PuzzlesIn(body, "quiz") {
			bad, isBad := errors.AsType[*formats.RecordError](err)
			switch {
			case isBad:
				return 400, fmt.Sprintf("line %d, column %d: %s", bad.Line, bad.Column, bad.Reason)
			case errors.Is(err, formats.ErrNoColumn), errors.Is(err, formats.ErrNotPuzzles):
				return 400, err.Error()
			case err != nil:
				return 500, err.Error()
			}
		}
		return 200, "OK"
	}
	const grid = "4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9...."
	for _, body := range []io.Reader{
		strings.NewReader("quiz,level\n" + grid + ",3\n"),
		strings.NewReader("quiz,level\n" + grid + ",3\n" + grid[:80] + ",3\n"),
		strings.NewReader("puzzle,level\n" + grid + ",3\n"),
		strings.NewReader("\xff\xfe4\x00.\x00.\x00.\x007\x00.\x00.\x00.\x001\x00"),
		iotest.ErrReader(io.ErrUnexpectedEOF),
	} {
		fmt.Println(status(body))
	}
	// Output:
	// 200 OK
	// 400 line 3, column 81: 80 of 81 cells
	// 400 there is no column "quiz" (there are "puzzle", "level")
	// 400 UTF-16 text: convert it to UTF-8, for example with iconv -f UTF-16LE -t UTF-8 FILE
	// 500 unexpected EOF
}

// This example says what a file is.
func ExampleDetect() {
	file, err := formats.Detect([]byte("level,quiz\n3,4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....\n"))
	fmt.Println(file.Form, file.Order, file.Columns[file.Puzzle], err)
	_, err = formats.Detect([]byte("Dear service, solve this!\n"))
	fmt.Println(errors.Is(err, formats.ErrNotPuzzles))
	// Output:
	// csv 9 quiz <nil>
	// true
}
