package corpus

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
)

// divided are files that have borders: how they are written, and in what grain they
// are divided.
var divided = []struct {
	name, text string
	opts       CreateOptions
	grain      Grain
	least      int // borders
}{
	{"a.txt", "\xef\xbb\xbfone\r\ntwo\r\n\r\n" + strings.Repeat("line\n", 2000) + "last", CreateOptions{}, Grain{Head: 3}, 2000},
	{"a.npy", "header" + strings.Repeat("0123456789", 30), CreateOptions{}, Grain{Head: 6, Size: 10}, 30},
	{"half.npy", "header" + strings.Repeat("0123456789", 3) + "half", CreateOptions{}, Grain{Head: 6, Size: 10}, 4},
	{"a.txt.zst", strings.Repeat("some text\n", 200_000), CreateOptions{}, Grain{}, 4},
	{"a.parquet", table, CreateOptions{Parquet: true, GroupText: 222500}, Grain{Head: 24}, 27},
	{"large.parquet", table, CreateOptions{Parquet: true}, Grain{Head: 24}, 1},
	{"small.parquet", strings.Join(strings.SplitAfter(table, "\n")[:250], ""), CreateOptions{Parquet: true, GroupText: 1}, Grain{Head: 24}, 100},
}

// borders are all borders of a corpus but for its beginning; the last is its end.
func borders(t *testing.T, r *Reader, grain Grain) (all []Border) {
	t.Helper()
	for at := int64(0); at < r.Size(); {
		b, ok, err := r.Border(at, grain)
		if err != nil || !ok || b.Raw < at {
			t.Fatalf("%s: the border after %d: %v, %v, %v", r.Name(), at, b, ok, err)
		}
		all = append(all, b)
		at = b.Raw + 1
	}
	return all
}

// TestBorders reads files from one border to the next, and wants all of the text.
func TestBorders(t *testing.T) {
	corpustest.NoLeaks(t)
	for _, c := range divided {
		r := writtenAs(t, c.name, c.text, c.opts)
		all := borders(t, r, c.grain)
		if len(all) < c.least || all[len(all)-1].Raw != r.Size() {
			t.Errorf("%s: %d borders, want %d", c.name, len(all), c.least)
		}
		if len(all) > 100 { // some, the end and the one before among these
			all = append(all[:50], all[len(all)-50:]...)
		}
		var text bytes.Buffer
		from := Border{}
		for _, to := range all {
			end := to
			if to.Raw == r.Size() {
				end = Border{}
			}
			if err := r.Enter(from, end); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			_, _ = io.CopyN(io.Discard, r, 5) // and again
			if err := r.Enter(from, end); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			part, err := io.ReadAll(r)
			if err != nil {
				t.Fatalf("%s, from %v to %v: %v", c.name, from, to, err)
			}
			text.Write(part)
			if end != (Border{}) && to.Text > 0 && int64(text.Len()) != to.Text {
				t.Fatalf("%s: %d bytes of text up to %v", c.name, text.Len(), to)
			}
			if n := bytes.Count(text.Bytes(), []byte{'\n'}) - 2; end != (Border{}) && c.opts.Parquet && int64(n) != to.Records {
				t.Fatalf("%s: %d rows up to %v", c.name, n, to)
			}
			if r.BytesIn() < to.Raw {
				t.Errorf("%s: %d bytes read up to %v", c.name, r.BytesIn(), to)
			}
			from = to
		}
		if text.String() != c.text {
			t.Errorf("%s: %d bytes of text, want %d, or others", c.name, text.Len(), len(c.text))
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// writtenAs makes a file of a text, and opens it.
func writtenAs(t *testing.T, name, text string, opts CreateOptions) *Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := Create(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	mustCommit(t, w)
	r := mustOpen(t, path, Options{})
	return r
}

// TestNoBorders wants files that cannot be divided to say so.
func TestNoBorders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		grain Grain
	}{{"a.txt.gz", Grain{}}, {"a.npy.zst", Grain{Size: 10}}} {
		r := writtenAs(t, c.name, strings.Repeat("123456789\n", 1000), CreateOptions{})
		if b, ok, err := r.Border(1, c.grain); ok || err != nil {
			t.Errorf("%s: %v, %v", c.name, b, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestEnterChanged enters files that are not what they were when they were divided.
func TestEnterChanged(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.txt", "a.txt.zst"} {
		r := writtenAs(t, name, "some text\n", CreateOptions{})
		if err := r.Enter(Border{}, Border{Raw: 100, Text: 100}); err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); !errors.Is(err, errShrunk) || len(text) != 10 {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	r := writtenAs(t, "a.parquet", table, CreateOptions{Parquet: true, GroupText: 222500})
	defer r.Close()
	to := borders(t, r, Grain{})[1]
	to.Records++
	if err := r.Enter(Border{}, to); err == nil {
		t.Error("there is no such row group")
	}
}

// TestEnterDamaged wants the error of a page to say which row group of the file it is
// in, from wherever that is read.
func TestEnterDamaged(t *testing.T) {
	t.Parallel()
	r := writtenAs(t, "a.parquet", table, CreateOptions{Parquet: true, GroupText: 222500})
	all := borders(t, r, Grain{})
	path := r.Name()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[all[6].Raw+40] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err = Open(path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i, wantErr := range []bool{false, true} {
		if err := r.Enter(all[5+i], all[6+i]); err != nil {
			t.Fatal(err)
		}
		_, err := io.ReadAll(r)
		page, isPage := errors.AsType[*parquettable.PageError](err)
		if isPage != wantErr || isPage && page.Group != 7 {
			t.Errorf("row group %d: %v", 6+i, err)
		}
	}
}

func TestRest(t *testing.T) {
	text := strings.Repeat("0123456789abcdef", 20_000)
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, path, Options{})
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
		r := mustOpen(t, name, Options{Stdin: strings.NewReader("text")})
		if _, err := r.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		if rest, _, _ := r.Rest(); rest != nil {
			t.Errorf("%s has a rest", name)
		}
	}
}
