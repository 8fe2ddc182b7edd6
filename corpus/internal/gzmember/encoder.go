package gzmember

import (
	"bytes"

	"github.com/klauspost/compress/gzip"
)

// An encoder makes members of groups. Their headers have no name and no time.
// Solved grids, and puzzles, get smaller by Huffman codes alone than by a search
// for matches, which are there by chance, and ten times as fast.
type encoder struct {
	level    int
	literals coder // Huffman codes alone
	search   coder
	sample   []byte
}

// Pack appends the member of a group.
func (e *encoder) Pack(dst, text []byte) ([]byte, error) {
	if e.level == 0 {
		if pays, err := e.literalsPay(text); err != nil {
			return dst, err
		} else if pays {
			return e.literals.pack(gzip.HuffmanOnly, dst, text)
		}
	}
	return e.search.pack(gzipLevel(e.level), dst, text)
}

// zstdLevels is the largest level of zstd.
const zstdLevels = 22

// gzipLevel is the level of gzip that is as far up as one of zstd.
func gzipLevel(level int) int {
	if level == 0 {
		return gzip.DefaultCompression
	}
	level = min(max(level, 1), zstdLevels)
	return 1 + (level-1)*(gzip.BestCompression-1)/(zstdLevels-1)
}

// sampleText is how much of a group is tried: enough lines for those that
// repeat to be among them, and little beside a group.
const sampleText = 4 << 10

// literalsPay tries both ways on a sample, from the middle of the group.
func (e *encoder) literalsPay(text []byte) (bool, error) {
	if len(text) < sampleText {
		return false, nil
	}
	at := (len(text) - sampleText) / 2
	text = text[at : at+sampleText]
	var err error
	if e.sample, err = e.literals.pack(gzip.HuffmanOnly, e.sample[:0], text); err != nil {
		return false, err
	}
	literals := len(e.sample)
	if e.sample, err = e.search.pack(gzip.DefaultCompression, e.sample[:0], text); err != nil {
		return false, err
	}
	return literals <= len(e.sample)+len(e.sample)/8, nil
}

// A coder keeps a gzip.Writer of one level.
type coder struct{ gzip *gzip.Writer }

// pack appends a member.
func (c *coder) pack(level int, dst, text []byte) ([]byte, error) {
	out := bytes.NewBuffer(dst)
	if c.gzip == nil {
		var err error
		if c.gzip, err = gzip.NewWriterLevel(out, level); err != nil {
			return dst, err
		}
	}
	c.gzip.Reset(out)
	if _, err := c.gzip.Write(text); err != nil {
		return dst, err
	}
	err := c.gzip.Close()
	return out.Bytes(), err
}
