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

// TestRandomDamage flips a bit of files whose pages have checksums, or cuts them, or removes a
// piece: reading fails, or gives the text of the whole file. Files of other programs have no checksum of the footer;
// then this holds for text. SUDOKUBATCH_FLIPS is how many damaged files to read.
func TestRandomDamage(t *testing.T) {
	t.Parallel()
	n := 1000
	if all := os.Getenv("SUDOKUBATCH_FLIPS"); all != "" {
		var err error
		if n, err = strconv.Atoi(all); err != nil {
			t.Fatal(err)
		}
	}
	mixed := "t,i,f,b,j\ntext,int,float,bool,json\nx,1,1.5,true,[1]\n\"\",,,,\n\"a,\"\"b\n\",-7,nan,false,{}\n"
	texts := []string{
		mixed, extreme(30), "a\nint\n" + strings.Repeat("5\n\n", 30), "a,b\ntext,text\n" + strings.Repeat("x,\nyy,z\n", 40),
		"a,b\ntext,text\np,q\n,s\n", "a,b\ntext,text\n" + strings.Repeat("same,\"[1,2]\"\n", 100),
	}
	type file struct {
		raw  []byte
		text string
	}
	var files []file
	for i, text := range texts {
		raw := write(t, text, WriterOptions{GroupText: []int{0, 200}[i%2]})
		files = append(files, file{raw, text})
		if i >= 3 { // text alone
			files = append(files, file{bytes.Replace(raw, []byte("sudokubatch"), []byte("anotherprog"), 1), text})
		}
	}
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	failed := 0
	for range n {
		f := files[rng.IntN(len(files))]
		raw := bytes.Clone(f.raw)
		at := rng.IntN(len(raw))
		if rng.IntN(2) == 0 {
			at = len(raw) - 1 - rng.IntN(min(len(raw), 400)) // in the footer
		}
		switch rng.IntN(8) {
		case 0:
			raw = raw[:at]
		case 1: // a piece is missing
			raw = slices.Delete(raw, at, min(at+1+rng.IntN(50), len(raw)))
		default:
			raw[at] ^= 1 << rng.IntN(8)
		}
		got, err := read(t, raw, nil)
		noPanic(t, err)
		if err == nil && got != f.text {
			t.Errorf("%d bytes of text in place of %d, or others, and no error", len(got), len(f.text))
		} else if err != nil {
			failed++
		}
	}
	t.Logf("%d of %d damaged files are errors", failed, n)
}
