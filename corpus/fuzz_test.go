package corpus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"runtime/metrics"
	"slices"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// fuzzMost is the most that fuzz targets read: more adds nothing but time.
const fuzzMost = 16 << 10

// FuzzOpen reads arbitrary bytes: no panic, no endless loop, no memory that a
// header merely declares, and nothing added to or taken from plain text.
func FuzzOpen(f *testing.F) {
	z, g := corpustest.Frame(f, corpustest.Puzzle), gzipMember(f, corpustest.Puzzle)
	for _, seed := range [][]byte{
		nil, []byte(corpustest.Puzzle), z, g, corpustest.Join(z, z), corpustest.Join(g, g), corpustest.Join(z, g), corpustest.Skippable(4), rleFrame(20, 3), rleFrame(40, 1),
		bzip2Stream(f, corpustest.Puzzle), xzStream(f, corpustest.Puzzle), zipped(f, corpustest.Puzzle), gzipMember(f, "ustar"), inUTF16("12\r3\r😀", binary.LittleEndian), inUTF16("12\n", binary.BigEndian), []byte("12\r34\r"),
		compress(f, []string{corpustest.Puzzle, corpustest.Puzzle}, CreateOptions{}, false), compress(f, []string{corpustest.Puzzle, corpustest.Puzzle}, CreateOptions{}, true),
	} {
		f.Add(seed)
	}
	buf := make([]byte, 1<<20)
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > fuzzMost {
			return
		}
		r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw), maxWindow: 1 << 20})
		before := allocated()
		text, err := readInto(buf, r)
		if grown := allocated() - before; grown > 32<<20 {
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

// allocated is how many bytes were allocated so far. Unlike memory statistics it does not stop the
// world, and it is exact for large objects.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// FuzzXz reads a block with any header, whose checksum is right, and any data: no panic, no memory
// that the header merely declares, and the text that the library reads.
func FuzzXz(f *testing.F) {
	seed := xzStream(f, corpustest.Puzzle)
	size := 4 * (int(seed[12]) + 1)
	for _, dictionary := range []byte{8, 16, 17, 40, 41} {
		fields := bytes.Clone(seed[13 : 12+size-4])
		fields[bytes.Index(fields, []byte{0x21, 1})+2] = dictionary
		f.Add(fields, seed[12+size:])
	}
	f.Fuzz(func(t *testing.T, fields, data []byte) {
		if len(fields) < 3 || len(fields) > 1000 || len(data) > fuzzMost {
			return
		}
		fields = append(fields, padding(int64(len(fields)+1))...)
		header := append([]byte{byte((len(fields) + 1) / 4)}, fields...)
		raw := slices.Concat(seed[:12], binary.LittleEndian.AppendUint32(header, crc32.ChecksumIEEE(header)), data)
		r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw), maxWindow: 1 << 20})
		before := allocated()
		text, err := io.ReadAll(io.LimitReader(r, 1<<20))
		if grown := allocated() - before; grown > 32<<20 {
			t.Errorf("%d bytes allocated", grown)
		}
		if err != nil || fields[0] != 0 { // with sizes a dictionary may be declared that is never needed
			return
		}
		library, err := xz.NewReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if want, err := io.ReadAll(io.LimitReader(library, 1<<20)); err != nil || !bytes.Equal(text, want) {
			t.Errorf("%d bytes, the library reads %d, %v", len(text), len(want), err)
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
		r, err := OpenAt("fuzz.zip", bytes.NewReader(raw), int64(len(raw)), Options{maxWindow: 1 << 20})
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
