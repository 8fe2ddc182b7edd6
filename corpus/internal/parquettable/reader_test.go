package parquettable

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExtreme reads the beginning of sudoku-extreme as it is published.
func TestExtreme(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "wild", "sudoku-extreme.parquet"))
	if err != nil {
		t.Skip("no ../shared/wild beside the project: ", err)
	}
	text, err := read(t, raw, nil)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != "source,question,answer,rating" {
		t.Errorf("columns: %s", lines[0])
	}
	for _, line := range lines[2:] {
		if fields := strings.Split(line, ","); len(fields) != 4 || len(fields[1]) != 81 || len(fields[2]) != 81 {
			t.Errorf("row %q", line)
		}
	}
}

// TestOpenErrors has files that are none, or not whole.
func TestOpenErrors(t *testing.T) {
	t.Parallel()
	raw := write(t, "a\nint\n1\n", WriterOptions{})
	encrypted := append(bytes.Clone(raw[:len(raw)-1]), 'E')
	huge := bytes.Clone(raw)
	little.PutUint32(huge[len(huge)-8:], 1<<31)
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"magic":     {[]byte("PAR1PAR1"), ErrCut.Error()},
		"encrypted": {encrypted, ErrEncrypted.Error()},
		"huge":      {huge, "damaged"},
		"empty":     {[]byte("PAR1\x00\x01\x00\x00\x00PAR1"), "no columns"},
	} {
		if _, err := read(t, c.raw, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPageError wants the place of damage, after the text before it.
func TestPageError(t *testing.T) {
	t.Parallel()
	text := extreme(4000)
	raw := write(t, text, WriterOptions{})
	raw[len(raw)*9/10] ^= 1 // in the pages of the last column but one
	got, err := read(t, raw, nil)
	var page *PageError
	if !errors.As(err, &page) || page.Column != "answer" || page.Group != 0 || !errors.Is(err, errChecksum) {
		t.Errorf("%v", err)
	}
	if len(got) == 0 || !strings.HasPrefix(text, got) {
		t.Errorf("%d bytes of text ahead", len(got))
	}
}

// TestClose ends a Read that follows.
func TestClose(t *testing.T) {
	t.Parallel()
	raw := write(t, extreme(2000), WriterOptions{})
	r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.CopyN(io.Discard, r, 1000); err != nil {
		t.Error(err)
	}
	r.Close()
	if _, err := io.Copy(io.Discard, r); err == nil {
		t.Error("a clean end after Close")
	}
}
