package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus/internal/atomicfile"
	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// This file prepares outputs: which compression a name asks for, and what a caller may ask.

// errSameFile is the error of an output that is one of the inputs.
var errSameFile = errors.New("the output is the same file as an input: choose another name")

var errNotRegular = errors.New("only a run that writes a regular file can be resumed")

// ErrExists is what Create and Commit return, wrapped, for a file that exists and that
// CreateOptions.Force would replace. It wraps fs.ErrExist.
var ErrExists = atomicfile.ErrExists

// MaxLevel is the highest CreateOptions.Level.
const MaxLevel = 22

// CreateOptions says how to create an output.
type CreateOptions struct {
	// Force allows an existing regular file to be replaced. Its permissions are kept, and its
	// owner and group as far as the system allows.
	Force bool
	// Regular refuses everything but a regular file, also symbolic links and with Force. It is for
	// names that no user chose.
	Regular bool
	// Inputs are the files that are or will be read. An output that is one of them, under any
	// name, is refused.
	Inputs []os.FileInfo
	// Stdout is written for the path "-". The Writer never closes it.
	Stdout io.Writer
	// Level is the zstd level as the zstd command counts it, 1 to 22, mapped to the nearest of
	// four encoders. With 0, the default, text is coded without a search for matches where a
	// search does not pay: solved grids get smaller that way than at most levels, and eight times
	// as fast. For gzip 1 to 22 stand for its levels 1 to 9. Plain outputs have no level.
	Level int
	// Parquet takes the text for typed CSV (see Reader.Typed) and writes it as a Parquet file,
	// whatever the name. Its columns may hold nulls.
	Parquet bool
	// Compose, if not nil, writes the output when all text was written, whatever the name. Until
	// then the text is in a temporary file without a name.
	Compose func(out io.Writer, text io.ReaderAt, size int64) error
	// Through, if not nil, returns a writer for the text of Compose. That writer writes to the temporary
	// file what Compose shall read, and may begin the output. Where this is an [io.WriterAt], what was written to
	// it can be changed.
	Through func(spool, out io.Writer) io.Writer
	// Enclosure makes one value of all lines; nil: the output has the lines as they are.
	Enclosure *Enclosure
	// GroupText is the text of a row group in a Parquet file, in bytes. Less lets the file be divided
	// more finely (see Reader.Border), and takes more space. 0 means 20 MiB.
	GroupText int
	// Pool encodes the frames of a compressed output. If it is nil, the goroutine that writes
	// does. The bytes are the same.
	Pool *Pool
	// Partial keeps the output under the file's name with PartialSuffix until
	// Commit, so that [Writer.Keep] can leave it for another process. The output must
	// be a regular file.
	Partial bool
	// Continue, if not nil, goes on with what another Writer kept, up to a checkpoint
	// of it. It takes Partial, and the options of that Writer.
	Continue *Checkpoint
	// Digest computes the digest of a regular file, for [Writer.Whole].
	Digest bool
	// CountRecords, if not nil, counts the newlines and the records in a text of whole lines, so
	// that SkipRecords can skip records in a compressed file. known is false if it cannot count
	// the records. Many goroutines call it at a time.
	CountRecords func(text []byte) (lines, records uint32, known bool)
}

// Create prepares an output. Write takes its text; Commit or CommitAll publishes it, and Abort
// gives it up.
//
//   - "-" (and /dev/stdout) is opts.Stdout.
//   - A regular file is written as a temporary file in its directory, and gets its name only at
//     Commit. A symbolic link is followed: it stays, and its target is replaced.
//   - Anything else (FIFO, device, /dev/fd/N) is opened and written directly. Create waits until a
//     FIFO has a reader.
//
// The name decides the compression: .zst, with checksums and the marks that Open checks (see the
// package documentation), or .gz, without marks. Names that end as other compressors and archivers
// name their files (.bz2, .xz, .zip and so on) are refused.
//
// Create reports whatever can be known to fail, so that it fails before any input is read: a file
// that exists, without Force ([ErrExists]); a directory; a directory that is missing or cannot be
// written; a file that cannot be replaced (it is immutable, or another user's in a sticky
// directory); an output that is an input; compressed data to a terminal.
//
// Create also removes temporary files that a killed process left for the same output, if the system
// has file locks. A running process locks its own, and no other files are touched.
func Create(path string, opts CreateOptions) (*Writer, error) {
	w := &Writer{name: path, aborted: make(chan struct{})}
	if IsStdout(path) {
		w.name = "<stdout>"
	}
	if err := w.open(path, opts); err != nil {
		return nil, fileerr.Wrap("creating", w.name, err)
	}
	return w, nil
}

