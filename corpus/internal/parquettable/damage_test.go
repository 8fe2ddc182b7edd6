package parquettable

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A soundFile is a file that tests damage.
type soundFile struct {
	raw  []byte
	text string // "": pages have no checksums, so damage may give other text
}

// soundFiles are files written here, and files of DuckDB. Some name another writer, so that their
// footers have no checksum: they hold text alone, for which the pages' checksums suffice.
func soundFiles(t testing.TB) (files []soundFile) {
	t.Helper()
	for i, text := range []string{
		"t,i,f,b,j\ntext,int,float,bool,json\nx,1,1.5,true,[1]\n\"\",,,,\n\"a,\"\"b\n\",-7,nan,false,{}\n",
		extreme(30), "a\nint\n" + strings.Repeat("5\n\n", 30), "a,b\ntext,text\n" + strings.Repeat("x,\nyy,z\n", 40),
		"a,b\ntext,text\np,q\n,s\n", "a,b\ntext,text\n" + strings.Repeat("same,\"[1,2]\"\n", 100),
	} {
		raw := write(t, text, WriterOptions{GroupText: []int{0, 200}[i%2]})
		files = append(files, soundFile{raw, text})
		if i >= 3 {
			files = append(files, soundFile{bytes.Replace(raw, []byte("sudokubatch"), []byte("anotherprog"), 1), text})
		}
	}
	names, _ := filepath.Glob("testdata/*.parquet") // the pattern is right
	if len(names) == 0 {
		t.Fatal("no files in testdata")
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, soundFile{raw, ""})
	}
	return files
}

// damage returns a copy of a file that is cut at a byte, or lacks up to 50 bytes, or in which a bit
// is changed.
func damage(raw []byte, at, how int) []byte {
	raw, at = bytes.Clone(raw), at%len(raw)
	switch kind := how % 64; {
	case kind < 8:
		return raw[:at]
	case kind < 16:
		return slices.Delete(raw, at, min(at+1+how/64%50, len(raw)))
	}
	raw[at] ^= 1 << (how / 64 % 8)
	return raw
}

// check reads a damaged file, and wants an error or the text of the whole file, but no panic.
func (f *soundFile) check(t *testing.T, at, how int) (failed bool) {
	t.Helper()
	got, err := read(t, damage(f.raw, at, how), nil)
	noPanic(t, err)
	if err == nil && f.text != "" && got != f.text {
		t.Errorf("damage %d at %d: %d bytes of text in place of %d, or others, and no error", how, at, len(got), len(f.text))
	}
	return err != nil
}

// TestRandomDamage damages files at random. SUDOKUBATCH_FLIPS is how many.
func TestRandomDamage(t *testing.T) {
	t.Parallel()
	n := 2000
	if all := os.Getenv("SUDOKUBATCH_FLIPS"); all != "" {
		var err error
		if n, err = strconv.Atoi(all); err != nil {
			t.Fatal(err)
		}
	}
	files := soundFiles(t)
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	failed := 0
	for range n {
		f := &files[rng.IntN(len(files))]
		if f.text == "" && rng.IntN(20) > 0 {
			f = &files[0]
		}
		at := rng.IntN(len(f.raw))
		if rng.IntN(2) == 0 {
			at = len(f.raw) - 1 - rng.IntN(min(len(f.raw), 400)) // in the footer
		}
		if f.check(t, at, rng.Int()) {
			failed++
		}
	}
	t.Logf("%d of %d damaged files are errors", failed, n)
}

// FuzzDamage damages files as it is told to.
func FuzzDamage(f *testing.F) {
	files := soundFiles(f)
	for i := range files {
		f.Add(i, len(files[i].raw)/2, 20+i)
	}
	f.Fuzz(func(t *testing.T, file, at, how int) {
		if min(file, at, how) >= 0 {
			files[file%len(files)].check(t, at, how)
		}
	})
}
