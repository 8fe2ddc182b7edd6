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
