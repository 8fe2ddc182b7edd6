package corpus

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// This file finds out what a corpus is and sets up its decoder.

// start looks at the first bytes and sets up the decoder.
func (r *Reader) start() error {
	codec, err := r.recognise()
	if err != nil {
		return err
	}
	if codec == Plain && !r.src.stream {
		if head, _ := r.raw.Peek(lineEndBytes); hasOldLines(head) { // the next Read returns the error
			codec = oldLines
		}
	}
	r.codec.Store(uint32(codec))
	r.fresh = codec != Plain && codec != oldLines && codec != Parquet
	switch codec {
	case Zstd:
		return r.readFrames(zframe.Place{})
	case Gzip:
		z := &gzipDecoder{r: r}
		r.dec, err = z, z.begin()
	case Bzip2:
		r.dec = &bzip2Decoder{r, bzip2.NewReader(r.raw)}
	case Xz:
		r.dec = &xzDecoder{r: r}
	case Zip:
		err = r.startArchive()
	case Parquet:
		err = r.readTable()
	case UTF16:
		r.verified.Store(math.MaxInt64) // there are no checksums
		if r.dec, err = newUTF16Decoder(r.raw); err == nil {
			text := bufio.NewReader(r.dec)
			r.dec = &lineEndDecoder{raw: text, rest: text}
		}
	case oldLines:
		r.verified.Store(math.MaxInt64)
		r.dec = &lineEndDecoder{raw: r.raw, rest: r.src}
	default:
		r.dec = plainDecoder{r.raw, r.src}
		if r.src.stream {
			r.dec = &lineEndDecoder{raw: r.raw, rest: r.src}
		}
	}
	return err
}

// recognise looks at as many bytes as it may wait for, and at more if they are there.
func (r *Reader) recognise() (Codec, error) {
	head, err := r.raw.Peek(zframe.MagicLen)
	if err != nil && !errors.Is(err, io.EOF) {
		return Plain, err
	}
	if named := promisedCodec(r.path); len(head) == 0 && named != Plain {
		return Plain, fmt.Errorf("empty file, want %s", named.unit())
	}
	more := headBytes
	switch {
	case !r.src.stream:
	case detectCodec(head, r.path) == Bzip2: // or a text that begins like one
		more = detectBytes
	default:
		more = min(more, r.raw.Buffered())
	}
	if head, err = r.raw.Peek(more); err != nil && !errors.Is(err, io.EOF) {
		return Plain, err
	}
	codec := detectCodec(head, r.path)
	if codec == Plain {
		u := identify(head)
		if u == nil && r.src.endsAsTable(head) {
			u = &unsupportedError{what: "a damaged Parquet file, which does not begin with " + parquettable.Magic, hint: "get the file again"}
		}
		if u != nil {
			return Plain, u
		}
	}
	return codec, nil
}

// readFrames has zstd frames decoded from a place on. r.raw must be there.
func (r *Reader) readFrames(from zframe.Place) error {
	f, err := zframe.NewReader(r.raw, r.src, zframe.Options{
		Pool: r.opts.Pool, MaxWindow: r.opts.maxWindow,
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

// startArchive reads the index of a zip archive.
func (r *Reader) startArchive() (err error) {
	if r.src.file == nil {
		return &unsupportedError{
			what: "a zip archive, whose index is at its end, and no file that can be read from there",
			hint: "save it to a file, or use unzip -p FILE",
		}
	}
	if r.zip, err = openArchive(r.src, r.opts.Members, r.opts.Join); err == nil {
		r.dec = r.zip
	}
	return err
}

// located makes the error that callers see from a decoder's error: with the file and the place. A
// failure of the file takes precedence over what the decoder makes of it.
func (r *Reader) located(err error) error {
	switch {
	case r.Codec() != Zstd && r.src.err != nil: // frames are read ahead, and their reader does this itself
		err = r.src.err
	case err == io.EOF: //nolint:errorlint // only the bare value means a clean end
		return io.EOF
	}
	err = fileerr.Bare(err)
	unit := "decoded byte"
	if r.Codec() == Plain {
		unit = "byte"
	}
	// Binary data has no place in a text, and errors of Parquet files name pages.
	if _, foreign := errors.AsType[*unsupportedError](err); !foreign && r.Codec() != Parquet {
		err = fmt.Errorf("at %s %d: %w", unit, r.out, err)
	}
	if r.zip != nil && r.zip.name != "" {
		err = fmt.Errorf("in member %s: %w", r.zip.name, err)
	}
	return fileerr.Wrap("reading", r.name, err)
}
