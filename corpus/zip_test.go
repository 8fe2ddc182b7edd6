package corpus

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// readMembers reads all members of a file, as "name: text".
func readMembers(t testing.TB, path string, opts Options) ([]string, error) {
	t.Helper()
	r, err := Open(path, opts)
	if err != nil {
		return nil, err
	}
	return membersOf(t, r)
}

// membersOf reads all members of a corpus, and closes it.
func membersOf(t testing.TB, r *Reader) ([]string, error) {
	t.Helper()
	defer r.Close()
	var members []string
	for {
		name, ok, err := r.Next()
		if err != nil || !ok {
			return members, err
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return members, err
		}
		if r.Offset() != int64(len(text)) {
			t.Errorf("%s: offset %d of %d", name, r.Offset(), len(text))
		}
		members = append(members, name+": "+string(text))
	}
}

// twoMembers are an archive and the members that Next returns.
func twoMembers(t testing.TB) (raw []byte, want []string) {
	text := strings.Repeat(corpustest.Puzzle, 3)
	raw = zipFile(
		t,
		zipMember{"dir/", "", zip.Store}, zipMember{"dir/b.txt", text, zip.Deflate}, zipMember{"__MACOSX/dir/b.txt", "x", zip.Store}, zipMember{"dir/Thumbs.db", "x", zip.Store},
		zipMember{"dir/.hidden", "x", zip.Store}, zipMember{"a.txt", "1\n", zip.Store},
	)
	return raw, []string{"dir/b.txt: " + text, "a.txt: 1\n"}
}

func TestNext(t *testing.T) {
	raw, want := twoMembers(t)
	path := writeFile(t, "two.zip", raw)
	got, err := readMembers(t, path, Options{})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	var seen []string
	got, err = readMembers(t, path, Options{Members: func(names []string) [][]string { seen = names; return [][]string{{"a.txt"}} }})
	if err != nil || !slices.Equal(got, want[1:]) || !slices.Equal(seen, []string{"dir/b.txt", "a.txt"}) {
		t.Errorf("chosen of %q: %q, %v", seen, got, err)
	}
	_, err = readMembers(t, path, Options{Members: func([]string) [][]string { return [][]string{{"a.txt"}, {"a.txt"}} }})
	if err == nil || err.Error() != "opening "+path+": has no member a.txt left" {
		t.Error(err)
	}
	_, err = readMembers(t, path, Options{Members: func([]string) [][]string { return nil }})
	if _, ok := errors.AsType[*unsupportedError](err); !ok || !strings.Contains(err.Error(), "which to read: dir/b.txt, a.txt (unpack one and read that, as with unzip FILE dir/b.txt)") {
		t.Error(err)
	}
	if got, err := readMembers(t, writeFile(t, "none.zip", zipFile(t)), Options{}); got != nil || err != nil {
		t.Errorf("no members: %q, %v", got, err)
	}
}

