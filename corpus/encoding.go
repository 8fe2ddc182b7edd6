package corpus

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// This file decodes text with one byte for each character, which old spreadsheets write.

// An Encoding is how a text that is no UTF-16 writes its characters.
type Encoding string

// The encodings that Options name.
const (
	UTF8        Encoding = ""
	Latin1      Encoding = "latin1" // ISO 8859-1
	Windows1252 Encoding = "windows-1252"
)

// windows1252 holds the characters 0x80 to 0x9f of Windows-1252; a space stands for none. The others are
// as in Latin-1.
var windows1252 = []rune("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ")

// A byteDecoder converts text to UTF-8. Text that has a NUL at its beginning is no text and stays as it is.
type byteDecoder struct {
	encoding Encoding
	read     func([]byte) (int, error)
	raw      []byte // room for a read
	begun    bool
	binary   bool
	text     []byte // decoded, not yet read
	buf      []byte
}

// Read waits for no more than it needs to return a byte.
func (d *byteDecoder) Read(p []byte) (int, error) {
	for len(d.text) == 0 {
		n, err := d.read(d.raw)
		if err != nil {
			return 0, err
		}
		if !d.begun && n > 0 {
			d.begun, d.binary = true, bytes.IndexByte(d.raw[:n], 0) >= 0
		}
		if err := d.decode(d.raw[:n]); err != nil {
			return 0, err
		}
	}
	n := copy(p, d.text)
	d.text = d.text[n:]
	return n, nil
}

// decode converts bytes.
func (d *byteDecoder) decode(raw []byte) error {
	if d.text = raw; d.binary {
		return nil
	}
	d.buf = d.buf[:0]
	for _, b := range raw {
		r := rune(b)
		if d.encoding == Windows1252 && b >= 0x80 && b < 0xa0 {
			if r = windows1252[b-0x80]; r == ' ' {
				return fmt.Errorf("%s has no character %#x: is it another encoding?", d.encoding, b)
			}
		}
		d.buf = utf8.AppendRune(d.buf, r)
	}
	d.text = d.buf
	return nil
}

// decodeText reads text up to the border at which that ends, in UTF-8.
func (r *Reader) decodeText(p []byte) (int, error) {
	if r.opts.Encoding == UTF8 || r.Codec() == Parquet || r.Codec() == UTF16 {
		return r.decode(p)
	}
	if r.bytes == nil {
		r.bytes = &byteDecoder{encoding: r.opts.Encoding, read: r.decode, raw: make([]byte, skimText)}
	}
	return r.bytes.Read(p)
}

var _ io.Reader = (*byteDecoder)(nil)
