package bulk_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/formtest"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// arrayCodings are the numbers for a cell, by the note about arrays of order 9.
var arrayCodings = map[string]func(cell uint8) float64{
	blankZero: func(cell uint8) float64 { return float64(cell) },
	blankOne:  func(cell uint8) float64 { return float64(cell) + 1 },
	blankMinus: func(cell uint8) float64 {
		if cell == 0 {
			return 255 // uint8 has no -1
		}
		return float64(cell)
	},
	"values -1 to 8: -1 is a blank, and 0 the first digit": func(cell uint8) float64 { return float64(cell) - 1 },
}

const (
	blankZero  = "values 0 to 9: 0 is a blank"
	blankOne   = "values 1 to 10: 1 is a blank, as HRM writes them"
	blankMinus = "values -1 to 9: -1 is a blank"
)

// coded returns grids as numbers. The missing ones are zeros.
func coded(grids []uint8, size int, code func(uint8) float64, missing ...int) (numbers []float64) {
	for i, cell := range grids {
		number := code(cell)
		if slices.Contains(missing, i/size) {
			number = 0
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// numbersFile returns an array of grids.
func numbersFile(shape string, numbers []float64) []byte {
	return npyFile(1, "'<i2'", "False", shape, arrayOf('i', 2, numbers))
}

// TestNpyCodings reads puzzles and solutions in all codings, with missing solutions at any place:
// arrays of their own, which an .npz file has, and pairs.
func TestNpyCodings(t *testing.T) {
	t.Parallel()
	const n = 4
	for _, order := range []int{9, 16} {
		size := order * order
		puzzles, solved := samplePuzzles(order, n), solvedPuzzles(order, n)
		lines := func(grids []uint8) []string { return strings.Fields(wantLines(grids, order)) }
		for note, ofPuzzle := range arrayCodings {
			for _, ofSolution := range arrayCodings {
				for _, missing := range [][]int{nil, {0}, {1, 2}, {n - 1}, {0, 1, 2, 3}} {
					p, s := coded(puzzles, size, ofPuzzle), coded(solved, size, ofSolution, missing...)
					var pairs []float64
					for i := range n {
						pairs = append(append(pairs, p[i*size:][:size]...), s[i*size:][:size]...)
					}
					joined, err := io.ReadAll(bulk.JoinArrays()([]string{"x.npy", "y.npy"}, []io.Reader{
						bytes.NewReader(numbersFile(fmt.Sprintf("(%d, %d)", n, size), p)),
						bytes.NewReader(numbersFile(fmt.Sprintf("(%d, %d, %[2]d)", n, order), s)),
					}))
					if err != nil {
						t.Fatal(err)
					}
					for _, file := range [][]byte{joined, numbersFile(fmt.Sprintf("(%d, 2, %d)", n, size), pairs)} {
						form := detectAll(t, file)
						if order == 9 && form.Layout.Notes[1] != note {
							t.Errorf("%q, want %s", form.Layout.Notes[1], note)
						}
						for i, row := range fieldsOf(t, form, file) {
							want := lines(puzzles)[i] + "|" + lines(solved)[i]
							if slices.Contains(missing, i) {
								want = lines(puzzles)[i] + "|-"
							}
							if row != want {
								t.Fatalf("%s, missing %v: row %d: %s, want %s", note, missing, i, row, want)
							}
						}
						if got := formtest.Read(form, file); got != wantLines(puzzles, order) {
							t.Fatalf("%s: got\n%s", note, got)
						}
					}
				}
			}
		}
	}
}

// TestNpyTokens reads tokens of HRM that may be digits as well, as a puzzle without nines has them: the name decides.
// Numbers with 0 are no tokens, whatever the name is.
func TestNpyTokens(t *testing.T) {
	t.Parallel()
	solved := solvedPuzzles(9, 1)
	for blank, puzzle := range [][]uint8{samplePuzzles(9, 1), bytes.ReplaceAll(solved, []byte{9}, []byte{0})} {
		file := joinFiles(t, []string{"all__inputs", "all__labels"}, [][]byte{
			numbersFile("(1, 81)", coded(puzzle, 81, func(cell uint8) float64 { return float64(int(cell) + blank) })),
			numbersFile("(1, 81)", coded(solved, 81, func(cell uint8) float64 { return float64(cell + 1) })),
		})
		form := detectAll(t, file)
		if got := formtest.Read(form, file); got != wantLines(puzzle, 9) {
			t.Errorf("%v: got %s", form.Layout.Notes, got)
		}
	}
}

// TestNpyAlone reads arrays of solutions, some of them missing, as puzzles.
func TestNpyAlone(t *testing.T) {
	t.Parallel()
	for note, code := range arrayCodings {
		for missing := range 4 {
			solved := solvedPuzzles(9, 3)
			file := numbersFile("(3, 81)", coded(solved, 81, code, missing))
			if missing < 3 {
				clear(solved[missing*81:][:81])
			}
			if got := formtest.Read(detectAll(t, file), file); got != wantLines(solved, 9) {
				t.Errorf("%s, missing %d: got\n%s", note, missing, got)
			}
		}
	}
}

// TestNpyDisagree has a record in another coding than the others, in the sample and after it.
// Where -1 is a blank, 0 may be one, too.
func TestNpyDisagree(t *testing.T) {
	t.Parallel()
	const n = 3
	for note, usual := range arrayCodings {
		for other, code := range arrayCodings {
			for _, grids := range [][]uint8{samplePuzzles(9, n), solvedPuzzles(9, n)} {
				solved := grids[1] != 0
				numbers, odd := coded(grids, 81, usual), coded(grids, 81, code)
				if slices.Equal(numbers, odd) || note == blankMinus && other == blankZero {
					continue
				}
				shape, field := "(%d, 81)", ""
				if solved { // in pairs, with puzzles in the usual coding
					shape, field = "(%d, 2, 81)", `in "solution": `
					p := coded(samplePuzzles(9, n), 81, usual)
					numbers = slices.Concat(p[:81], numbers[:81], p[81:162], numbers[81:162], p[162:], numbers[162:])
					odd = slices.Concat(p[:81], odd[:81], p[81:162], odd[81:162], p[162:], odd[162:])
				}
				record := len(odd) / n
				mixed := slices.Concat(numbers[:record], odd[record:2*record], numbers[2*record:])
				_, err := bulk.Detect(numbersFile(fmt.Sprintf(shape, n), mixed), true, 0)
				if want := "record 2: " + field + "its numbers stand for other digits"; err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s, then %s: %v", note, other, err)
				}
				form := detectAll(t, numbersFile(fmt.Sprintf(shape, n), numbers))
				var r model.Records
				form.Decode(&r, arrayOf('i', 2, mixed))
				if len(r.Faults) != 1 || r.Faults[0].Record != 1 || r.Faults[0].Err != model.ErrCoding { //nolint:errorlint // never wrapped
					t.Errorf("%s, then %s: %v", note, other, r.Faults)
				}
			}
		}
	}
}

// TestNpyDamaged has grids with faults. Their coding is still the right one, and there is no
// alarm about another.
func TestNpyDamaged(t *testing.T) {
	t.Parallel()
	for note, code := range arrayCodings {
		for _, n := range []int{1, 5} {
			for digit := range uint8(9) {
				grids := solvedPuzzles(9, n)
				grids[0], grids[40], grids[len(grids)-1] = digit+1, digit+1, digit+1
				file := numbersFile(fmt.Sprintf("(%d, 81)", n), coded(grids, 81, code))
				if got := formtest.Read(detectAll(t, file), file); got != wantLines(grids, 9) {
					t.Errorf("%s, %d grids, %d in three cells: got\n%s", note, n, digit+1, got)
				}
			}
		}
	}
	for stray, note := range map[float64]string{10: blankZero, -1: blankZero, 0: blankOne} {
		numbers := coded(samplePuzzles(9, 3), 81, arrayCodings[note])
		numbers[4] = stray
		file := numbersFile("(3, 81)", numbers)
		form, want := detectAll(t, file), fmt.Sprintf("1 (row 0): record 1, column 5: bad cell %v\n", stray)
		if got := formtest.Read(form, file); form.Layout.Notes[1] != note || !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q, %s", stray, form.Layout.Notes, got)
		}
	}
}
