package corpus

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// This file has the Reader of a corpus: opening, reading and closing.

// ErrWindow is wrapped by the error of a Read that meets a zstd window or an xz dictionary of more than
// MaxWindow bytes.
var ErrWindow = zframe.ErrWindow

// MaxWindow is the largest zstd window and xz dictionary, in bytes, that is read. It bounds the memory that a
// file can ask for, and is what zstd itself accepts without --long: 128 MiB.
const MaxWindow = 128 << 20

// A Pool is a set of workers that decompress and compress for Readers and Writers.
type Pool = pool.Pool

// NewPool returns a pool for so many workers, at least one.
func NewPool(workers int) *Pool { return pool.New(workers) }

// Options says how to open a corpus. The zero value opens files and embedded corpora.
type Options struct {
	// Stdin is read for the name "-". The Reader never closes it. If it is an *os.File, its
	// size and kind are known.
	Stdin io.Reader
	// Members chooses among the members of a zip archive; nil chooses all. It gets their names
	// and returns names in the order in which to read them. Members in one group are read as
	// one, under the name of the first. Open calls it once. To choose none of some is an error.
	Members func(names []string) [][]string
	// Join makes one text of the members in a group. Its result may have the method
	// Only(first, end int), which leaves out columns, see [Reader.Only]. It is needed if Members
	// returns groups of several names, and is called for groups of one name, too. With the
	// first group there are more names than texts: the last ones are in no group.
	Join func(names []string, texts []io.Reader) io.Reader
	// Rearrange returns the text of a regular file of size bytes in another order, equally long and for
	// many goroutines, or nil if it is read as it is.
	Rearrange func(file io.ReaderAt, size int64) io.ReaderAt
	// Encoding is how the text of all corpora is encoded, except Parquet files and text in UTF-16. Data that
	// is no text is read as it is. Shards and counted records need UTF-8.
	Encoding Encoding
	// Pool decodes zstd frames of up to some MiB, many at a time, and Parquet files. If it is
	// nil, a goroutine of the Reader does.
	Pool *Pool

	maxWindow uint64 // for tests; 0 is MaxWindow
}

// Reader reads the text of one corpus.
//
// One goroutine reads: it calls Read, Next, Verify, SkipRecords, Border, Enter, Only, Rest,
// Continue, Offset and Passed. The other methods may be called from any goroutine at any time.
//
// Most callers need Read, Close, and Next for archives. Package pipeline uses the others.
type Reader struct {
	name      string // for messages
	path      string // as given to Open
	opts      Options
	src       *source
	raw       *bufio.Reader
	codec     atomic.Uint32
	unchecked atomic.Int64
	verified  atomic.Int64                        // bytes of text that no checksum can prove wrong any more
	frames    atomic.Pointer[zframe.Reader]       // of zstd
	table     atomic.Pointer[parquettable.Reader] // of Parquet

	mu       sync.Mutex   // held while reading; guards the fields below
	dec      io.Reader    // gives the text; nil until the first bytes were seen
	out      int64        // bytes of text that Read returned
	ends     Border       // where Read ends; zero: where the corpus ends
	err      error        // what every further Read returns
	fresh    bool         // decompressed data whose first bytes may show that it is no text
	bytes    *byteDecoder // nil for text in UTF-8
	zip      *archive     // nil if the corpus is no archive
	advanced bool         // Next was called

	closed   atomic.Bool
	once     sync.Once
	closeErr error
}

// Open opens a corpus: the file at a path, opts.Stdin for "-", or an embedded corpus for "@NAME".
// (A file whose name begins with @ is reached as "./@NAME".)
//
// Compression is recognised by content, not by name, with one exception: an empty file whose name
// ends in .zst, .gz, .bz2, .xz or .zip is an error, as a compressor that died leaves one. Data
// that is recognised as something other than text is an error.
//
// Open reports whatever is wrong with the beginning of a regular file. For a pipe the first Read
// does, so that Open does not wait for a producer. (It does wait until a FIFO has one.) Errors
// name the file.
func Open(name string, opts Options) (*Reader, error) {
	shown := name
	var src *source
	var err error
	switch {
	case name == "-":
		shown = "<stdin>"
		src, err = openStdin(opts.Stdin)
	case strings.HasPrefix(name, "@"):
		src, err = openEmbedded(name)
	default:
		src, err = openPath(name)
	}
	if err != nil {
		return nil, fileerr.Wrap("opening", shown, err)
	}
	return newReader(name, shown, src, opts)
}

// OpenAt opens a corpus of size bytes that is no file of this system, such as an object in a
// store. Many goroutines call its ReadAt at a time. The content must not change. The name is for
// messages, and for what Open takes from a name. If file is an io.Closer, Close closes it.
func OpenAt(name string, file io.ReaderAt, size int64, opts Options) (*Reader, error) {
	src := &source{r: io.NewSectionReader(file, 0, size), file: file, size: size}
	src.closer, _ = file.(io.Closer)
	return newReader(name, name, src, opts)
}

