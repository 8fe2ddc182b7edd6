package corpus

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestUnsupported names files for what they are, from a file, a pipe, and
// within compressed data.
func TestUnsupported(t *testing.T) {
	tar := strings.Repeat("a", 257) + "ustar\x0000" + strings.Repeat("b", 300)
	for head, want := range map[string]string{
		tar:                                            "is a tar archive",
		"7z\xbc\xaf\x27\x1c\x00\x04":                   "is a 7z archive",
		"Rar!\x1a\x07\x01\x00":                         "is a RAR archive",
		"SQLite format 3\x00\x10":                      "is an SQLite database",
		"%PDF-1.7\n":                                   "is a PDF document",
		"MATLAB 5.0 MAT-file, Platform":                "is a MATLAB file",
		"Obj\x01\x04\x14avro.codec":                    "is an Avro file",
		"{\\rtf1\\ansi":                                "is a document in rich text format",
		"\x5d\x00\x00\x80\x00\xff":                     "is LZMA data",
		"FEA1\x00\x00\x00\x00":                         "is a Feather file",
		"\x80\x04\x95\x10\x00":                         "is a Python pickle",
		"\xff\xfe\x00\x001\x00\x00\x00":                "is UTF-32 text",
		"\x00\x00\xfe\xff\x00\x00\x001":                "is UTF-32 text",
		"\x7fELF\x02\x01\x01":                          "is a program",
		"\xef\xbb\xbf\n<!DOCTYPE HTML>":                "is an HTML page",
		"<html lang=en>":                               "is an HTML page",
		"version https://git-lfs.github.com/spec/v1\n": "is a Git LFS pointer",
	} {
		path := writeFile(t, "a", []byte(head))
		for what, in := range map[string][]byte{"": []byte(head), " within gzip data": gzipMember(t, head), " within zstd data": corpustest.Frame(t, head), " within xz data": xzWith(t, head, xz.WriterConfig{})} {
			_, err := readBytes(t, in)
			u, ok := errors.AsType[*unsupportedError](err)
			if !ok || !strings.HasPrefix(err.Error(), "reading <stdin>: "+want) || u.hint == "" || !strings.HasSuffix(u.what, what) {
				t.Errorf("%q%s: %v", head, what, err)
			}
		}
		if _, _, err := readPath(t, path); err == nil || !strings.HasPrefix(err.Error(), "opening "+path+": "+want) {
			t.Errorf("%q: %v", head, err)
		}
	}
	_, err := readBytes(t, gzipMember(t, string(bzip2Stream(t, "1\n"))))
	if err == nil || err.Error() != "reading <stdin>: is bzip2 data within gzip data (unpack the outer one first)" {
		t.Error(err)
	}
}

// TestSupported wants text that begins a little like something else to be text.
func TestSupported(t *testing.T) {
	for _, text := range []string{"FEA1............\n", "7z\n", "PK\n", "<puzzle>\n", "BZ", "BZh91A\n", "P", "\x93NUMPY\x01\x00"} {
		if got, err := readBytes(t, []byte(text)); got != text || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// TestXzLimits caps the dictionary, and wants checks where they are required.
func TestXzLimits(t *testing.T) {
	text := strings.Repeat(corpustest.Puzzle, 3)
	for _, c := range []struct {
		config    xz.WriterConfig
		opts      Options
		want      error
		unchecked int64
	}{
		{xz.WriterConfig{}, Options{maxWindow: 1 << 16}, nil, 0},
		{xz.WriterConfig{}, Options{maxWindow: 1<<16 - 1}, ErrWindow, 0},
		{xz.WriterConfig{NoCheckSum: true}, Options{}, nil, 1},
	} {
		c.opts.Stdin = bytes.NewReader(xzWith(t, text, c.config))
		r := mustOpen(t, "-", c.opts)
		got, err := io.ReadAll(r)
		if !errors.Is(err, c.want) || err == nil && string(got) != text || r.Unchecked() != c.unchecked {
			t.Errorf("%+v: %d bytes, %v, %d unchecked; want %v", c.opts, len(got), err, r.Unchecked(), c.want)
		}
	}
}
