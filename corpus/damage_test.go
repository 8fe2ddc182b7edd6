package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// TestCutEverywhere cuts a file of three pieces after every byte. Only a cut
// between two pieces may read as a clean end: it leaves a valid file.
func TestCutEverywhere(t *testing.T) {
	texts := []string{corpustest.Puzzle, strings.Repeat(corpustest.Puzzle, 5), "1\n"}
	codecs := []struct {
		codec Codec
		piece func(testing.TB, string) []byte
		name  string
	}{{Zstd, corpustest.Frame, "cut.zst"}, {Gzip, gzipMember, "cut.gz"}, {Bzip2, bzip2Stream, "cut.bz2"}, {Xz, xzStream, "cut.xz"}}
	for _, c := range codecs {
		var raw []byte
		clean := map[int]string{}
		var text string
		for _, s := range texts {
			raw = append(raw, c.piece(t, s)...)
			text += s
			clean[len(raw)] = text
		}
		for n := 1; n <= len(raw); n++ {
			got, codec, err := readAt(c.name, raw[:n])
			want, ok := clean[n]
			switch {
			case ok && (err != nil || got != want || codec != c.codec):
				t.Errorf("%v cut at border %d: %q, %v", c.codec, n, got, err)
			case !ok && !errors.Is(err, io.ErrUnexpectedEOF):
				t.Errorf("%v cut at %d: %q, %v; want an unexpected end", c.codec, n, got, err)
			case !ok && !strings.HasPrefix(text, got):
				t.Errorf("%v cut at %d: wrong text %q", c.codec, n, got)
			}
		}
	}
}

// TestFlipEverywhere inverts every byte and flips single bits of a file with
// checksums: it must end in an error or, where the byte carries no meaning (a
// gzip header's time stamp, say), in the same text.
func TestFlipEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing in it goes on beside something else")
	}
	text := strings.Repeat(corpustest.Puzzle, 4)
	for _, raw := range [][]byte{
		corpustest.Join(corpustest.Frame(t, text), corpustest.Skippable(2), corpustest.Frame(t, text)),
		corpustest.Join(gzipMember(t, text), gzipMember(t, text)),
		corpustest.Join(bzip2Stream(t, text), bzip2Stream(t, text)),
		corpustest.Join(xzStream(t, text), make([]byte, 8), xzStream(t, text)),
	} {
		for i := range raw {
			for _, mask := range []byte{0xff, 0x01, 0x10, 0x80} {
				bad := bytes.Clone(raw)
				bad[i] ^= mask
				got, err := readBytes(t, bad)
				if err == nil && got != text+text && got != string(bad) {
					t.Errorf("byte %d ^ %#x: %d bytes of wrong text and no error", i, mask, len(got))
				}
			}
		}
	}
}

// TestPadding has zeros after gzip members, as gzip -t takes them.
func TestPadding(t *testing.T) {
	g := gzipMember(t, corpustest.Puzzle)
	for _, zeros := range []int{1, 3, 512, 99_999} {
		if got, err := readBytes(t, corpustest.Join(g, g, make([]byte, zeros))); got != corpustest.Puzzle+corpustest.Puzzle || err != nil {
			t.Errorf("%d zeros: %q, %v", zeros, got, err)
		}
	}
}

