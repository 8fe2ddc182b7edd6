package corpus

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// flipped damages a byte.
func flipped(raw []byte, at int) []byte {
	bad := bytes.Clone(raw)
	bad[at] ^= 1
	return bad
}

// TestVerify reads a little and wants that verified.
func TestVerify(t *testing.T) {
	text := corpustest.RandomGrids(1, 6000)
	ours := compress(t, []string{text, text}, CreateOptions{}, true)
	first := len(corpustest.Frames(t, ours)[0]) + len(corpustest.Frames(t, ours)[1])
	large, member := corpustest.Frame(t, text), gzipMember(t, text)
	far := farMember(t)
	for _, c := range []struct {
		name     string
		raw      []byte
		verified bool // of a file
		stream   bool // the same of a corpus that may wait for a producer
		err      error
	}{
		{"plain", []byte(text), true, true, nil},
		{"first frame of ours", ours, true, false, nil},
		{"damaged", flipped(ours, first-1), false, false, zstd.ErrCRCMismatch},
		{"damaged after", flipped(ours, first+1000), true, false, nil},
		{"frame", large, true, false, nil},
		{"damaged checksum", flipped(large, len(large)-1), false, false, zstd.ErrCRCMismatch},
		{"cut", large[:len(large)-1], false, false, io.ErrUnexpectedEOF},
		{"small frame", corpustest.Join(corpustest.Frame(t, strings.Repeat(corpustest.Puzzle, 4)), []byte("garbage")), true, true, nil},
		{"member", corpustest.Join(member, []byte("garbage")), true, false, nil},
		{"damaged member", flipped(member, len(member)-5), false, false, gzip.ErrChecksum},
		{"stream", bzip2Stream(t, corpustest.Puzzle+corpustest.Puzzle+corpustest.Puzzle+corpustest.Puzzle), true, false, nil},
		{"block", corpustest.Join(xzWith(t, text, xz.WriterConfig{}), []byte("garbage")), true, false, nil},
		{"far away", far, false, false, nil},
		{"damaged far away", flipped(far, len(far)-1), false, false, nil},
		{"frames without a checksum", rleFrame(20, 10), true, false, nil},
	} {
		for _, stream := range []bool{false, true} {
			path := writeFile(t, "a", c.raw)
			if stream {
				path = "-"
			}
			r := mustOpen(t, path, Options{Stdin: bytes.NewReader(c.raw)})
			if _, err := io.ReadFull(r, make([]byte, 100)); err != nil {
				t.Fatal(err)
			}
			want, wantErr := c.verified, c.err
			if stream {
				want, wantErr = c.stream, nil
			}
			for _, closed := range []bool{false, true} {
				if closed {
					r.Close()
				}
				if got, err := r.Verify(100); got != want || !errors.Is(err, wantErr) {
					t.Errorf("%s, stream %v, closed %v: %v, %v; want %v, %v", c.name, stream, closed, got, err, want, wantErr)
				}
			}
		}
	}
}

// A zeros is an endless text.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// farMember is a gzip member whose checksum is too far away.
func farMember(t *testing.T) []byte {
	t.Helper()
	var far bytes.Buffer
	w := gzip.NewWriter(&far)
	if _, err := io.CopyN(w, zeros{}, maxVerifyBytes+1<<20); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return far.Bytes()
}

// TestDamagedFrameIsFinal has a damaged frame that is decoded at one go: none
// of its text is delivered.
func TestDamagedFrameIsFinal(t *testing.T) {
	text := corpustest.RandomGrids(1, 6000)
	raw := compress(t, []string{text, text}, CreateOptions{}, true)
	f := corpustest.Frames(t, raw)
	at := len(f[0]) + len(f[1])
	for _, pool := range []*Pool{nil, startPool(t, 2)} {
		e := endingOf(t, "-", bytes.NewReader(flipped(raw, at+len(f[2])-5)), pool)
		if e.text != text || !strings.Contains(e.err, "at decoded byte 492000: in the zstd frame at raw byte ") {
			t.Errorf("%d bytes, %q", len(e.text), e.err)
		}
	}
}

// TestLargeBlock has blocks larger than a window, which no cap on windows has
// to do with: as a job and piece by piece.
func TestLargeBlock(t *testing.T) {
	frame := corpustest.Join([]byte(zframe.Magic), []byte{0, 0}, []byte{byte(2048&31)<<3 | 1<<1 | 1, 2048 >> 5, 0, 'x'}) // 2048 times x, window 1 KiB
	for _, raw := range [][]byte{frame, corpustest.Join(corpustest.Frame(t, corpustest.Puzzle), frame)} {
		_, _, err := readPath(t, writeFile(t, "a", raw))
		if !errors.Is(err, zstd.ErrWindowSizeExceeded) || !strings.Contains(err.Error(), "by a block, which no cap allows") || errors.Is(err, ErrWindow) {
			t.Error(err)
		}
	}
}
