package parquettable

import (
	"io"
	"os"
	"testing"
)

func TestSample(t *testing.T) {
	f, err := os.Open(os.Getenv("PQ"))
	if err != nil {
		t.Skip()
	}
	st, _ := f.Stat()
	r, err := NewReader(f, st.Size(), ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if len(b) > 3000 {
		b = b[:3000]
	}
	t.Logf("%s\n%v", b, err)
}
