package corpus

import (
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// inUTF16 returns a text as UTF-16 with a byte order mark.
func inUTF16(text string, order binary.AppendByteOrder) []byte {
	var b []byte
	for _, half := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, half)
	}
	return b
}

// TestUTF16 reads text of either byte order, however it comes.
func TestUTF16(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("53..7…\t│\r\n", 3000) + "😀 end"
	for _, text := range []string{"", "1\n", long} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			in := inUTF16(text, order)
			if got, err := readBytes(t, in); got != text || err != nil {
				t.Errorf("%v: %d bytes, want %d, %v", order, len(got), len(text), err)
			}
			r := mustOpen(t, "-", Options{Stdin: iotest.OneByteReader(strings.NewReader(string(in)))})
			got, err := io.ReadAll(r)
			if string(got) != text || err != nil || r.Codec() != UTF16 {
				t.Errorf("%v, a byte at a time: %d bytes, want %d, %v, %v", order, len(got), len(text), r.Codec(), err)
			}
		}
	}
}

// TestUTF16Damage wants a cut text to fail, and halves of characters to be none.
func TestUTF16Damage(t *testing.T) {
	t.Parallel()
	whole := inUTF16("12", binary.LittleEndian)
	if got, err := readBytes(t, whole[:len(whole)-1]); got != "1" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", got, err)
	}
	for in, want := range map[string]string{
		"\xff\xfe\x00\xd8":         "\ufffd",
		"\xff\xfe\x00\xd81\x00":    "\ufffd1",
		"\xff\xfe\x00\xdc1\x00":    "\ufffd1",
		"\xfe\xff\xd8\x3d\xde\x00": "😀",
	} {
		if got, err := readBytes(t, []byte(in)); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}
