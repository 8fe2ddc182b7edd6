// Package corpus opens puzzle corpora and creates result files: bytes in, bytes
// out.
//
// It knows how text is stored (files, pipes, embedded samples, compressed
// files, zip archives, Parquet files, UTF-16) and nothing about what the text means: framing into
// records and decoding of cells belong to package formats; the records that the
// marks count are defined by the caller, with CreateOptions.CountRecords.
//
// [Open] returns a [Reader] and [Create] a [Writer]; [CommitAll] publishes
// several outputs together. [Embedded] lists the corpora in the binary. A
// [Pool] moves compression to other goroutines. Inside, internal/zframe reads
// and writes frames, internal/groups cuts text for them and internal/pool
// carries the jobs;
// internal/parquettable reads and writes Parquet files, and internal/atomicfile gives files their names.
//
// Reading: [Open] takes a path, "-" for a given standard input, or "@NAME" for
// a corpus embedded in the binary, and recognises compression by content. A
// [Reader] never reports a clean end for a stream that was cut, damaged or
// followed by something else, nor for a regular file that became shorter or
// longer while it was read. One cut cannot be seen: a file that ends exactly
// between two frames, members or streams is a valid shorter file, unless it has
// the marks of Create or is one of pzstd, which announces frames.
//
// A damaged frame of up to 8 MiB of text yields no text at all, provided its
// end is present; for a file's first frame this holds up to 256 KiB. Of a
// larger one, and with other codecs, text is delivered before the checksum
// after it is known. [Reader.Verify], for callers that stop early, reads on to
// that checksum, unless it is more than 64 MiB of text away or reading would
// have to wait for a producer: then it reports that the text is not verified.
//
// Writing: [Create] gives a [Writer] whose regular file appears under its name
// only when [Writer.Commit] succeeds; until then an older file of that name
// stands untouched.
//
// Objects of a store, which are no files of the system, are read through [OpenAt] and
// written through [NewWriter]: the bytes are those of files.
//
// A Parquet file is a table: its text is CSV with the types of the columns (see
// [Reader.Typed]). It is read from a regular file only, as its index is at the
// end, and written where CreateOptions.Parquet says so. Of a damaged page there
// is no text; pages of other programs mostly have no checksum, so that damage
// may go unnoticed.
//
// # What is compressed
//
// A compressed output is cut into groups of whole lines, of up to 512 KiB,
// whose borders depend on the text alone, and each is a zstd frame with its
// size and a checksum, or a gzip member. So the file is the same for every
// number of workers, and its frames can be decoded in parallel. A zstd file
// begins with a mark that announces another one after the last frame, which
// holds the size of the text and its digest: so a Reader notices when frames
// are missing. At the end is the table of the zstd seekable format, with which
// [Reader.SkipRecords] begins in the middle. Other decoders pass over all of
// that. What goes to a pipe has no table, and its frames end where
// [Writer.Flush] was called, too: its bytes follow the pauses of the input.
//
// # Who does the work
//
// A [Pool] takes the part of zstd, and of writing gzip, to the goroutines that
// work on the text. A Writer hands over full groups, and writes their frames in
// order. A Reader has a goroutine that reads ahead, hands over frames of up to
// 8 MiB of text, and decodes larger ones itself, beside the pool; so it does
// with a file's first frame, whose text the pool waits for, and with frames of
// unknown size on a pipe, whose producer may pause within. What is a job
// depends on the input alone, so the text ahead of damage, and what is said of
// it, do not depend on the pool.
//
// Jobs wait for nothing and workers never wait for a Reader or Writer, so there
// is always progress. Memory is bounded by what is in flight: a group for each
// worker and two more; frames for each worker and two more, or fewer where they
// are large, so that they take 12 MiB and 1.5 MiB for each worker at most, or
// three frames. Nothing is allocated for a group or a frame once the first ones
// were.
package corpus
