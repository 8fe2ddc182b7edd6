package corpus

import (
	"bytes"
	"fmt"
)

// This file recognises files that hold neither text nor what Open decompresses, and says what helps.

// unsupportedError is what Open and Read return, wrapped, for such a file.
type unsupportedError struct {
	what string // what it is, with an article: "a tar archive"
	hint string // what helps, a command where there is one
}

// Error says what the file is and what helps; what wraps it names the file.
func (e *unsupportedError) Error() string { return fmt.Sprintf("is %s (%s)", e.what, e.hint) }

// headBytes is how many of a file's first bytes are looked at.
const headBytes = 512

// foreign lists kinds of files by bytes at an offset.
var foreign = []struct {
	at               int
	magic, what, how string
}{
	{257, "ustar", "a tar archive", unpackWith("tar -xf FILE")},
	{0, "7z\xbc\xaf\x27\x1c", "a 7z archive", unpackWith("7z x FILE")},
	{0, "Rar!\x1a\x07", "a RAR archive", unpackWith("unrar x FILE")},
	{0, "\x04\x22\x4d\x18", "lz4 data", unpackWith("lz4 -d FILE")},
	{0, "\x02\x21\x4c\x18", "lz4 data", unpackWith("lz4 -d FILE")},
	{0, "\x1f\x9d", "compress data", unpackWith("gzip -d FILE")},
	{0, "LZIP\x01", "lzip data", unpackWith("lzip -d FILE")},
	{0, "\x5d\x00\x00", "LZMA data", unpackWith("lzma -d FILE")},
	{0, "SQLite format 3\x00", "an SQLite database", `export the puzzles: sqlite3 FILE "SELECT ..." > puzzles.txt`},
	{0, "%PDF-", "a PDF document", "extract its text: pdftotext FILE"},
	{0, "\x89PNG\r\n\x1a\n", "a PNG image", noText},
	{0, "\xff\xd8\xff", "a JPEG image", noText},
	{0, "GIF87a", "a GIF image", noText},
	{0, "GIF89a", "a GIF image", noText},
	{0, "\x89HDF\r\n\x1a\n", "an HDF5 file", `save the array: python3 -c "import h5py, numpy; numpy.save('puzzles.npy', h5py.File('FILE')['NAME'][:])"`},
	{0, "MATLAB 5.0 MAT-file", "a MATLAB file", `save the array: python3 -c "import scipy.io, numpy; numpy.save('puzzles.npy', scipy.io.loadmat('FILE')['NAME'])"`},
	{0, "MATLAB 7.3 MAT-file", "a MATLAB file", `save the array: python3 -c "import h5py, numpy; numpy.save('puzzles.npy', h5py.File('FILE')['NAME'][:].T)"`},
	{0, "Obj\x01", "an Avro file", "save it as CSV or Parquet"},
	{0, "{\\rtf1", "a document in rich text format", "save it as plain text"},
	{0, "bplist00", "a property list or web archive of Apple's", "save it as plain text"},
	{0, "ARROW1\x00\x00", "an Arrow file", `save it as CSV: python3 -c "import pandas; pandas.read_feather('FILE').to_csv('puzzles.csv')"`},
	{0, "FEA1\x00", "a Feather file", `save it as CSV: python3 -c "import pandas; pandas.read_feather('FILE').to_csv('puzzles.csv')"`},
	{0, "\x80\x02", pickle, fromPickle},
	{0, "\x80\x03", pickle, fromPickle},
	{0, "\x80\x04", pickle, fromPickle},
	{0, "\x80\x05", pickle, fromPickle},
	{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old Microsoft Office", "save it as CSV"},
	{0, utf32Little, "UTF-32 text", fromUTF32},
	{0, "\x00\x00\xfe\xff", "UTF-32 text", fromUTF32},
	{0, "\x7fELF", "a program", noText},
	{0, "version https://git-lfs", "a Git LFS pointer, not the file itself", "fetch the file: git lfs pull"},
}

const (
	noText     = "it holds no text"
	fromUTF32  = "make UTF-8 of it: iconv -f UTF-32 -t UTF-8 FILE"
	pickle     = "a Python pickle"
	fromPickle = `save the array: python3 -c "import numpy; numpy.save('puzzles.npy', numpy.load('FILE', allow_pickle=True))"`
)

func unpackWith(command string) string { return "unpack it first: " + command }

// identify returns what a file is that begins so; nil for text and compressed data.
func identify(head []byte) *unsupportedError {
	for _, f := range foreign {
		if len(head) > f.at && bytes.HasPrefix(head[f.at:], []byte(f.magic)) {
			return &unsupportedError{what: f.what, hint: f.how}
		}
	}
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	start = bytes.ToLower(start[:min(len(start), len("<!doctype html"))])
	if bytes.HasPrefix(start, []byte("<!doctype html")) || bytes.HasPrefix(start, []byte("<html")) {
		return &unsupportedError{
			what: "an HTML page, perhaps a login page instead of the file",
			hint: "download the file itself, and look at it with head FILE",
		}
	}
	return nil
}

// identifyInside is identify for decompressed data, which must not be compressed again.
func identifyInside(head []byte, outer Codec) *unsupportedError {
	u := identify(head)
	if inner := detectCodec(head, ""); inner != Plain {
		u = &unsupportedError{what: inner.described(), hint: "unpack the outer one first"}
	}
	if u != nil {
		u.what += " within " + outer.described()
	}
	return u
}

// described is what messages call a file so compressed.
func (c Codec) described() string {
	if c == Zip || c == Parquet {
		return c.unit()
	}
	return c.String() + " data"
}
