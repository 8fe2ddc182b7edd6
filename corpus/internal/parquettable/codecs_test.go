package parquettable

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"
)

// TestHadoop decompresses two blocks of LZ4 as Spark writes them, whole, cut anywhere, and with
// each byte of the sizes changed.
func TestHadoop(t *testing.T) {
	t.Parallel()
	want := strings.Repeat("..43..2.9", 40)
	var src []byte
	for _, text := range []string{want[:100], want[100:]} {
		packed := make([]byte, lz4.CompressBlockBound(len(text)))
		n, err := lz4.CompressBlock([]byte(text), packed, nil)
		if err != nil || n == 0 {
			t.Fatal(n, err)
		}
		src = binary.BigEndian.AppendUint32(src, uint32(len(text)))
		src = append(binary.BigEndian.AppendUint32(src, uint32(n)), packed[:n]...)
	}
	dst := make([]byte, len(want))
	if err := decompress(nil, lz4Hadoop, dst, src); err != nil || string(dst) != want {
		t.Errorf("%v, %q", err, dst)
	}
	for n := range src {
		if err := decompress(nil, lz4Hadoop, dst, src[:n]); err == nil {
			t.Errorf("cut to %d bytes: no error", n)
		}
	}
	for i := range 8 {
		src[i]++
		if err := decompress(nil, lz4Hadoop, dst, src); err == nil {
			t.Errorf("byte %d changed: no error", i)
		}
		src[i]--
	}
}
