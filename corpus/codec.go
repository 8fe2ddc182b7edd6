package corpus

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// Codec is the way a corpus is compressed.
type Codec uint8

// The codecs that Open recognises. Create writes Plain and Zstd,
// and Parquet where it is told to.
const (
	Plain   Codec = iota // text as it is
	Zstd                 // one or more zstd frames, skippable frames included
	Gzip                 // one or more gzip members
	Parquet              // a Parquet file, whose table is read as typed CSV
)

// String gives the codec's name in lower case: "plain", "zstd", "gzip" or
// "parquet".
func (c Codec) String() string {
	switch c {
	case Plain:
		return "plain"
	case Zstd:
		return "zstd"
	case Gzip:
		return "gzip"
	case Parquet:
		return "parquet"
	}
	return "unknown"
}

// unit is what the codec calls one of the independent pieces a file is made of.
func (c Codec) unit() string {
	switch c {
	case Gzip:
		return "gzip member"
	case Parquet:
		return "Parquet file"
	}
	return "zstd frame"
}

var gzipMagic = []byte{0x1f, 0x8b}

// detectCodec decides by the first bytes of a stream; head has zframe.MagicLen
// bytes unless the stream is shorter. The name decides only where the content
// cannot: a stream of one to three bytes that begins like a magic number is a
// cut file when it is named as one, and text otherwise.
func detectCodec(head []byte, name string) Codec {
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		return Gzip
	case len(head) >= zframe.MagicLen && zframe.Starts(head):
		return Zstd
	case bytes.HasPrefix(head, []byte(parquettable.Magic)):
		return Parquet
	case len(head) == 0 || len(head) >= zframe.MagicLen:
		return Plain
	case zframe.Starts(head) && (namedCodec(name) == Zstd || bytes.HasPrefix(head, []byte(zframe.Magic[:2]))):
		return Zstd
	case bytes.HasPrefix(gzipMagic, head) && namedCodec(name) == Gzip:
		return Gzip
	}
	return Plain
}

// namedCodec gives the codec that a file name claims.
func namedCodec(name string) Codec {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".zst":
		return Zstd
	case ".gz":
		return Gzip
	case ".parquet":
		return Parquet
	}
	return Plain
}
