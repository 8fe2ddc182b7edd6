// Package corpus opens puzzle corpora and creates result files: bytes in, bytes out.
//
// It knows how text is stored (files, pipes, embedded samples, zstd, gzip) and nothing about what the text means:
// framing into records and decoding of cells belong to package formats.
//
// Reading: [Open] takes a path, "-" for a given standard input, or "@NAME" for a corpus embedded in the binary, and
// recognises compression by content. A [Reader] never reports a clean end for a stream that was cut, damaged or
// followed by something else. One cut cannot be seen: a zstd or gzip file that ends exactly between two frames or
// members is a valid shorter file.
//
// Writing: [Create] gives a [Writer] whose regular file appears under its name only when [Writer.Commit] succeeds;
// until then an older file of that name stands untouched.
package corpus
