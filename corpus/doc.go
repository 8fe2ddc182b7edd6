// Package corpus opens puzzle corpora and creates result files: bytes in, bytes out.
//
// It knows how text is stored: in files, pipes, embedded samples, compressed files, zip archives,
// Parquet files, UTF-16. It does not know what the text means: package formats divides it into
// records and decodes cells. If a file is to say how many records it has, the caller counts them
// (CreateOptions.CountRecords).
//
// [Open] returns a [Reader] and [Create] a [Writer]. [CommitAll] publishes several outputs together.
// [OpenAt] and [NewWriter] read and write objects in a store, with the same bytes. [Embedded] lists
// the corpora in the binary. A [Pool] moves compression to other goroutines.
//
// # Reading
//
// A [Reader] never reports a clean end for a stream that was cut, damaged or followed by something
// else, nor for a regular file that became shorter or longer while it was read. One cut cannot be
// seen: a file that ends exactly between two frames, members or streams is a valid shorter file.
// Files of Create and of pzstd are an exception, as they say which frames follow.
//
// Of a damaged frame of up to 8 MiB of text there is no text at all, if its end is present; for the
// first frame of a file the limit is 256 KiB. In larger frames, and with other codecs, text is
// returned before its checksum was compared. [Reader.Verify], for callers that stop early, reads on
// to that checksum. It reports that the text is not verified if the checksum is more than 64 MiB of
// text away, or if reading would have to wait for a producer.
//
// A Parquet file is a table. Its text is CSV with the types of the columns (see [Reader.Typed]). It
// is read from a regular file only, as its index is at the end. Of a damaged page there is no text;
// but pages of other programs mostly have no checksum, so damage may go unnoticed.
//
// # Writing
//
// The regular file of a [Writer] appears under its name only when [Writer.Commit] succeeds. Until
// then an older file of that name stands untouched.
//
// A compressed output is cut into groups of whole lines, of up to 512 KiB. Where they end depends on
// the text alone. Each group is a zstd frame with its size and a checksum, or a gzip member. So the
// file is the same for every number of workers, and its frames can be decoded in parallel. A zstd
// file begins with a mark that announces another one after the last frame, with the size and digest
// of the text: so a Reader notices when frames are missing. At the end is the table of the zstd
// seekable format, with which [Reader.SkipRecords] and [Reader.Border] find frames. Other decoders
// skip all of that. An output to a pipe has no table, and its frames also end where [Writer.Flush]
// was called.
//
// # Who does the work
//
// A [Pool] hands jobs to the goroutines that work on the text. A Writer hands over full groups, and
// writes their frames in order. A Reader has a goroutine that reads ahead and hands over frames of up
// to 8 MiB of text. It decodes other frames itself: larger ones, the first one of a file, for whose
// text the pool waits, and on a pipe frames of unknown size, as the producer may pause within. The
// text before damage, and the error, do not depend on the pool.
//
// Jobs wait for nothing, and workers never wait for a Reader or Writer, so there is always progress.
// The memory that is in flight is bounded: a group for each worker and two more; frames for each
// worker and two more, or fewer if they are large, so that they take at most 12 MiB and 1.5 MiB for
// each worker, or three frames. The memory of groups and frames is used again.
package corpus
