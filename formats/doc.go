// Package formats reads and writes Sudoku puzzles as text.
//
// A [Form] is one way to write a puzzle down: a [Kind] ([Line], [Hiho],
// [Letters16] and others) together with the order of its puzzles, the number of
// digits in a house. The grammar of each form is in the documentation of its Kind,
// and its code in a folder of its own beneath internal. [Detect] recognises the form
// of a file from its beginning.
//
// [Parse] and [Format] are for one puzzle, and [Puzzles] ranges over those of a
// reader. They are built on the rest, which is for reading in bulk. Of that,
// [DetectBytes], [BOMLen], [Form.Shorten], [Form.FirstText], [Form.Spans],
// [Form.GivenSolution] and [CountRecords] serve package pipeline and the
// command, which read files on many cores.
//
// # Reading
//
// Reading is cut in two, so that one goroutine can read and many can decode:
//
//	file ──▶ Framer.Cut ──▶ text of whole records ──▶ Form.Decode ──▶ Records
//	         (one per file,                            (anywhere, in any
//	          in order, cheap)                          order, costly)
//
// A [Framer] finds the borders between records and understands nothing else.
// [Form.Decode] is a pure function of the text between two borders; it turns
// the text into cells, and every malformed record into a [SyntaxError] whose
// position counts from the beginning of that text. The code that keeps the
// order of the texts makes positions absolute with [SyntaxError.Rebase]. How
// the file was split into texts never changes what is read.
//
// A malformed record costs itself and nothing else: it keeps its place among
// the records, and its neighbours are read as if it were well formed.
//
// # Writing
//
// [Form.AppendPuzzle] writes a puzzle and [Form.AppendAnswer] the answer to
// it. In the form Line every answer is exactly one line, so that line i of the
// output belongs to record i of the input, and only a grid looks like a grid.
//
// # Cells
//
// Grids cross the border of this package as plain []uint8: order·order
// values, row by row, 0 for a blank and 1 to order for a digit.
//
// Decoding and appending do not allocate once their buffers have grown.
package formats
