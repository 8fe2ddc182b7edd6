package corpus

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// object is bytes that are no file, and notices when they are closed.
type object struct {
	*bytes.Reader
	closed int
}

func (o *object) Close() error {
	o.closed++
	return nil
}

// TestObjects writes objects, wants the bytes of a file of that name, and reads
// them as that is read: all of it, from a border on, and cut short.
func TestObjects(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("one\ntwo\nthree\n", 200_000))
	for _, name := range []string{"a.txt", "a.txt.zst", "a.txt.gz"} {
		path := filepath.Join(t.TempDir(), name)
		file, err := Create(path, CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var stored bytes.Buffer
		w, err := NewWriter(name, &stored, CreateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, out := range []*Writer{file, w} {
			if _, err := out.Write(text); err != nil {
				t.Fatal(err)
			}
			if err := out.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(stored.Bytes(), want) {
			t.Errorf("%s: %d bytes in the store, in the file %d: %v", name, stored.Len(), len(want), err)
		}
		readObject(t, name, stored.Bytes(), text)
	}
	if _, err := NewWriter("a.xz", io.Discard, CreateOptions{}); err == nil {
		t.Error("an .xz was written")
	}
	if _, err := NewWriter("a.txt", nil, CreateOptions{}); err == nil {
		t.Error("written to nothing")
	}
	if _, err := NewWriter("a.zst", io.Discard, CreateOptions{Level: 23}); err == nil {
		t.Error("written at a level that there is not")
	}
}

func readObject(t *testing.T, name string, stored, text []byte) {
	t.Helper()
	o := &object{Reader: bytes.NewReader(stored)}
	r, err := OpenAt(name, o, int64(len(stored)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	border, divisible, err := r.Border(int64(len(stored)/2), Grain{})
	if err != nil || divisible == strings.HasSuffix(name, ".gz") {
		t.Errorf("%s: divisible: %v, %v", name, divisible, err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%s: read %d bytes, %v", name, len(got), err)
	}
	if divisible {
		if err := r.Enter(border, Border{}); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || border.Text == 0 || !bytes.Equal(got, text[border.Text:]) {
			t.Errorf("%s: read %d bytes from %d on, %v", name, len(got), border.Text, err)
		}
	}
	if err := r.Close(); err != nil || o.closed != 1 {
		t.Errorf("%s: closed %d times, %v", name, o.closed, err)
	}
	short, err := OpenAt(name, bytes.NewReader(stored[:len(stored)-9]), int64(len(stored)), Options{})
	if err == nil {
		_, err = io.Copy(io.Discard, short)
	}
	if !errors.Is(err, errShrunk) {
		t.Errorf("%s: a shorter one: %v", name, err)
	}
}
