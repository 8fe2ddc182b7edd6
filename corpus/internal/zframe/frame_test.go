package zframe

import (
	"bufio"
	"bytes"
	"testing"
)

// TestFrameFields reads headers of every kind by the table of RFC 8878, section
// 3.1.1.1.
func TestFrameFields(t *testing.T) {
	const single = 1 << 5
	for _, c := range []struct {
		descriptor byte
		fields     []byte
		content    uint64
		known      bool
		window     uint64
	}{
		{0, []byte{0}, 0, false, 1 << 10},
		{0, []byte{11<<3 | 5}, 0, false, 1<<21 + 5<<18},
		{2, []byte{1 << 3, 7, 7}, 0, false, 1 << 11},
		{single, []byte{200}, 200, true, 200},
		{single | 1, []byte{7, 200}, 200, true, 200},
		{1 << 6, []byte{0, 0x34, 0x12}, 0x1234 + 256, true, 1 << 10},
		{1<<6 | single, []byte{0, 0}, 256, true, 256},
		{1<<6 | single | 3, []byte{7, 7, 7, 7, 0xff, 0xff}, 65535 + 256, true, 65535 + 256},
		{2<<6 | single, []byte{0x78, 0x56, 0x34, 0x12}, 0x12345678, true, 0x12345678},
		{3 << 6, []byte{2 << 3, 8, 7, 6, 5, 4, 3, 2, 1}, 0x0102030405060708, true, 1 << 12},
	} {
		raw := append(append([]byte(Magic), c.descriptor), c.fields...)
		h, err := peekHeader(bufio.NewReader(bytes.NewReader(raw)))
		if want := (frameHeader{len(raw), c.content, c.known, c.window, false}); h != want || err != nil {
			t.Errorf("descriptor %#x, fields %x: %+v, %v; want %+v", c.descriptor, c.fields, h, err, want)
		}
	}
}
