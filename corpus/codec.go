package corpus

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// This file tells codecs apart, by the first bytes of a file and by its name.

// Codec is the way a corpus is compressed, or encoded otherwise.
type Codec uint8

// The codecs that Open recognises. Create writes Plain, Zstd and Gzip by name, and Parquet and Zip if
// CreateOptions ask for it.
const (
	Plain    Codec = iota // text as it is
	Zstd                  // one or more zstd frames, skippable frames included
	Gzip                  // one or more gzip members
	Bzip2                 // one or more bzip2 streams
	Xz                    // one or more xz streams
	Zip                   // a zip archive: see Reader.Next
	Parquet               // a Parquet file, which is read as typed CSV
	UTF16                 // text in UTF-16 with a byte order mark
	oldLines              // a regular text file whose lines end with carriage returns alone
)

// codecs holds the properties of each codec.
var codecs = [...]struct{ name, unit, extension string }{
	Plain: {"plain", "text", ""},
	Zstd:  {"zstd", "a zstd frame", ".zst"},
	Gzip:  {"gzip", "a gzip member", ".gz"},
	Bzip2: {"bzip2", "a bzip2 stream", ".bz2"},
	Xz:    {"xz", "an xz stream", ".xz"},
	Zip:   {"zip", "a zip archive", ".zip"},

	Parquet: {"parquet", "a Parquet file", ".parquet"},
	UTF16:   {"utf-16", "UTF-16 text", ""},

	oldLines: {"carriage returns", "text with carriage returns", ""},
}

// String returns the codec's name in lower case: "plain", "zstd", "gzip" and so on.
func (c Codec) String() string {
	if int(c) < len(codecs) {
		return codecs[c].name
	}
	return "unknown"
}

// unit is what a file of the codec consists of, with an article.
func (c Codec) unit() string { return codecs[c].unit }

// detectBytes is how many bytes tell every codec from text.
const detectBytes = 10

// magics are the first bytes of each codec except zstd. A bzip2 stream begins with text and its level;
// the number of a block, or of the end of an empty stream, follows.
var magics = []struct {
	codec Codec
	magic string
}{
	{Gzip, gzipMagic},
	{Xz, xzMagic},
	{Parquet, parquettable.Magic},
	{Zip, "PK\x03\x04"},
	{Zip, "PK\x05\x06"},
	{Bzip2, "BZh?\x31\x41\x59\x26\x53\x59"},
	{Bzip2, "BZh?\x17\x72\x45\x38\x50\x90"},
	{UTF16, utf16Little},
	{UTF16, utf16Big},
}

const xzMagic = "\xfd7zXZ\x00"

// agrees reports whether head and a magic number agree as far as both go; ? is a digit from 1 to 9.
func agrees(head []byte, magic string) bool {
	for i := range min(len(head), len(magic)) {
		if head[i] != magic[i] && (magic[i] != '?' || head[i] < '1' || head[i] > '9') {
			return false
		}
	}
	return true
}

// detectCodec returns the codec of a stream by its first bytes: at least zframe.MagicLen, unless the
// stream is shorter. The name decides only about one to three bytes that begin like a magic number:
// they are a cut file if it is named so, or if no text begins so, and otherwise text.
func detectCodec(head []byte, name string) Codec {
	if bytes.HasPrefix(head, []byte(utf32Little)) {
		return Plain
	}
	short := len(head) < zframe.MagicLen
	named := promisedCodec(name)
	if zframe.Starts(head) && (!short || named == Zstd || bytes.HasPrefix(head, []byte(zframe.Magic[:2]))) {
		return Zstd
	}
	for _, m := range magics {
		binary := m.codec == Gzip || m.codec == Xz || m.codec == UTF16
		if len(head) > 0 && agrees(head, m.magic) && (!short || named == m.codec || binary && len(head) > 1) {
			return m.codec
		}
	}
	return Plain
}

// promisedCodec returns the codec that the name of a file to read claims. NumPy's .npz is an archive.
func promisedCodec(name string) Codec {
	if strings.EqualFold(filepath.Ext(name), ".npz") {
		return Zip
	}
	return namedCodec(name)
}

// namedCodec returns the codec that a file name claims.
func namedCodec(name string) Codec {
	extension := strings.ToLower(filepath.Ext(name))
	for codec := range codecs {
		if extension != "" && codecs[codec].extension == extension {
			return Codec(codec)
		}
	}
	return Plain
}
