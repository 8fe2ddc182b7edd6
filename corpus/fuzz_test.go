package corpus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime/metrics"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// fuzzMost is the most that fuzz targets read: more adds nothing but time.
const fuzzMost = 16 << 10

// FuzzOpen reads arbitrary bytes: no panic, no endless loop, no memory that a
// header merely declares, and nothing added to or taken from plain text.
func FuzzOpen(f *testing.F) {
	z, g := corpustest.Frame(f, corpustest.Puzzle), gzipMember(f, corpustest.Puzzle)
	for _, seed := range [][]byte{
		nil, []byte(corpustest.Puzzle), z, g, corpustest.Join(z, z), corpustest.Join(g, g), corpustest.Join(z, g), corpustest.Skippable(4), corpustest.RLEFrame(20, 3), corpustest.RLEFrame(40, 1),
		bzip2Stream(f, corpustest.Puzzle), xzStream(f, corpustest.Puzzle), zipped(f, corpustest.Puzzle), gzipMember(f, "ustar"), inUTF16("12\r3\r😀", binary.LittleEndian), inUTF16("12\n", binary.BigEndian), []byte("12\r34\r"),
		compress(f, []string{corpustest.Puzzle, corpustest.Puzzle}, CreateOptions{}, false), compress(f, []string{corpustest.Puzzle, corpustest.Puzzle}, CreateOptions{}, true),
	} {
		f.Add(seed)
	}
	// Reading memory statistics would stop the world. This is exact for large objects, too.
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	heap := func() uint64 {
		metrics.Read(allocated)
		return allocated[0].Value.Uint64()
	}
	buf := make([]byte, 1<<20)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > fuzzMost {
			return
		}
		r, err := Open("-", Options{Stdin: bytes.NewReader(raw), MaxWindow: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		before := heap()
		text, err := readInto(buf, r)
		if grown := heap() - before; grown > 32<<20 {
			t.Errorf("%d bytes allocated", grown)
		}
		_, refused := errors.AsType[*unsupportedError](err)
		if r.Codec() == Plain && !refused && (err != nil || !bytes.HasPrefix(newlines(raw), newlines(text)) || len(text) != min(len(raw), len(buf))) {
			t.Errorf("plain text changed: %v", err)
		}
		if _, again := r.Read(buf[:1]); err != nil && again == nil {
			t.Error("an error was not final")
		}
	})
}

// newlines has newlines for carriage returns, as old texts are read.
func newlines(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r"), []byte("\n")) }

// readInto reads until a buffer is full, or there is no more.
func readInto(buf []byte, r io.Reader) ([]byte, error) {
	n := 0
	for n < len(buf) {
		k, err := r.Read(buf[n:])
		n += k
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return buf[:n], err
		}
	}
	return buf[:n], nil
}

// FuzzNext reads arbitrary archives: no panic, no endless loop, no text that
// has another checksum.
func FuzzNext(f *testing.F) {
	raw, _ := twoMembers(f)
	f.Add(raw)
	f.Add(zipFile(f))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > fuzzMost {
			return
		}
		r, err := OpenAt("fuzz.zip", bytes.NewReader(raw), int64(len(raw)), Options{MaxWindow: 1 << 20})
		if err != nil {
			return
		}
		defer r.Close()
		for range 100 {
			_, ok, err := r.Next()
			if err != nil {
				if _, _, again := r.Next(); r.zip != nil && again == nil {
					t.Error("an error was not final")
				}
				return
			}
			if !ok {
				return
			}
			if _, err := io.Copy(io.Discard, io.LimitReader(r, 1<<20)); err != nil {
				return
			}
		}
	})
}
