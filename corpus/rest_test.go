package corpus

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRest(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 20_000)
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	buf := make([]byte, 1000)
	if _, err := io.ReadFull(r, buf); err != nil {
		t.Fatal(err)
	}
	rest, from, to := r.Rest()
	if rest == nil || from != 1000 || to != int64(len(text)) {
		t.Fatalf("Rest: got %v, %d to %d, want 1000 to %d", rest, from, to, len(text))
	}
	for _, at := range []int64{1000, 200_000, to - 1000} {
		if _, err := rest.ReadAt(buf, at); err != nil || string(buf) != text[at:at+1000] {
			t.Errorf("ReadAt %d: %v, or other text", at, err)
		}
	}
	if _, err := rest.ReadAt(buf, to-10); err == nil || !strings.Contains(err.Error(), "a.txt: at byte 320000: the file has become shorter") {
		t.Errorf("ReadAt beyond the end: %v", err)
	}
	if err := r.Continue(300_000); err != nil || r.BytesIn() != 300_000 {
		t.Fatalf("Continue: %v, %d bytes in", err, r.BytesIn())
	}
	if got, err := io.ReadAll(r); err != nil || string(got) != text[300_000:] {
		t.Errorf("%d bytes after byte 300,000, %v", len(got), err)
	}
	if rest, _, _ := r.Rest(); rest != nil {
		t.Error("a rest after the end")
	}
}

// Only plain files have a rest.
func TestRestOfOthers(t *testing.T) {
	for _, name := range []string{"@demo", "-"} {
		r, err := Open(name, Options{Stdin: strings.NewReader("text")})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err := r.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		if rest, _, _ := r.Rest(); rest != nil {
			t.Errorf("%s has a rest", name)
		}
	}
}
