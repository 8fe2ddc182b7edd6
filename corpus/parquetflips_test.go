package corpus

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestParquetFlips flips bits of small Parquet files: reading fails or gives the same text.
// That holds without the checksum that the footers written here have, too, for columns that
// are text.
func TestParquetFlips(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes long")
	}
	const pairs = "puzzle,solution\ntext,text\n"
	several := pairs + strings.Repeat("puzzle1,solution1\n", 20) + strings.Repeat("puzzle2,solution2\n", 20) + "puzzle3,solution3\n"
	for name, c := range map[string]struct {
		text  string
		group int    // the text of a row group, of up to four pages
		by    string // in place of the writer's name; "" = as written
	}{
		"one page":     {text: pairs + "p,s\n\"\",\n"},
		"pages":        {text: several, group: 400},
		"groups":       {text: pairs + "p1,s1\np2,s2\np3,s3\n", group: 1},
		"types":        {text: "t,i,u,f,b,j\ntext,int,int,float,bool,json\nx,-1,18446744073709551615,1.5,true,[1]\n,,,,,\n"},
		"no rows":      {text: pairs},
		"other pages":  {text: several, group: 400, by: "anotherprog"},
		"other groups": {text: pairs + "puzzle1,solution1\n,solution2\npuzzle3,\n", group: 1, by: "anotherprog"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "t.parquet")
			if err := writeTable(t, path, c.text, CreateOptions{GroupText: c.group}); err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if c.by != "" {
				raw = bytes.Replace(raw, []byte("sudokubatch"), []byte(c.by), 1)
			}
			flipBits(t, raw, c.text)
		})
	}
}

// TestParquetContradictions has footers and page headers that do not agree.
func TestParquetContradictions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	written := func(text string) []byte {
		path := filepath.Join(dir, "written.parquet")
		if err := writeTable(t, path, text, CreateOptions{Force: true}); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Replace(raw, []byte("sudokubatch"), []byte("anotherprog"), 1) // no checksum
	}
	const pairs = "puzzle,solution\ntext,text\n"
	none, one := written(pairs), written(pairs+"p,s\n")
	footer := len(one) - 8 - int(binary.LittleEndian.Uint32(one[len(one)-8:]))
	rows := bytes.Index(one, []byte{0x16, 2, 0x19}) + 1
	// In the footer: the size of each column, and the place of its first page. A number has
	// one byte, which is twice the number.
	places := regexp.MustCompile(`(?s)\x16(.)\x26(.)\x3c`).FindAllSubmatchIndex(one, 2)
	size, place := places[1][2], places[1][4]
	set := func(at int, b byte) []byte {
		raw := bytes.Clone(one)
		raw[at] = b
		return raw
	}
	larger := set(size, one[size]+2)
	for want, raw := range map[string][]byte{
		"unknown kind (1)":         set(5, 2*1), // an index
		"unknown kind (7)":         set(5, 2*7),
		"fewer rows than the file": set(rows, 2*2),
		"columns overlap":          set(place, 2*4),
		"outside the file":         larger,
		"do not fill":              slices.Concat(larger[:footer], []byte{0}, larger[footer:]),
		"no row group":             slices.Concat(one[:footer], none[4:]),
	} {
		if got, _, err := readAt("t", raw); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
}

// flipBits flips each bit of a file: where reading does not fail it must give the text.
func flipBits(t *testing.T, raw []byte, want string) {
	t.Helper()
	if got, _, err := readAt("t", raw); err != nil || got != want {
		t.Fatalf("unchanged: %d bytes, %v", len(got), err)
	}
	failed := 0
	for bit := range 8 * len(raw) {
		raw[bit/8] ^= 1 << (bit % 8)
		got, _, err := readAt("t", raw)
		raw[bit/8] ^= 1 << (bit % 8)
		if err != nil {
			failed++
		} else if got != want {
			t.Errorf("bit %d of %d bytes: %d lines in place of %d, or others, and no error",
				bit, len(raw), strings.Count(got, "\n"), strings.Count(want, "\n"))
		}
	}
	t.Logf("%d bytes: %d of %d flips are errors", len(raw), failed, 8*len(raw))
}
