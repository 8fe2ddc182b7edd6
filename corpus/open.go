package corpus

import (
	"bufio"
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

// What Options forbid: a Read that meets it fails with an error that wraps one
// of these.
var (
	ErrNoChecksum = zframe.ErrNoChecksum // see Options.RequireChecksum
	ErrWindow     = zframe.ErrWindow     // see Options.MaxWindow
)

// A Pool is a set of workers that decompress and compress for Readers and Writers. See its own
// documentation for what workers do.
type Pool = pool.Pool

// NewPool returns a pool of so many workers, at least one.
func NewPool(workers int) *Pool { return pool.New(workers) }

// defaultMaxWindow is the largest window, in bytes, that Open accepts when
// Options leaves it open.
const defaultMaxWindow = 64 << 20

// rawBuffer holds the raw bytes between the file and the decoder: one zstd
// block at most, so that a decoder that asks for three bytes at a time does not
// cost a system call each.
const rawBuffer = 128 << 10

// bufferFor is how large the buffer of an input is: less for small files, of which
// there may be very many. What is peeked at fits into the least.
func bufferFor(size int64) int {
	const least = 4 << 10
	if size < 0 {
		return rawBuffer
	}
	return int(min(max(size+1, least), rawBuffer))
}

// Options says how to open a corpus. The zero value opens files and embedded
// corpora.
type Options struct {
	// Stdin is read for the name "-"; it stays the caller's and is never
	// closed. Of an *os.File the size and kind are known.
	Stdin io.Reader
	// MaxWindow caps the zstd window and the xz dictionary, in bytes, and with
	// it the memory that a stream can ask for; 0 means defaultMaxWindow. At
	// least 1024. A larger window is refused (ErrWindow).
	MaxWindow uint64
	// RequireChecksum refuses zstd frames and xz streams without a checksum
	// (ErrNoChecksum).
	RequireChecksum bool
	// Members chooses members of a zip archive, of which it gets the names that
	// Reader.Next would give: it returns those to read, in the order in which
	// to read them. Those that it puts together are read as one, of the name of the
	// first, which Join makes of them. Open calls it, once. To choose none of some is an
	// error, an [unsupportedError]. nil = all.
	Members func(names []string) [][]string
	// Join returns the text of several members, of which it gets the names, and the texts,
	// each to be read to its end. What it returns may have the method Only(first, end int),
	// which leaves out columns, see [Reader.Only]. It is needed if Members puts any together.
	Join func(names []string, texts []io.Reader) io.Reader
	// Pool decodes zstd frames of up to some MiB, many at a time, and Parquet
	// files; nil = a goroutine of the Reader's does.
	Pool *Pool
}

// Reader reads the decoded text of one corpus. One goroutine reads: Read,
// Next, Verify, SkipRecords, Border, Enter, Only, Rest, Continue and Offset are for it,
// and wait for one another. Close and the other methods may be called from any goroutine at any
// time.
//
// Most callers need Read and Close, and Next for containers. Verify and Offset are for those that stop
// before the end; Rest, Continue, SkipRecords, Border, Enter and Only are for package
// pipeline, which reads what it needs.
type Reader struct {
	name      string // for messages
	path      string // as given to Open
	opts      Options
	src       *source
	raw       *bufio.Reader
	codec     atomic.Uint32
	unchecked atomic.Int64
	verified  atomic.Int64                        // decoded bytes that no checksum can prove wrong any more
	frames    atomic.Pointer[zframe.Reader]       // of zstd
	table     atomic.Pointer[parquettable.Reader] // of Parquet

	mu       sync.Mutex // held while reading; guards the fields below
	dec      io.Reader  // nil until the first bytes were seen
	out      int64      // decoded bytes delivered
	ends     Border     // where Read ends; zero: where the corpus does
	err      error      // what every further Read returns
	fresh    bool       // what was decompressed may still turn out to be no text
	zip      *archive   // nil for what is no container
	advanced bool       // Next was called

	closed   atomic.Bool
	once     sync.Once
	closeErr error
}

// Open opens a corpus for reading: the file at a path, "-" for opts.Stdin, or
// "@NAME" for an embedded corpus (a file whose name begins with @ is reached as
// "./@NAME").
//
// Compression is recognised by content, never by name, except that an empty
// file whose name ends in .zst, .gz, .bz2, .xz or .zip is an error: the result
// of a compressor that died. What is recognised as something else than text is
// refused ([unsupportedError]). Whatever is wrong with the beginning of a regular file is reported
// here; a stream's first bytes are read by the first Read, so that Open does
// not wait for a producer (it does wait for a FIFO to get one). Errors name the
// file, once.
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

// OpenAt opens a corpus that is no file of this system, such as an object of a store:
// so many bytes, which it reads with ReadAt, of many goroutines at a time. Its name is
// for messages, and for what Open goes by a name for. The file is to stay as it is, and
// stays the caller's, unless it is an io.Closer, which Close closes.
func OpenAt(name string, file io.ReaderAt, size int64, opts Options) (*Reader, error) {
	src := &source{r: io.NewSectionReader(file, 0, size), file: file, size: size}
	src.closer, _ = file.(io.Closer)
	return newReader(name, name, src, opts)
}

// newReader makes the Reader of an open source, whose first bytes it looks at if there
// is no need to wait for them.
func newReader(name, shown string, src *source, opts Options) (*Reader, error) {
	if opts.MaxWindow == 0 {
		opts.MaxWindow = defaultMaxWindow
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

// readFrames sets up the decoding of zstd frames from a place on, where the
// source is.
func (r *Reader) readFrames(from zframe.Place) error {
	f, err := zframe.NewReader(r.raw, r.src, zframe.Options{
		Pool: r.opts.Pool, MaxWindow: r.opts.MaxWindow, RequireChecksum: r.opts.RequireChecksum,
		Unchecked: &r.unchecked, Verified: &r.verified,
		Trailing: func(offset int64, head []byte) error { return trailing(Zstd, offset, head) },
		Offset:   from.Raw, Text: from.Text,
	})
	if err != nil {
		return err
	}
	r.frames.Store(f)
	r.out = from.Text
	r.dec = f
	if r.closed.Load() {
		f.Close()
	}
	return nil
}

// Read delivers decoded text. It returns either bytes or an error, never both,
// and io.EOF only after the input ended cleanly: data cut inside a frame,
// damaged, or followed by something that is not a frame ends in an error that
// names the file and the offset, in decoded bytes, up to which text was
// delivered. A checksum may be known to be wrong only after the text it covers
// was delivered, so results may be published only once io.EOF was seen, or
// [Reader.Verify] says so. So it is where a regular file ends elsewhere than
// when it was opened. An error is final.
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

// read is Read that may give nothing.
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
	n, err := r.decode(p)
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

// Close releases the file and the decoder, wherever reading stopped; it may be
// called again, and during a Read of another goroutine, which then ends as soon
// as the system lets it: at once for a FIFO and for a standard input that is a
// pipe or a terminal, except that on Windows these wait for the next byte. A
// given standard input stays open.
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

// Name is the corpus' name for messages: the path or "@NAME" as given to Open,
// "<stdin>" for "-".
func (r *Reader) Name() string { return r.name }

// Codec is how the corpus is compressed. For a stream it is known after the
// first Read, and Plain before.
func (r *Reader) Codec() Codec { return Codec(r.codec.Load()) }

// BytesIn is the number of raw bytes, compressed ones where there is
// compression, taken from the file so far. It runs ahead of the text delivered
// by a read buffer and, where frames are decoded ahead, by a few frames.
func (r *Reader) BytesIn() int64 { return r.src.n.Load() }

// Size is the number of raw bytes there are to read, as far as it is known when
// opening: of a regular file from its current position, or of an embedded
// corpus; otherwise -1.
func (r *Reader) Size() int64 { return r.src.size }

// Stream reports whether a Read may wait for a producer: true for pipes,
// terminals, sockets and devices, compressed or not, false for regular files
// and embedded corpora.
func (r *Reader) Stream() bool { return r.src.stream }

// Unchecked is the number of zstd frames and xz streams without a checksum that
// were met so far.
func (r *Reader) Unchecked() int64 { return r.unchecked.Load() }
