// Package parquettable reads and writes Parquet files as text: nothing else in
// the program knows that format.
//
// # Typed CSV
//
// The text is CSV with two lines before the rows: the names of the columns,
// and their types ([Text], [Int], [Float], [Bool], [JSON]). Fields are separated
// by commas, and every line ends with a newline. A field is quoted if it holds a
// comma, a quote, CR or LF; quotes inside are doubled (RFC 4180). A field that is
// empty and not quoted is a null, "" is an empty text. So, where there is one
// column only, an empty line is a row, whose value is null.
//
//   - int: decimal digits, of 64 bits with a sign or, in all of a column, without;
//   - float: the shortest text that reads back the same, as Python prints it:
//     1.0, 1e-05, nan, inf;
//   - bool: true or false;
//   - json: compact JSON, of lists, of structs in these (objects) and of maps
//     (objects, whose keys are text).
//
// Of a struct that is in no list each field is a column, named as "struct.field".
//
// Dates and times are text as of ISO 8601; times of UTC end with Z. Decimals are
// int or float where no digit can get lost that way, and text otherwise. Bytes
// of a text are what the file has.
//
// # Reading
//
// A [Reader] needs the whole file, as its index is at the end. The goroutine that calls Read walks
// all columns row by row and makes text of them. Jobs of a pool decompress and decode the pages,
// some before they are needed. Memory is the pages whose rows are needed together, and up to
// 48 MiB of later ones; one page is decoded as a whole.
//
// # Writing
//
// A [Writer] cuts text at row borders, by the text alone, into batches of some thousand rows. A
// job makes a page of each column of a batch. Pages are collected and written as a row group. So
// the file is the same for any number of workers.
package parquettable

// Magic begins and ends a Parquet file.
const Magic = "PAR1"
