package corpus

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// This file decodes UTF-16, which spreadsheets write as "Unicode text" and PowerShell redirects to
// files.

// The byte order marks by which UTF-16 is recognised.
const (
	utf16Little = "\xff\xfe"
	utf16Big    = "\xfe\xff"
	// The mark of UTF-32 begins like one of UTF-16.
	utf32Little = utf16Little + "\x00\x00"
)

// A utf16Decoder converts UTF-16 text to UTF-8. Half a character becomes U+FFFD.
type utf16Decoder struct {
	raw   *bufio.Reader
	order binary.ByteOrder
	high  rune   // the first half of a character whose second half follows; otherwise 0
	text  []byte // decoded, not yet read
	buf   []byte
}

// newUTF16Decoder reads the byte order mark.
func newUTF16Decoder(raw *bufio.Reader) (*utf16Decoder, error) {
	u := &utf16Decoder{raw: raw, order: binary.LittleEndian}
	var mark [len(utf16Big)]byte
	if _, err := io.ReadFull(raw, mark[:]); err != nil {
		return nil, err
	}
	if string(mark[:]) == utf16Big {
		u.order = binary.BigEndian
	}
	return u, nil
}

// Read waits for no more than it needs to return a byte.
func (u *utf16Decoder) Read(p []byte) (int, error) {
	for len(u.text) == 0 {
		if err := u.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, u.text)
	u.text = u.text[n:]
	return n, nil
}

// fill decodes the bytes in the buffer.
func (u *utf16Decoder) fill() error {
	head, err := u.raw.Peek(2)
	switch {
	case len(head) == 1 && err == io.EOF:
		return fmt.Errorf("cut inside a character of UTF-16: %w", io.ErrUnexpectedEOF)
	case err == io.EOF && u.high != 0:
		u.high, u.text = 0, utf8.AppendRune(u.buf[:0], utf8.RuneError)
		return nil
	case err != nil:
		return err
	}
	head, _ = u.raw.Peek(u.raw.Buffered() &^ 1)
	u.buf = u.buf[:0]
	for at := 0; at < len(head); at += 2 {
		u.add(rune(u.order.Uint16(head[at:])))
	}
	u.text = u.buf
	_, err = u.raw.Discard(len(head))
	return err
}

// add appends a character, or keeps its first half.
func (u *utf16Decoder) add(half rune) {
	if u.high != 0 {
		whole := utf16.DecodeRune(u.high, half)
		u.high = 0
		u.buf = utf8.AppendRune(u.buf, whole)
		if whole != utf8.RuneError {
			return
		}
	}
	if half >= 0xd800 && half < 0xdc00 {
		u.high = half
		return
	}
	u.buf = utf8.AppendRune(u.buf, half)
}