// newReader makes the Reader of an open source. It looks at the first bytes unless it would have
// to wait for them.
func newReader(name, shown string, src *source, opts Options) (*Reader, error) {
	opts.maxWindow = cmp.Or(opts.maxWindow, MaxWindow)
	if src.file != nil && opts.Rearrange != nil {
		if text := opts.Rearrange(src.file, src.size); text != nil {
			src.r, src.file = io.NewSectionReader(text, 0, src.size), text
		}
	}
	r := &Reader{name: shown, path: name, opts: opts, src: src}
	r.raw = bufio.NewReaderSize(r.src, bufferFor(r.src.size))
	if !r.src.stream {
		if err := r.start(); err != nil {
			_ = r.Close() // nothing was read: the first error is the cause
			return nil, fileerr.Wrap("opening", r.name, err)
		}
	}
	return r, nil
}

// bufferFor returns the size of the buffer between a file of size bytes (-1: unknown) and its
// decoder. It holds one zstd block at most, and what start peeks at at least. Small files get less,
// as there may be very many.
func bufferFor(size int64) int {
	const least, most = 4 << 10, 128 << 10
	if size < 0 {
		return most
	}
	return int(min(max(size+1, least), most))
}

// Read returns either text or an error, never both. An error is final.
//
// io.EOF means that the input ended cleanly. Data that is cut, damaged or followed by something
// else, and a regular file that became shorter or longer since it was opened, end in an error. It
// names the file and the place: how many bytes of text were returned before it. A checksum may be
// found wrong only after Read returned the text, so publish no results before io.EOF, or before
// [Reader.Verify] returns true.
func (r *Reader) Read(p []byte) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n == 0 && err == nil {
		if n, err = r.read(p); len(p) == 0 {
			break
		}
	}
	return n, err
}

// read is Read, except that it may return 0, nil.
func (r *Reader) read(p []byte) (int, error) {
	if r.closed.Load() {
		return 0, fileerr.Wrap("reading", r.name, os.ErrClosed)
	}
	if r.err == nil && r.dec == nil {
		if err := r.start(); err != nil {
			r.err = r.located(err)
		}
	}
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.decodeText(p)
	if r.fresh && n > 0 {
		r.fresh = false
		if u := identifyInside(p[:min(n, headBytes)], r.Codec()); u != nil {
			n, err = 0, u
		}
	}
	r.out += int64(n)
	if err != nil {
		r.err = r.located(err)
		if n == 0 {
			return 0, r.err
		}
	}
	return n, nil
}

// Close closes the file. It may be called again, and during a Read of another goroutine, which
// then ends as soon as the system lets it: at once for a FIFO, and for a standard input that is a
// pipe or terminal (on Windows these wait for the next byte). Options.Stdin stays open.
func (r *Reader) Close() error {
	r.once.Do(func() {
		r.closed.Store(true)
		r.closeErr = r.src.close()
		if f := r.frames.Load(); f != nil {
			f.Close()
		}
		if t := r.table.Load(); t != nil {
			t.Close()
		}
	})
	if r.closeErr != nil {
		return fileerr.Wrap("closing", r.name, r.closeErr)
	}
	return nil
}

// Name is the name for messages: the path or "@NAME" as given to Open, "<stdin>" for "-".
func (r *Reader) Name() string { return r.name }

// Codec is how the corpus is compressed. For a pipe it is Plain before the first Read.
func (r *Reader) Codec() Codec { return Codec(r.codec.Load()) }

// BytesIn is the number of raw (compressed) bytes taken from the file. It exceeds the text by
// a read buffer, and by a few frames where frames are decoded ahead.
func (r *Reader) BytesIn() int64 { return r.src.n.Load() }

// Passed is how many raw bytes made the text that was read. Within a frame or a member of an archive it
// is an estimate. Read, which reads ahead, may have taken more, see BytesIn.
func (r *Reader) Passed() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch frames := r.frames.Load(); {
	case frames != nil:
		return frames.Passed()
	case r.zip != nil || r.table.Load() != nil: // they read the file themselves
		return r.BytesIn()
	}
	return r.rawOffset()
}

// Size is the number of raw bytes to read, if that was known at opening: for a regular file, from
// its position then, and for an embedded corpus. Otherwise it is -1.
func (r *Reader) Size() int64 { return r.src.size }

// Stream reports whether a Read may wait for a producer: true for pipes, terminals, sockets and
// devices, false for regular files and embedded corpora.
func (r *Reader) Stream() bool { return r.src.stream }

// Unchecked is the number of zstd frames and xz streams without a checksum met so far.
func (r *Reader) Unchecked() int64 { return r.unchecked.Load() }