// NewWriter prepares an output that is no file of this system, such as an object in a store. It
// writes to a Writer, which stays the caller's, what Create would put into a regular file of that
// name. All of it is there once Finish or Commit has returned nil. Only Level, Parquet, Compose,
// Through, GroupText, Pool and CountRecords of opts are used.
func NewWriter(name string, to io.Writer, opts CreateOptions) (*Writer, error) {
	w := &Writer{name: name, aborted: make(chan struct{}), out: counter{w: to}}
	codec, err := outputCodec(name, opts)
	if err == nil && to == nil {
		err = errors.New("there is nothing to write to")
	}
	if err == nil {
		err = w.compress(codec, opts)
	}
	if err != nil {
		return nil, fileerr.Wrap("creating", w.name, err)
	}
	return w, nil
}

func (w *Writer) open(path string, opts CreateOptions) error {
	codec, err := outputCodec(path, opts)
	if err != nil {
		return err
	}
	if opts.Continue != nil && !opts.Partial {
		return errors.New("only a partial file can be continued")
	}
	if opts.Enclosure != nil && opts.Partial {
		return errors.New("a run that writes one JSON array or XML element cannot be resumed: write .jsonl, with one value per line")
	}
	if err := w.openPath(path, codec, opts); err != nil {
		return err
	}
	err = w.compress(codec, opts)
	if err == nil && opts.Continue != nil {
		err = w.restore(opts.Continue)
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	return nil
}

// outputCodec returns how an output of a name is compressed, or why it cannot be as opts say.
func outputCodec(path string, opts CreateOptions) (Codec, error) {
	codec := namedCodec(path)
	if extension := strings.ToLower(filepath.Ext(path)); opts.Compose != nil {
		switch {
		case opts.Partial:
			return Plain, fmt.Errorf("a run that writes %s cannot be resumed: write .npy or .parquet, and convert it", extension)
		case codec != Plain:
			return Plain, fmt.Errorf("such a file cannot be compressed: its name does not end in %s", extension)
		}
		return Plain, nil
	}
	if err := CheckName(path); err != nil {
		return Plain, err
	}
	switch {
	case opts.Level < 0 || opts.Level > MaxLevel:
		return Plain, fmt.Errorf("there is no level %d: choose 1 to %d, or 0", opts.Level, MaxLevel)
	case opts.Parquet && codec != Plain && codec != Parquet:
		return Plain, errors.New("a Parquet file is compressed inside: its name does not end in .zst or .gz")
	case opts.Parquet:
		return Parquet, nil
	case codec == Parquet:
		return Plain, nil
	}
	return codec, nil
}

// foreignNames are extensions of files that cannot be written. The second line is of tables.
var foreignNames = []string{
	".bz2", ".xz", ".zip", ".7z", ".rar", ".lz", ".lz4", ".lzma", ".lzo", ".br", ".z", ".zstd", ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".npz",
	".xlsx", ".xls", ".ods", ".arrow", ".feather", ".avro", ".orc", ".h5", ".hdf5", ".pkl", ".sqlite", ".db",
}

// CheckName returns the error of Create for a name that ends as other compressors and archivers
// name their files; nil for other names.
func CheckName(path string) error {
	extension, others := strings.ToLower(filepath.Ext(path)), ".zst or .gz"
	switch {
	case !slices.Contains(foreignNames, extension):
		return nil
	case extension == ".npz":
		others = ".npy"
	case slices.Index(foreignNames, extension) > slices.Index(foreignNames, ".npz"):
		others = ".csv or .parquet"
	}
	return fmt.Errorf("%s output is not supported (use a name that ends in %s)", extension, others)
}

// compress sets up the enclosure and the compression.
func (w *Writer) compress(codec Codec, opts CreateOptions) (err error) {
	if opts.Enclosure != nil {
		w.encloser, opts.CountRecords = &Encloser{Enclosure: opts.Enclosure}, nil
	}
	if opts.Compose != nil {
		out := io.Writer(&w.out)
		if w.pending != nil && w.out.sum == nil {
			out = struct {
				io.Writer
				io.WriterAt
			}{out, w.pending}
		}
		w.packed, err = newComposer(out, w.Dir(), &opts)
		return err
	}
	switch codec {
	case Zstd:
		w.packed, err = zframe.NewWriter(&w.out, zframe.WriterOptions{
			Pool: opts.Pool, Level: opts.Level, Seekable: !w.stream, Aborted: w.aborted,
			CountRecords: opts.CountRecords,
		})
	case Gzip:
		w.packed = newGzipWriter(&w.out, opts.Level, opts.Pool, w.aborted)
	case Parquet:
		var table *parquettable.Writer
		table, err = parquettable.NewWriter(&w.out, parquettable.WriterOptions{
			Pool: opts.Pool, GroupText: opts.GroupText, Aborted: w.aborted,
		})
		w.packed = tablePacker{table}
	}
	return err
}
