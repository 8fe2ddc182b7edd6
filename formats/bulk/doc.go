// Package bulk cuts, decodes and writes puzzles on many cores. Package pipeline and the
// command stand on it. Package model has the types that it shares with the forms.
//
// A [Form] is one way to write a puzzle: a [Kind] ([Line], [Hiho], [Letters16] and others)
// together with the order of the puzzles, the number of digits in a house. The
// documentation of each Kind gives its grammar; its code has a folder of its own in
// internal. [Detect] recognises the form of a file from its beginning.
//
// # Reading
//
// Reading has two steps, so that one goroutine can read and many can decode:
//
//	file ──▶ Framer.Cut ──▶ text of whole records ──▶ Form.Decode ──▶ Records
//	         (one per file,                            (anywhere, in any
//	          in order, cheap)                          order, costly)
//
// A [model.Framer] only finds the borders between records. [Form.Decode] is a pure function of
// the text between two borders. It turns the text into cells, and every malformed record
// into a [model.SyntaxError] whose position counts from the beginning of that text. The code that
// keeps the order of the texts makes positions absolute with [model.SyntaxError.Rebase]. The
// result does not depend on how the file was split into texts.
//
// A malformed record affects only itself. It keeps its place among the records, and its
// neighbours are read as if it were well formed.
//
// # Writing
//
// [Form.AppendPuzzle] writes a puzzle, and [Form.AppendAnswer] writes the answer to it. In
// the form Line every answer is exactly one line, so line i of the output belongs to record
// i of the input. Only a grid looks like a grid.
//
// # Cells
//
// This package takes and returns grids as plain []uint8: order·order values, row by row,
// with 0 for a blank and 1 to order for a digit.
//
// Decoding and appending do not allocate once their buffers have grown.
package bulk