func TestTrailing(t *testing.T) {
	z, g := corpustest.Frame(t, corpustest.Puzzle), gzipMember(t, corpustest.Puzzle)
	b, x := bzip2Stream(t, corpustest.Puzzle), xzStream(t, corpustest.Puzzle)
	at := fmt.Sprintf("at decoded byte %d: trailing garbage at raw byte ", len(corpustest.Puzzle))
	tests := []struct {
		name string
		raw  []byte
		want string
	}{
		{"zstd text", corpustest.Join(z, []byte("text after\n")), fmt.Sprint(at, len(z))},
		{"zstd one byte", corpustest.Join(z, []byte{0}), fmt.Sprint(at, len(z))},
		{"zstd three bytes", corpustest.Join(z, []byte{0x28, 0xb5, 0}), fmt.Sprint(at, len(z))},
		{"zstd gzip", corpustest.Join(z, g), fmt.Sprint(at, len(z), ": gzip data after a zstd frame")},
		{"zstd later", corpustest.Join(z, corpustest.Skippable(9), []byte("text")), fmt.Sprint(at, len(z)+17)},
		{"gzip text", corpustest.Join(g, []byte("text after\n")), fmt.Sprint(at, len(g))},
		{"gzip after zeros", corpustest.Join(g, make([]byte, 512), g), fmt.Sprint(at, len(g)+512)},
		{"gzip zstd", corpustest.Join(g, z), fmt.Sprint(at, len(g), ": zstd data after a gzip member")},
		{"bzip2 text", corpustest.Join(b, []byte("text after\n")), fmt.Sprint(at, len(b), ", after a bzip2 stream")},
		{"bzip2 text that begins alike", corpustest.Join(b, []byte("BZ2\n")), fmt.Sprint(at, len(b))},
		{"bzip2 level", corpustest.Join(b, []byte("BZhx\n")), fmt.Sprint(at, len(b))},
		{"bzip2 later", corpustest.Join(b, bzip2Stream(t, ""), z), fmt.Sprint(at, len(b)+14)},
		{"xz text", corpustest.Join(x, []byte("text after\n")), fmt.Sprint(at, len(x), ", after an xz stream")},
		{"xz padding", corpustest.Join(x, make([]byte, 4), []byte("\x00\x00\n")), fmt.Sprint(at, len(x)+4)},
		{"xz short padding", corpustest.Join(x, make([]byte, 2)), fmt.Sprint(at, len(x))},
		{"xz bzip2", corpustest.Join(x, b), fmt.Sprint(at, len(x), ": bzip2 data after an xz stream")},
	}
	for _, tc := range tests {
		got, err := readBytes(t, tc.raw)
		if got != corpustest.Puzzle || err == nil || !strings.HasPrefix(err.Error(), "reading <stdin>: "+tc.want) {
			t.Errorf("%s: %v; want %q", tc.name, err, tc.want)
		}
	}
}

// TestChecksum damages a checksum: the frame's last block is withheld, and the
// error stays.
func TestChecksum(t *testing.T) {
	first := corpustest.Frame(t, corpustest.Puzzle)
	raw := corpustest.Join(first, first)
	raw[len(raw)-1] ^= 1
	r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw)})
	got, err := io.ReadAll(r)
	want := fmt.Sprintf("reading <stdin>: at decoded byte %d: in the zstd frame at raw byte %d: CRC check failed",
		len(corpustest.Puzzle), len(first))
	if string(got) != corpustest.Puzzle || err == nil || err.Error() != want || !errors.Is(err, zstd.ErrCRCMismatch) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, again := r.Read(make([]byte, 1)); !errors.Is(again, err) {
		t.Errorf("then %v", again)
	}
}

// TestGzipDamage wants a member that is cut to be distinguished from one whose
// bytes are wrong.
func TestGzipDamage(t *testing.T) {
	whole := gzipMember(t, strings.Repeat(corpustest.Puzzle, 5))
	wrong := bytes.Clone(whole)
	wrong[len(wrong)-5] ^= 1 // its checksum
	for _, c := range []struct {
		raw  []byte
		want string
		cut  bool
	}{
		{whole[:len(whole)-1], ": cut inside a gzip member: ", true},
		{whole[:len(whole)/2], ": cut inside a gzip member: ", true},
		{wrong, ": in a gzip member: ", false},
		{corpustest.Join(whole, wrong), ": in a gzip member: ", false},
	} {
		_, err := readBytes(t, c.raw)
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, io.ErrUnexpectedEOF) != c.cut {
			t.Errorf("%d bytes of %d: %v; want %q", len(c.raw), len(whole), err, c.want)
		}
	}
}

