package bulk

// This file reads and writes numpy arrays and the members of .npz files.

import (
	"io"

	"github.com/sudokubatch/sudokubatch/formats/internal/npy"
)

// ChooseArrays returns the members of an .npz file (a zip of .npy files) that hold puzzles.
// names are all members. Each result begins with a member that holds puzzles, followed by
// the members with data about them, ready for [JoinArrays]. The results are in the order of
// names.
//
// ChooseArrays goes by the words in a name, such as the two words of "train_puzzles.npy".
// The likeliest word for puzzles decides, so it chooses both "x_train" and "x_test". It
// skips names for solutions or for other data about puzzles. If no name means puzzles and
// one array is left, it chooses this array. Of arrays that numpy numbered it chooses the
// first, "arr_0". If the names decide nothing, the result is empty.
//
// If there is one array of puzzles, all other arrays belong to it. If there are several, an
// array belongs to the puzzles in its folder with the same other words: "y_train" belongs
// to "x_train".
//
// It skips the files in JSON of a dataset for HRM and TRM, which has puzzles in "all__inputs.npy".
//
// If some name does not end in ".npy", the file is a plain zip. Then the result has all
// members except files such as README.txt, which describe the others.
func ChooseArrays(names []string) [][]string { return npy.ChooseArrays(names) }

// DatasetLabels returns the name of the array with the solutions that belong to an array of puzzles in a
// dataset for HRM and TRM, such as all__labels.npy for all__inputs.npy. For other names it returns "".
func DatasetLabels(inputs string) string { return npy.DatasetLabels(inputs) }

// DatasetInputs returns the names of files without those that belong to an array of puzzles, if this is in a
// dataset for HRM and TRM: its solutions, and the files with groups and sizes.
func DatasetInputs(names []string) []string { return npy.DatasetInputs(names) }

// JoinArrays returns a function that makes one table of several arrays such as the members that
// [ChooseArrays] puts together, and returns a reader of it. Each array becomes a column with the
// array's name. sizes are the sizes of puzzles; none: as in [model.Hints].
//
// The first array holds the puzzles. Another array is joined if it has the same length and
// one grid or single value per puzzle; other arrays are not read, and [Form.Unjoined] names them.
// There may be more names than texts: the last ones are of arrays that were not chosen.
//
// The reader may have a method Only(first, end int), to be called before the first Read.
// All columns before first and from end on are then zeros and are not read. Errors of the
// arrays' readers are returned as they are.
func JoinArrays(sizes ...int) func(names []string, texts []io.Reader) io.Reader {
	return func(names []string, texts []io.Reader) io.Reader { return npy.JoinArrays(names, texts, sizes) }
}

// Transposed returns the text of an .npy file of size bytes whose array is in Fortran order, as if it were
// in C order, and nil for any other file. It reads the file wherever it needs to.
func Transposed(file io.ReaderAt, size int64) io.ReaderAt { return npy.Transposed(file, size) }

// Unjoined returns the names of arrays that [JoinArrays] left out of the file, because they were not chosen or do
// not have one grid or value for each puzzle.
func (f Form) Unjoined() []string { return f.info().Unjoined }

// SplitArray splits an array that this package wrote into the arrays of an .npz file: the
// puzzles and, if the records are pairs, the solutions. size is the length of file in
// bytes; the number of records in the header does not matter. [ChooseArrays] and
// [JoinArrays] do the reverse.
func SplitArray(file io.ReaderAt, size int64) (names []string, arrays []io.Reader, err error) {
	return npy.SplitArray(file, size)
}

// NpyHeader returns the header of a numpy file of n puzzles with type uint8 and shape (n,
// Order·Order), as numpy writes it. Its length is always 128 bytes, so a header with n = -1
// can be overwritten when the number is known. Readers, numpy included, take -1 for "all
// there are".
func NpyHeader(order int, n int64) []byte { return npy.Header(order, n) }

// NpyNumbersHeader returns the header of an array of n numbers of type int32,
// little-endian.
func NpyNumbersHeader(n int64) []byte { return npy.ValuesHeader("<i4", n) }

// Paired returns the form in which AppendSolvedPuzzle writes a puzzle and its solution: an array
// of pairs, with the shape (n, 2, Order·Order), for an array, and f for other forms.
func (f Form) Paired() Form {
	if pairs := f.form().Spec().Pairs; pairs != nil {
		pair := formOf(f.Kind, pairs(f.Order))
		pair.Box = f.Box
		return pair
	}
	return f
}

// IsPaired reports whether f is an array of pairs, see [Form.Paired].
func (f Form) IsPaired() bool { return f.RecordSize() > f.Order*f.Order }

// ArrayHeader returns the header of an array of the form f whose file has size bytes,
// header included. It is as long as the header that AppendHeader wrote before the number of
// records was known, and can overwrite it.
func (f Form) ArrayHeader(size int64) []byte {
	return f.npyHeader((size - int64(len(f.npyHeader(0)))) / int64(f.RecordSize()))
}

// npyHeader returns the header of an array of n records.
func (f Form) npyHeader(n int64) []byte { return f.file().(*npy.Layout).ArrayHeader(n) }
