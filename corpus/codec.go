package corpus

import (
	"bytes"
	"path/filepath"
	"strings"
)

// Codec is the way a corpus is compressed.
type Codec uint8

// The codecs that Open recognises. Create writes Plain and Zstd.
const (
	Plain Codec = iota // text as it is
	Zstd               // one or more zstd frames, skippable frames included
	Gzip               // one or more gzip members
)

// String gives the codec's name in lower case: "plain", "zstd" or "gzip".
func (c Codec) String() string {
	switch c {
	case Plain:
		return "plain"
	case Zstd:
		return "zstd"
	case Gzip:
		return "gzip"
	}
	return "unknown"
}

// unit is what the codec calls one of the independent pieces a file is made of.
func (c Codec) unit() string {
	if c == Gzip {
		return "gzip member"
	}
	return "zstd frame"
}

// magicLen is the number of bytes that tell the codecs apart.
const magicLen = 4

var (
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
	gzipMagic = []byte{0x1f, 0x8b}
	// skipMagic follows a first byte of 0x50 to 0x5f.
	skipMagic = []byte{0x2a, 0x4d, 0x18}
)

// detectCodec decides by the first bytes of a stream; head has magicLen bytes unless the stream is shorter. The name
// decides only where the content cannot: a stream of one to three bytes that begins like a magic number is a cut
// file when it is named as one, and text otherwise.
func detectCodec(head []byte, name string) Codec {
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		return Gzip
	case len(head) >= magicLen && startsZstd(head):
		return Zstd
	case len(head) == 0 || len(head) >= magicLen:
		return Plain
	case startsZstd(head) && (namedCodec(name) == Zstd || bytes.HasPrefix(head, zstdMagic[:2])):
		return Zstd
	case bytes.HasPrefix(gzipMagic, head) && namedCodec(name) == Gzip:
		return Gzip
	}
	return Plain
}

// startsZstd reports whether head agrees with the magic number of a zstd or a skippable frame, as far as it goes.
func startsZstd(head []byte) bool {
	if len(head) == 0 {
		return false
	}
	n := min(len(head), magicLen)
	return bytes.Equal(head[:n], zstdMagic[:n]) ||
		head[0]&0xf0 == 0x50 && bytes.Equal(head[1:n], skipMagic[:n-1])
}

// namedCodec gives the codec that a file name claims.
func namedCodec(name string) Codec {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".zst":
		return Zstd
	case ".gz":
		return Gzip
	}
	return Plain
}