// TestDamagedJob damages a frame that is decoded as a whole: the error says
// where it begins, and the text up to the damage counts.
func TestDamagedJob(t *testing.T) {
	text := corpustest.RandomGrids(5, 400)
	first := corpustest.Frame(t, text)
	raw := corpustest.Join(first, first)
	raw[len(raw)-1] ^= 1
	got, _, err := readPath(t, writeFile(t, "two.zst", raw))
	want := fmt.Sprintf(": at decoded byte %d: in the zstd frame at raw byte %d: CRC check failed", len(text), len(first))
	if got != text || err == nil || !strings.HasSuffix(err.Error(), want) || !errors.Is(err, zstd.ErrCRCMismatch) {
		t.Errorf("%d bytes, %v; want %q", len(got), err, want)
	}
}

// TestFailingReader lets the raw reader fail at every byte, borders of frames
// included. What package os calls a file is not shown.
func TestFailingReader(t *testing.T) {
	broken := errors.New("input/output error")
	failures := map[error]error{broken: broken, &fs.PathError{Op: "read", Path: "/tmp/other", Err: broken}: broken, io.ErrUnexpectedEOF: io.ErrUnexpectedEOF}
	for _, raw := range [][]byte{
		[]byte(corpustest.Puzzle),
		corpustest.Join(corpustest.Frame(t, corpustest.Puzzle), corpustest.Frame(t, corpustest.Puzzle)),
		corpustest.Join(gzipMember(t, corpustest.Puzzle), gzipMember(t, corpustest.Puzzle)),
		corpustest.Join(bzip2Stream(t, corpustest.Puzzle), bzip2Stream(t, corpustest.Puzzle)),
		corpustest.Join(xzStream(t, corpustest.Puzzle), xzStream(t, corpustest.Puzzle)),
	} {
		for n := range len(raw) + 1 {
			for failure, cause := range failures {
				in := io.MultiReader(bytes.NewReader(raw[:n]), iotest.ErrReader(failure))
				r := mustOpen(t, "-", Options{Stdin: in})
				_, err := io.ReadAll(r)
				if !errors.Is(err, cause) || strings.Contains(err.Error(), "other") {
					t.Errorf("failing at %d: %v", n, err)
				}
				r.Close()
			}
		}
	}
}

func TestWindowCap(t *testing.T) {
	raw := corpustest.Join(corpustest.Frame(t, corpustest.Puzzle), rleFrame(28, 1))
	text, err := readBytes(t, raw)
	if text != corpustest.Puzzle || !errors.Is(err, ErrWindow) ||
		!strings.Contains(err.Error(), "window size exceeded of 268435456 bytes") ||
		!strings.Contains(err.Error(), "the cap is 134217728") {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text, err := readBytes(t, corpustest.Join(corpustest.Frame(t, corpustest.Puzzle), rleFrame(27, 1))); err != nil || len(text) != len(corpustest.Puzzle)+128<<10 {
		t.Errorf("the largest window: %d bytes, %v", len(text), err)
	}
	// A single-segment frame declares its content's size, which is its window.
	single := append([]byte(zframe.Magic), 0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0)
	if _, err := readBytes(t, single); !errors.Is(err, ErrWindow) {
		t.Errorf("single segment: %v", err)
	}
}

// TestBomb decodes 64 MiB from 2 KiB: the memory it takes is the window's.
func TestBomb(t *testing.T) {
	const blocks = 512
	raw := rleFrame(20, blocks)
	r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw)})
	buf := make([]byte, 64<<10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var n int64
	var err error
	for err == nil {
		var k int
		k, err = r.Read(buf)
		n += int64(k)
	}
	runtime.ReadMemStats(&after)
	if !errors.Is(err, io.EOF) || n != blocks<<17 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 4<<20 {
		t.Errorf("%d bytes allocated", grown)
	}
}