// TestJoin reads members as one, wholly and without some, and wants damage in any of
// them that are read.
func TestJoin(t *testing.T) {
	raw := zipFile(t, zipMember{"a", "aaaa", zip.Store}, zipMember{"b", "bbbb", zip.Deflate}, zipMember{"c", "cccc", zip.Store})
	opts := Options{
		Members: func([]string) [][]string { return [][]string{{"c", "a"}, {"b"}} },
		Join: func(names []string, texts []io.Reader) io.Reader {
			return &inTurn{Reader: io.MultiReader(texts...), first: texts[0], names: names}
		},
	}
	path := writeFile(t, "join.zip", raw)
	got, err := readMembers(t, path, opts)
	if err != nil || !slices.Equal(got, []string{"c: ccccaaaa", "b: bbbb"}) {
		t.Errorf("%q, %v", got, err)
	}
	damaged := bytes.Replace(raw, []byte("aaaa"), []byte("aaab"), 1)
	_, err = readMembers(t, writeFile(t, "damaged.zip", damaged), opts)
	if !errors.Is(err, zip.ErrChecksum) || !strings.Contains(err.Error(), "in member c: at decoded byte 8: ") {
		t.Error(err)
	}
	for name, raw := range map[string][]byte{"whole": raw, "damaged": damaged} {
		r := mustOpen(t, writeFile(t, "only.zip", raw), opts)
		if _, _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(make([]byte, 3)); err != nil || !r.Only(0, 1) {
			t.Fatal(name, err)
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != "cccc" || r.Offset() != 4 {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if _, _, err := r.Next(); err != nil || r.Only(0, 1) {
			t.Errorf("%s: a member alone has columns, %v", name, err)
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != "bbbb" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// inTurn joins texts one behind the other.
type inTurn struct {
	io.Reader
	first io.Reader
	names []string
}

func (r *inTurn) Only(first, end int) {
	if first == 0 && end == 1 {
		r.Reader = r.first
	}
}

// TestNextOfOthers wants other files to be one member without a name.
func TestNextOfOthers(t *testing.T) {
	for _, raw := range [][]byte{[]byte(corpustest.Puzzle), corpustest.Frame(t, corpustest.Puzzle), xzStream(t, corpustest.Puzzle), nil} {
		for _, path := range []string{writeFile(t, "a", raw), "-"} {
			got, err := readMembers(t, path, Options{Stdin: bytes.NewReader(raw)})
			want := ": " + corpustest.Puzzle
			if raw == nil {
				want = ": "
			}
			if err != nil || !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %q, %v", path, got, err)
			}
		}
	}
}

// TestWithoutNext reads archives as if they were files.
func TestWithoutNext(t *testing.T) {
	text := strings.Repeat(corpustest.Puzzle, 3000)
	path := writeFile(t, "a.zip", zipped(t, text))
	r := mustOpen(t, path, Options{})
	got, err := io.ReadAll(r)
	if err != nil || string(got) != text || r.Codec() != Zip || r.BytesIn() != r.Size() {
		t.Errorf("%d bytes, %v, %v, %d of %d", len(got), err, r.Codec(), r.BytesIn(), r.Size())
	}
	if at, _, _ := r.Rest(); at != nil {
		t.Error("a member has a Rest")
	}
	if ok, err := r.Verify(r.Offset()); !ok || err != nil {
		t.Error(ok, err)
	}
	raw, _ := twoMembers(t)
	_, _, err = readPath(t, writeFile(t, "two.zip", raw))
	if !errors.Is(err, errMembers) || !strings.Contains(err.Error(), "2, the first are dir/b.txt, a.txt") {
		t.Error(err)
	}
	if text, _, err := readPath(t, writeFile(t, "none.zip", zipFile(t))); text != "" || err != nil {
		t.Errorf("no members: %q, %v", text, err)
	}
}

// TestGivenUp goes on before the end of a member, and closes within one.
func TestGivenUp(t *testing.T) {
	raw, want := twoMembers(t)
	r := mustOpen(t, writeFile(t, "two.zip", raw), Options{})
	if _, ok, err := r.Next(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := r.Read(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if ok, err := r.Verify(10); !ok || err != nil {
		t.Error(ok, err)
	}
	name, ok, err := r.Next()
	text, readErr := io.ReadAll(r)
	if !ok || errors.Join(err, readErr) != nil || name+": "+string(text) != want[1] {
		t.Errorf("%s: %q, %v, %v", name, text, err, readErr)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := r.Next(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Next after Close: %v", err)
	}
}

// TestZipDamage flips bits of every byte, and cuts everywhere: nothing but the names and
// texts that were is ever read to a clean end.
func TestZipDamage(t *testing.T) {
	raw, want := twoMembers(t)
	try := func(bad []byte) ([]string, error) {
		r, err := OpenAt("bad.zip", bytes.NewReader(bad), int64(len(bad)), Options{})
		if err != nil {
			return nil, err
		}
		return membersOf(t, r)
	}
	for n := 1; n < len(raw); n++ {
		if got, err := try(raw[:n]); err == nil {
			t.Errorf("cut at %d: %q", n, got)
		}
	}
	for i := range raw {
		for _, mask := range []byte{0xff, 1 << (i % 8)} {
			bad := bytes.Clone(raw)
			bad[i] ^= mask
			got, err := try(bad)
			if err == nil && !slices.Equal(got, want) && !slices.Equal(got, []string{": " + string(bad)}) {
				t.Errorf("byte %d ^ %#x: %q", i, mask, got)
			}
		}
	}
	if _, err := try(corpustest.Join(raw, []byte("\n"))); !errors.Is(err, errTrailing) {
		t.Errorf("trailing: %v", err)
	}
}

// TestZipErrors wants archive and member in messages.
func TestZipErrors(t *testing.T) {
	method := func(raw []byte, flag, method byte) []byte { // of the only member, in its header and in the index
		for _, at := range []int{0, bytes.Index(raw, []byte("PK\x01\x02")) + 2} {
			raw[at+6] |= flag
			raw[at+8] = method
		}
		return raw
	}
	wrong := zipFile(t, zipMember{"a.txt", corpustest.Puzzle, zip.Store})
	wrong[50] ^= 1
	for _, c := range []struct {
		raw  []byte
		want string
	}{
		{wrong, fmt.Sprintf("reading %%s: in member a.txt: at decoded byte %d: zip: checksum error", len(corpustest.Puzzle))},
		{method(zipped(t, "1\n"), 1, 8), "reading %s: in member a.txt: is encrypted (unpack it first: unzip FILE)"},
		{method(zipped(t, "1\n"), 0, 14), "reading %s: in member a.txt: is compressed by LZMA (unpack it first: 7z x FILE)"},
		{method(zipped(t, "1\n"), 0, 77), "reading %s: in member a.txt: is compressed by method 77 (unpack it first: 7z x FILE)"},
		{zipped(t, string(gzipMember(t, "1\n"))), "reading %s: in member a.txt: is gzip data within a zip archive (unpack the outer one first)"},
		{zipped(t, string(zipped(t, "1\n"))), "reading %s: in member a.txt: is a zip archive within a zip archive (unpack the outer one first)"},
		{zipped(t, "PAR1\x15\x04"), "reading %s: in member a.txt: is a Parquet file within a zip archive (unpack the outer one first)"},
		{zipFile(t, zipMember{"[Content_Types].xml", "x", 0}, zipMember{"xl/workbook.xml", "x", 0}), "opening %s: is an Excel workbook (save it as CSV)"},
		{zipFile(t, zipMember{"model/data.pkl", "x", 0}), "opening %s: is a PyTorch file (save the array"},
	} {
		path := writeFile(t, "a.zip", c.raw)
		_, err := readMembers(t, path, Options{})
		if want := fmt.Sprintf(c.want, path); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// TestZipChanged has the file change while it is read.
func TestZipChanged(t *testing.T) {
	for size, want := range map[int64]error{-1: errShrunk, 1: errGrown} {
		path := writeFile(t, "a.zip", zipped(t, corpustest.Puzzle))
		r := mustOpen(t, path, Options{})
		if err := os.Truncate(path, r.Size()+size); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(r); !errors.Is(err, want) {
			t.Errorf("%+d bytes: %v", size, err)
		}
		r.Close()
	}
}

// TestZipOfPipe has no file that can be read from its end.
func TestZipOfPipe(t *testing.T) {
	_, err := readBytes(t, zipped(t, corpustest.Puzzle))
	u, ok := errors.AsType[*unsupportedError](err)
	if !ok || !strings.Contains(u.hint, "unzip -p") {
		t.Error(err)
	}
}
