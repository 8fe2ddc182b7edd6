package corpus

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

func TestOpenByContent(t *testing.T) {
	text := strings.Repeat(corpustest.Puzzle, 3000)
	half := len(text) / 2
	tests := []struct {
		name  string
		raw   []byte
		codec Codec
		text  string
	}{
		{"a.txt", []byte(text), Plain, text},
		{"empty.txt", nil, Plain, ""},
		{"short.txt", []byte("1\n"), Plain, "1\n"},
		{"paren.txt", []byte("("), Plain, "("},
		{"skiplike.txt", []byte("P*M"), Plain, "P*M"},
		{"textnamed.zst", []byte(text), Plain, text},
		{"textnamed.gz", []byte(text), Plain, text},
		{"a.zst", corpustest.Frame(t, text), Zstd, text},
		{"a.ZST", corpustest.Frame(t, text), Zstd, text},
		{"zstdnamed.txt", corpustest.Frame(t, text), Zstd, text},
		{"zstdnamed.gz", corpustest.Frame(t, text), Zstd, text},
		{"emptyframe.zst", corpustest.Frame(t, ""), Zstd, ""},
		{"frames.zst", corpustest.Join(corpustest.Frame(t, text[:half]), corpustest.Frame(t, ""), corpustest.Frame(t, text[half:])), Zstd, text},
		{"skipfirst.zst", corpustest.Join(corpustest.Skippable(3), corpustest.Skippable(0), corpustest.Frame(t, text)), Zstd, text},
		{"skiplast.zst", corpustest.Join(corpustest.Frame(t, text), corpustest.Skippable(300)), Zstd, text},
		{"skiponly.zst", corpustest.Skippable(5), Zstd, ""},
		{"a.gz", gzipMember(t, text), Gzip, text},
		{"a.bz2", bzip2Stream(t, corpustest.Puzzle), Bzip2, corpustest.Puzzle},
		{"bzip2named.txt", corpustest.Join(bzip2Stream(t, corpustest.Puzzle), bzip2Stream(t, ""), bzip2Stream(t, "1\n")), Bzip2, corpustest.Puzzle + "1\n"},
		{"emptystream.bz2", bzip2Stream(t, ""), Bzip2, ""},
		{"textlikebzip2.txt", []byte("BZh9\n1234567890\n"), Plain, "BZh9\n1234567890\n"},
		{"a.xz", xzWith(t, text, xz.WriterConfig{}), Xz, text},
		{"blocks.xz", xzWith(t, text, xz.WriterConfig{BlockSize: 7000, CheckSum: xz.SHA256}), Xz, text},
		{"xznamed.txt", corpustest.Join(xzStream(t, text[:half]), make([]byte, 12), xzStream(t, ""), xzWith(t, text[half:], xz.WriterConfig{CheckSum: xz.CRC32})), Xz, text},
		{"gzipnamed.txt", gzipMember(t, text), Gzip, text},
		{"members.gz", corpustest.Join(gzipMember(t, text[:half]), gzipMember(t, ""), gzipMember(t, text[half:])), Gzip, text},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			corpustest.NoLeaks(t)
			got, codec, err := readPath(t, writeFile(t, tc.name, tc.raw))
			if err != nil || got != tc.text || codec != tc.codec {
				t.Errorf("file: %d bytes, %v, %v; want %d bytes, %v", len(got), codec, err, len(tc.text), tc.codec)
			}
			slow := iotest.OneByteReader(bytes.NewReader(tc.raw))
			r := mustOpen(t, "-", Options{Stdin: slow})
			if err := iotest.TestReader(r, []byte(tc.text)); err != nil {
				t.Errorf("byte by byte: %v", err)
			}
			if r.BytesIn() != int64(len(tc.raw)) {
				t.Errorf("BytesIn = %d, want %d", r.BytesIn(), len(tc.raw))
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	tests := []struct {
		name string
		path string
		opts Options
		want string
		is   error
	}{
		{"missing", filepath.Join(dir, "no.txt"), Options{}, "opening " + filepath.Join(dir, "no.txt") + ": ", fs.ErrNotExist},
		{"directory", dir, Options{}, "opening " + dir + ": is a directory", nil},
		{"no stdin", "-", Options{}, "opening <stdin>: there is no standard input", nil},
		{"nil file", "-", Options{Stdin: (*os.File)(nil)}, "there is no standard input", nil},
		{"embedded", "@nothing", Options{}, "opening @nothing: no such embedded corpus, there are @", nil},
		{"empty zst", writeFile(t, "e.zst", nil), Options{}, "e.zst: empty file, want a zstd frame", nil},
		{"empty gz", writeFile(t, "e.gz", nil), Options{}, "e.gz: empty file, want a gzip member", nil},
		{"empty bz2", writeFile(t, "e.bz2", nil), Options{}, "e.bz2: empty file, want a bzip2 stream", nil},
		{"empty xz", writeFile(t, "e.XZ", nil), Options{}, "e.XZ: empty file, want an xz stream", nil},
		{"empty zip", writeFile(t, "e.zip", nil), Options{}, "e.zip: empty file, want a zip archive", nil},
		{"empty npz", writeFile(t, "e.npz", nil), Options{}, "e.npz: empty file, want a zip archive", nil},
		{"tiny cap", writeFile(t, "t.zst", corpustest.Frame(t, "x")), Options{maxWindow: 1}, "at least 1KB", nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			r, err := Open(tc.path, tc.opts)
			if err == nil {
				r.Close()
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tc.want) || tc.is != nil && !errors.Is(err, tc.is) {
				t.Errorf("got %q, want %q", err, tc.want)
			}
			if strings.Count(err.Error(), tc.path) > 1 && tc.path != "-" && tc.path != "@nothing" {
				t.Errorf("names the file twice: %q", err)
			}
		})
	}
}

func TestReaderDescription(t *testing.T) {
	raw := corpustest.Frame(t, strings.Repeat(corpustest.Puzzle, 100))
	path := writeFile(t, "a.txt.zst", raw)
	r := mustOpen(t, path, Options{})
	if r.Name() != path || r.Codec() != Zstd || r.Size() != int64(len(raw)) || r.Stream() {
		t.Errorf("file: %q %v %d %v", r.Name(), r.Codec(), r.Size(), r.Stream())
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}

	// A file as standard input, read in part by somebody else.
	f, err := os.Open(writeFile(t, "b.txt", []byte("head\n"+corpustest.Puzzle)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.ReadFull(f, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	r, err = Open("-", Options{Stdin: f})
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if r.Size() != int64(len(corpustest.Puzzle)) || r.Stream() || string(text) != corpustest.Puzzle || err != nil {
		t.Errorf("rest of a file: size %d, stream %v, %q, %v", r.Size(), r.Stream(), text, err)
	}
	if err := errors.Join(r.Close(), r.Close()); err != nil {
		t.Error(err)
	}
	if _, err := f.Stat(); err != nil {
		t.Errorf("standard input was closed: %v", err)
	}

	r, err = Open("-", Options{Stdin: strings.NewReader(corpustest.Puzzle)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Size() != -1 || !r.Stream() || r.Name() != "<stdin>" {
		t.Errorf("stream: %d %v %q", r.Size(), r.Stream(), r.Name())
	}
}

func TestCloseAnywhere(t *testing.T) {
	text := strings.Repeat(corpustest.Puzzle, 20000)
	for _, raw := range [][]byte{[]byte(text), corpustest.Frame(t, text), gzipMember(t, text), xzWith(t, text, xz.WriterConfig{})} {
		for _, n := range []int{0, 1, 1000, 500000, len(text)} {
			corpustest.NoLeaks(t)
			r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw)})
			if _, err := io.ReadFull(r, make([]byte, n)); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(r.Close(), r.Close()); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
				t.Errorf("Read after Close: %v", err)
			}
		}
	}
}

// TestCloseDuringRead closes a pipe whose producer is silent.
func TestCloseDuringRead(t *testing.T) {
	corpustest.NoLeaks(t)
	pr, pw := io.Pipe()
	frame := corpustest.Frame(t, corpustest.Puzzle)
	go func() { _, _ = pw.Write(frame) }()
	r := mustOpen(t, "-", Options{Stdin: pr})
	text := make([]byte, len(corpustest.Puzzle))
	if _, err := io.ReadFull(r, text); err != nil || string(text) != corpustest.Puzzle {
		t.Fatalf("a whole frame must not wait for the next: %q, %v", text, err)
	}
	done := make(chan error)
	go func() {
		_, err := r.Read(make([]byte, 100))
		done <- err
	}()
	time.Sleep(time.Millisecond)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	pw.CloseWithError(errors.New("gone"))
	if err := <-done; err == nil {
		t.Error("no error")
	}
}

func TestCodecString(t *testing.T) {
	for codec, want := range map[Codec]string{Plain: "plain", Zstd: "zstd", Gzip: "gzip", Bzip2: "bzip2", Xz: "xz", Zip: "zip", 9: "unknown"} {
		if codec.String() != want {
			t.Errorf("%d: %q", codec, codec)
		}
	}
}
