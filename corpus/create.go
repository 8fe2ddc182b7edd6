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

// errSameFile is what Create returns, wrapped, for an output that is one of the
// inputs.
var errSameFile = errors.New("the output is the same file as an input")

var errNotRegular = errors.New("only a run that writes a regular file can be resumed")

// ErrExists is what Create and Commit return, wrapped, for a file that exists
// and that CreateOptions.Force would replace. It wraps fs.ErrExist.
var ErrExists = atomicfile.ErrExists

// MaxLevel is the highest CreateOptions.Level.
const MaxLevel = 22

// CreateOptions says how to create an output.
type CreateOptions struct {
	// Force allows an existing regular file to be replaced. Its permissions are
	// kept, and its owner and group as far as the system allows.
	Force bool
	// Inputs are the files that are or will be read: an output that is one of
	// them, under whatever name, is refused.
	Inputs []os.FileInfo
	// Stdout is written for the path "-"; it stays the caller's and is never
	// closed.
	Stdout io.Writer
	// Level is the zstd level as the zstd command counts it, 1 to 22, mapped to
	// the nearest of four encoders; 0, the default, codes text without
	// searching for matches where a search does not pay: solved grids get
	// smaller that way than at most levels, and eight times as fast. For gzip
	// outputs 1 to 22 stand for its levels 1 to 9. It has no effect on plain
	// outputs.
	Level int
	// Parquet takes what is written for typed CSV, as Reader.Typed describes
	// it, and writes it as a Parquet file, whatever the name. Its columns may
	// hold nulls.
	Parquet bool
	// Split parts what was written to a name that ends in .npz into the members of the
	// archive, which are stored uncompressed; nil: such a name is refused. Until then the
	// text is in a temporary file without a name.
	Split func(text io.ReaderAt, size int64) (names []string, members []io.Reader, err error)
	// GroupRows is the most rows that a row group of a Parquet file has: fewer let
	// it be divided more finely, see Reader.Border, and take more space. 0 = 131072.
	GroupRows int
	// Pool encodes the frames of a compressed output; if it is nil, the
	// goroutine that writes does. The bytes are the same.
	Pool *Pool
	// Partial keeps what is written under the file's name with PartialSuffix until
	// Commit, so that [Writer.Keep] can leave it for another process. The output must
	// be a regular file.
	Partial bool
	// Continue, if not nil, goes on with what another Writer kept, up to a checkpoint
	// of it. It takes Partial, and the options of that Writer.
	Continue *Checkpoint
	// CountRecords, if not nil, counts the newlines and the records in a text
	// of whole lines, so that SkipRecords can pass over these in a compressed
	// file; known is false where it cannot count the records. It is called by
	// many goroutines at a time.
	CountRecords func(text []byte) (lines, records uint32, known bool)
}

// Create prepares an output. Text goes to it by the Writer's Write; Commit, or
// CommitAll, publishes it, and Abort gives it up.
//
//   - "-" (and /dev/stdout) is opts.Stdout;
//   - a regular file, new or to be replaced, is written to a temporary file in
//     its directory and appears under its name only at Commit. A symbolic link
//     is followed, so that the link stays and its target is replaced;
//   - anything else (FIFO, device, /dev/fd/N) is opened and written directly. A
//     FIFO waits for its reader here.
//
// A name that ends in .zst is compressed, with checksums, and has marks that
// Open checks (see the package's documentation); one that ends in .gz is
// compressed, too, without such marks. One that ends as what other compressors
// and archivers write (.bz2, .xz, .zip and so on) is refused, rather than
// filled with text. Whatever can be known to fail is
// reported here, before any input was read: an existing file without Force
// ([ErrExists]), a directory, a directory that is missing or cannot be written,
// a file that cannot be replaced (it is immutable, or another user's in a
// sticky directory), an input ([errSameFile]), compressed data to a terminal.
//
// Where the system has file locks, temporaries that a killed process left
// behind for the same output are removed. Those of running processes are locked
// and stay, and so does any file that no process of this package made.
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

// NewWriter prepares an output that is no file of this system, such as an object of a
// store: what Create would make a regular file of that name hold goes to a writer, which
// stays the caller's. Once Finish or Commit has returned nil, all of it is there. Of
// opts only Level, Parquet, Pool and CountRecords count.
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
	if err := w.target(path, codec, opts); err != nil {
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

// outputCodec is how an output of a name is compressed, if it can be as opts say.
func outputCodec(path string, opts CreateOptions) (Codec, error) {
	if opts.Split != nil && strings.EqualFold(filepath.Ext(path), ".npz") {
		if opts.Partial {
			return Plain, errors.New("a run that writes an .npz file cannot be resumed: write .npy")
		}
		return Zip, nil
	}
	if err := CheckName(path); err != nil {
		return Plain, err
	}
	codec := namedCodec(path)
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

// foreignNames are the extensions of what is not written.
var foreignNames = []string{
	".bz2", ".xz", ".zip", ".7z", ".rar", ".lz", ".lz4", ".lzma", ".lzo", ".br", ".z", ".zstd", ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".npz",
	".xlsx", ".xls", ".ods", ".arrow", ".feather", ".avro", ".orc", ".h5", ".hdf5", ".pkl", ".sqlite", ".db",
}

// CheckName reports a name that Create refuses because it ends as what other compressors
// and archivers write.
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

// compress sets up the compression of what is written.
func (w *Writer) compress(codec Codec, opts CreateOptions) (err error) {
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
			Pool: opts.Pool, GroupRows: opts.GroupRows, Aborted: w.aborted,
		})
		w.packed = tablePacker{table}
	case Zip:
		w.packed, err = newZipPacker(&w.out, w.Dir(), opts.Split)
	}
	return err
}
