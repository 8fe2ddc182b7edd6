package parquettable

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestDamage changes and cuts files: that is an error, or another text, and
// never a panic. Of what the Writer writes, a changed page is always an error.
func TestDamage(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.parquet")
	if err != nil || len(files) == 0 {
		t.Fatal("no files in testdata", err)
	}
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(raw); at += 1 + len(raw)/40 {
			for _, bit := range []byte{1, 0x80, 0xff} {
				raw[at] ^= bit
				_, err := read(t, raw, nil)
				noPanic(t, err)
				raw[at] ^= bit
			}
			if _, err := read(t, raw[:at], nil); err == nil {
				t.Errorf("%s cut at %d is read without an error", name, at)
			}
		}
	}
}

func TestChecksums(t *testing.T) {
	t.Parallel()
	text := extreme(300)
	raw := write(t, text, WriterOptions{})
	end := bytes.Index(raw, []byte("schema")) - 20 // a footer begins somewhere there
	for at := len(Magic); at < end; at += 7 {
		raw[at] ^= 4
		got, err := read(t, raw, nil)
		raw[at] ^= 4
		noPanic(t, err)
		if err == nil && got != text {
			t.Errorf("byte %d changed: another text without an error", at)
		}
	}
}
