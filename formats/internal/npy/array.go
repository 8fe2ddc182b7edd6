package npy

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// An ArrayError says why a file of numpy's cannot be read as puzzles.
type ArrayError struct {
	Type   string // of the elements, as numpy writes it; "": not known
	Shape  []int
	Reason string
}

func (e *ArrayError) Error() string {
	if e.Type == "" {
		return "numpy array: " + e.Reason
	}
	return fmt.Sprintf("numpy array of type %s and shape %s: %s",
		strconv.QuoteToASCII(e.Type[:min(len(e.Type), 32)]), shapeText(e.Shape), e.Reason)
}

// shapeText writes a shape as Python does.
func shapeText(shape []int) string {
	text := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shape)), ", "), "[]")
	if len(shape) == 1 {
		text += ","
	}
	return "(" + text + ")"
}

// An array is how the puzzles of a numpy array lie in its file.
type array struct {
	kind     byte // of the elements, as numpy has it: i, u or f for numbers, S or U for texts
	size     int  // bytes of an element
	big      bool // the first of them counts most
	elements int  // of a puzzle: its cells, its rows, or one text
	at       int  // byte of the record at which they begin
	stride   int  // bytes of a record
	records  int  // puzzles in the file; -1: not known
	columns  bool // the cells of a puzzle lie column by column
	blank    int  // the number of a blank cell; the digits follow. 0, 1 or -1
	minus    bool // blank is -1, but the digits are themselves, and 0 is a blank, too
}

// gridSize is how many bytes a puzzle takes, and grid those of a record's.
func (a *array) gridSize() int             { return a.size * a.elements }
func (a *array) grid(record []byte) []byte { return record[a.at:][:a.gridSize()] }

// isText reports whether the elements are texts.
func (a *array) isText() bool { return a.kind == 'S' || a.kind == 'U' }

// width is how many characters an element has, if it is a text.
func (a *array) width() int {
	if a.kind == 'U' {
		return a.size / 4
	}
	return a.size
}

// severalGrids is why an array is not read whose records are more than a puzzle and its
// solution.
const severalGrids = "its shape is that of several grids a record: write the puzzles alone, as with a[:, 0]"

// newArray finds the puzzles in an array. The order is 0 where only the texts can
// tell it.
func newArray(h *header) (a array, order int, err error) {
	refuse := func(reason string) (array, int, error) {
		return array{}, 0, &ArrayError{Type: h.descr, Shape: h.shape, Reason: reason}
	}
	if reason := a.setType(h.descr); reason != "" {
		return refuse(reason)
	}
	grid, order, ok := a.split(h.shape)
	switch {
	case !ok && oneHotAdvice(h.shape) != "":
		return refuse(oneHotAdvice(h.shape))
	case !ok && grid != nil:
		return refuse(severalGrids)
	case !ok:
		return refuse("its shape is not that of puzzles, such as (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16)")
	case order > 16:
		return array{}, 0, &cells.OrderError{Order: order}
	case h.fortran && (a.records > 1 || a.records < 0):
		return refuse("its puzzles are interleaved (Fortran order): write it with np.ascontiguousarray(a)")
	case a.gridSize() > maxRecord:
		return refuse("its elements are too large")
	}
	a.stride = a.gridSize()
	a.columns = h.fortran && len(grid) == 2
	return a, order, nil
}

// setType sets what the elements are, or returns why they cannot be cells.
func (a *array) setType(descr string) (reason string) {
	code := strings.TrimLeft(descr, "<>|=")
	a.big = strings.HasPrefix(descr, ">")
	if code == "" || len(descr)-len(code) > 1 || len(descr) > 16 {
		return "an unknown type"
	}
	a.kind = code[0]
	if a.kind == 'a' {
		a.kind = 'S'
	}
	size, err := strconv.Atoi(code[1:])
	switch a.size = size; {
	case a.kind == 'O':
		return "its elements are Python objects (pickle), which are not read: write numbers, as with a.astype('u1')"
	case a.kind == 'b':
		return "true and false are no cells"
	case err != nil || size <= 0 || size > maxRecord:
		return "an unknown type"
	case a.kind == 'U':
		a.size *= 4
	case a.kind == 'S',
		(a.kind == 'i' || a.kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8),
		a.kind == 'f' && (size == 2 || size == 4 || size == 8):
	default:
		return "its elements are neither numbers that can be cells nor texts"
	}
	return ""
}

// split sets how many puzzles an array has, and of how many elements each. It
// returns the part of the shape that is a puzzle's, and its order. Not ok, with that part,
// are puzzles in several dimensions.
func (a *array) split(shape []int) (grid []int, order int, ok bool) {
	shape = withoutOnes(shape)
	n, order, ok := a.gridDimensions(shape)
	if !ok {
		return nil, 0, false
	}
	puzzles, grid := shape[:len(shape)-n], shape[len(shape)-n:]
	if len(puzzles) == 2 && puzzles[1] == 1 { // the one channel of an image
		puzzles = puzzles[:1]
	}
	a.records, a.elements = 1, 1
	if len(puzzles) > 0 {
		a.records = puzzles[0]
	}
	for _, d := range grid {
		a.elements *= d
	}
	return grid, order, len(puzzles) <= 1
}

// withoutOnes returns a shape without the dimensions of 1 behind its first.
func withoutOnes(shape []int) []int {
	for len(shape) > 1 && shape[len(shape)-1] == 1 {
		shape = shape[:len(shape)-1]
	}
	return shape
}

// gridDimensions returns how many dimensions at the end of a shape are those of a
// puzzle: none for texts that are puzzles, one for rows or for all cells, or two.
func (a *array) gridDimensions(shape []int) (n, order int, ok bool) {
	const least = 81 // cells of the smallest grid
	if a.isText() && a.width() >= least {
		return 0, 0, true
	}
	if len(shape) == 0 {
		return 0, 0, false
	}
	last := shape[len(shape)-1]
	for _, order := range []int{9, 16, 25} {
		switch {
		case last == order*order, last == order && a.isText() && a.width() >= order:
			return 1, order, true
		case last == order && len(shape) > 1 && shape[len(shape)-2] == order:
			return 2, order, true
		}
	}
	return 0, 0, false
}
