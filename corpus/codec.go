package corpus

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// Codec is the way a corpus is compressed, or encoded otherwise.
type Codec uint8

// The codecs that Open recognises. Create writes Plain, Zstd and Gzip,
// and Parquet and Zip where it is told to.
const (
	Plain    Codec = iota // text as it is
	Zstd                  // one or more zstd frames, skippable frames included
	Gzip                  // one or more gzip members
	Bzip2                 // one or more bzip2 streams
	Xz                    // one or more xz streams
	Zip                   // a zip archive, a container: see Reader.Next
	Parquet               // a Parquet file, whose table is read as typed CSV
	UTF16                 // text in UTF-16 with a byte order mark
	oldLines              // a regular file of text whose lines end with carriage returns alone
)

// codecs holds what is known of each.
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

// String gives the codec's name in lower case: "plain", "zstd", "gzip" and so
// on.
func (c Codec) String() string {
	if int(c) < len(codecs) {
		return codecs[c].name
	}
	return "unknown"
}

// unit is what the codec calls one of the independent pieces a file is made of,
// with an article.
func (c Codec) unit() string { return codecs[c].unit }

// detectBytes is how many bytes tell a codec from text, where they are there.
const detectBytes = 10

// magics begin what is compressed, except for zstd. A bzip2 stream, whose
// beginning is text, is recognised by the number of a block, or of an empty
// stream's end, behind its level.
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

// agrees reports whether head agrees with a magic number as far as both go; ?
// is any of the digits 1 to 9.
func agrees(head []byte, magic string) bool {
	for i := range min(len(head), len(magic)) {
		if head[i] != magic[i] && (magic[i] != '?' || head[i] < '1' || head[i] > '9') {
			return false
		}
	}
	return true
}

// detectCodec decides by the first bytes of a stream; head has zframe.MagicLen
// bytes unless the stream is shorter, and may have more. The name decides only
// where the content cannot: a stream of one to three bytes that begins like a
// magic number is a cut file when it is named as one, and text otherwise,
// unless it begins like no text does.
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

// promisedCodec gives the codec that the name of a file to read claims: an .npz file
// of numpy's is an archive.
func promisedCodec(name string) Codec {
	if strings.EqualFold(filepath.Ext(name), ".npz") {
		return Zip
	}
	return namedCodec(name)
}

// namedCodec gives the codec that a file name claims.
func namedCodec(name string) Codec {
	extension := strings.ToLower(filepath.Ext(name))
	for codec := range codecs {
		if extension != "" && codecs[codec].extension == extension {
			return Codec(codec)
		}
	}
	return Plain
}
