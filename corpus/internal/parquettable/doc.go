//go:build !js

// Package parquettable reads and writes Parquet files as text. No other package knows that format.
//
// # Typed CSV
//
// The text is CSV with two lines before the rows: the names of the columns, and their types
// ([Text], [Int], [Float], [Bool], [JSON]). Fields are separated by commas, and every line ends
// with a newline. A field is quoted if it holds a comma, a quote, CR or LF; quotes inside are
// doubled (RFC 4180). An empty field without quotes is a null, "" is an empty text. If there is
// one column only, an empty line is a row with a null.
//
//   - int: decimal digits, for 64 bits with a sign, or without a sign in the whole column;
//   - float: the shortest text that reads back the same, as Python prints it: 1.0, 1e-05, nan, inf;
//   - bool: true or false;
//   - json: compact JSON: a list, or a text that the file declares to be JSON.
//
// A column is a leaf of the file's schema. Its name has the names of the structs around it:
// "struct.field". A list of structs has a column for each field, which holds a list; a map has
// two, "map.key" and "map.value".
//
// Dates and times are text as in ISO 8601; times in UTC end with Z. Decimals are int or float if no
// digit can get lost, and text otherwise. The bytes of a text are the bytes in the file.
//
// # Reading
//
// A [Reader] needs the whole file, as its index is at the end. The goroutine that calls Read walks
// all columns row by row and makes the text. Jobs of a pool decompress and decode the pages. Each
// column has at most one page per worker more than the row needs, as long as all pages together take
// less than 48 MiB. One page is decoded as a whole.
//
// # Writing
//
// A [Writer] cuts text at row ends, by the text alone, into batches of up to 512 KiB. A job makes a
// page for each column of a batch. The pages of 20 MiB of text are a row group. So the file is the
// same for any number of workers. Texts of one width are DELTA_LENGTH_BYTE_ARRAY, others PLAIN.
package parquettable

// Magic begins and ends a Parquet file.
const Magic = "PAR1"
