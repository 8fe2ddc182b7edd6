package parquettable

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// noPanic fails a test at an error that was a panic.
func noPanic(t *testing.T, err error) {
	t.Helper()
	if p, ok := errors.AsType[*guard.Panic](err); ok {
		t.Fatal(p)
	}
}

// fuzzMost is the most that fuzz targets read, a little more than the largest file they begin
// with. Larger inputs add nothing but time.
const fuzzMost = 24 << 10

// FuzzRead reads anything: it may fail, but not panic, hang or take much memory.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.parquet") // the pattern is right
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add(write(f, "a,b\ntext,int\nx,1\n,\n", WriterOptions{}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > fuzzMost {
			return
		}
		r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{})
		if err != nil {
			noPanic(t, err)
			return
		}
		defer r.Close()
		if len(raw)%2 == 1 { // columns are left out, once there was a look at all
			_, err := io.CopyN(io.Discard, r, 1000)
			noPanic(t, err)
			r.Only(0, (1+len(r.footer.columns))/2)
		}
		n, err := io.Copy(io.Discard, io.LimitReader(r, 64<<20))
		noPanic(t, err)
		if err == nil && n == 0 {
			t.Error("no header")
		}
	})
}

// FuzzWrite writes anything. A text that is a table reads back as a table that is written as the
// same file.
func FuzzWrite(f *testing.F) {
	f.Add([]byte("a,b,c,d,e\ntext,int,float,bool,json\nx,1,1.5,true,[]\n\"\",,,,\n\"q\"\"\n\",-1,nan,false,{}\n"))
	f.Add([]byte("a\nint\n\n5\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > fuzzMost {
			return
		}
		raw, err := tryWrite(string(text), WriterOptions{})
		if err != nil {
			noPanic(t, err)
			return
		}
		back, err := read(t, raw, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := tryWrite(back, WriterOptions{})
		if err != nil || !bytes.Equal(raw, again) {
			t.Errorf("%q reads as %q: %v", text, back, err)
		}
	})
}
