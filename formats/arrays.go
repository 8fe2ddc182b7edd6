package formats

import (
	"io"

	"github.com/sudokubatch/sudokubatch/formats/internal/npy"
)

// An ArrayError says why a file of numpy cannot be read as puzzles.
type ArrayError = npy.ArrayError

// ChooseArrays returns the members of an .npz file, a zip of .npy files, that hold
// puzzles, in the order of names, each with the members behind it that may be about its
// puzzles, which [JoinArrays] joins. Words of names tell, such as the two of
// "train_puzzles.npy": the likeliest word for puzzles decides, so that both "x_train" and
// "x_test" are chosen. Names that speak of solutions, or of what else puzzles have, are
// left out; if no other says that it is of puzzles, but only one is left, or there is only
// one at all, it is chosen. Of arrays that numpy numbered itself it is the first, "arr_0".
// If nothing tells, no name is returned. All other arrays are about the puzzles if there is
// one array of them, or else the arrays of its folder with the same other words, as
// "y_train" has.
//
// If a name does not end in ".npy" it is a plain zip: all members are returned but the ones
// that by their names are about the others, such as README.txt.
func ChooseArrays(names []string) [][]string { return npy.ChooseArrays(names) }

// JoinArrays reads arrays that lie side by side, such as the members of an .npz file that
// [ChooseArrays] puts together, as one array of structures: a field for each, of its name.
// The first are the puzzles. Others that are as long, and have a grid or a single value
// for each puzzle, are joined to them; no others are read. If there is nothing to join the
// text is that of the first.
//
// The reader may have a method Only(first, end int), to be called before the first Read:
// the fields but first up to, not with, end are then zeros, and nothing is read of them.
// Errors are the texts' own.
func JoinArrays(names []string, texts []io.Reader) io.Reader { return npy.JoinArrays(names, texts) }

// SplitArray parts a file of so many bytes, an array that was written with whatever number
// of records in its header, into the arrays of an .npz file: puzzles and, if the records
// are pairs, solutions. [ChooseArrays] and [JoinArrays] make one of them again.
func SplitArray(file io.ReaderAt, size int64) (names []string, arrays []io.Reader, err error) {
	return npy.SplitArray(file, size)
}

// NpyHeader returns the header of a numpy file of n puzzles, as numpy writes it for an
// array of the type uint8 and the shape (n, Order·Order). All are 128 bytes long, so that
// one written with n = -1, before the number is known, can be overwritten. In place of that
// number -1 is read as "all there are", here and by numpy where it reads a file.
func NpyHeader(order int, n int64) []byte { return npy.Header(order, n) }

// NpyNumbersHeader is the header for an array of n numbers of the type int32, the least
// significant byte first.
func NpyNumbersHeader(n int64) []byte { return npy.NumbersHeader(n) }

// Paired returns the array f with a puzzle and its solution in each record, as
// AppendSolvedPuzzle writes them: of the shape (n, 2, Order·Order). The kind must be Npy.
func (f Form) Paired() Form { return formOf(Npy, npy.Paired(f.Order)) }

// ArrayHeader returns the header of an array of f whose file has so many bytes, with the
// header. What AppendHeader wrote before the number of records was known is as long, and
// can be overwritten.
func (f Form) ArrayHeader(size int64) []byte {
	return f.npyHeader((size - int64(len(f.npyHeader(0)))) / int64(f.RecordSize()))
}

// npyHeader is the header of an array of n records.
func (f Form) npyHeader(n int64) []byte { return f.file().(*npy.Layout).ArrayHeader(n) }
