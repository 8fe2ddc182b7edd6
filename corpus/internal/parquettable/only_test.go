package parquettable

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// without is a text without the fields of all columns but some.
func without(t *testing.T, text string, first, last int) string {
	t.Helper()
	var out []byte
	rest := []byte(text)
	for line := 0; len(rest) > 0; line++ {
		end, _ := rowEnd(rest)
		row := rest[:end]
		if rest = rest[end:]; line < 2 {
			out = append(out, row...)
			continue
		}
		fields, err := cutRow(nil, row[:end-1], true)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range fields {
			if i > 0 {
				out = append(out, ',')
			}
			if i >= first && i < last && (f.quoted || len(f.text) > 0) {
				out = appendQuoted(out, f.text)
			}
		}
		out = append(out, '\n')
	}
	return string(out)
}

// onlyTables are texts, and files of them, whose pages are larger than a sample,
// smaller, and of one row.
func onlyTables(t *testing.T) map[string][2]string {
	t.Helper()
	tables := map[string][2]string{"short": {"a,b\nint,int\n1,2\n,3\n"}, "no rows": {"a,b\nint,int\n"}}
	quoted := "\"x,\",\"[1,\"\"2\"\"]\",\"\"\n,,\"q\"\"\n\"\n1,{},\n"
	for name, c := range map[string]struct{ rows, group int }{"large": {2000, 0}, "tiny": {500, 500}} {
		for kind, text := range map[string]string{
			"extreme": extreme(c.rows), "quoted": "a,b,c\ntext,json,text\n" + strings.Repeat(quoted, c.rows),
		} {
			tables[name+" "+kind] = [2]string{text, string(write(t, text, WriterOptions{GroupText: c.group}))}
		}
	}
	for _, name := range []string{"short", "no rows"} {
		text := tables[name][0]
		tables[name] = [2]string{text, string(write(t, text, WriterOptions{}))}
	}
	return tables
}

// TestOnly leaves columns out, when a part of the sample or all of it was read.
func TestOnly(t *testing.T) {
	corpustest.NoLeaks(t)
	workers := corpustest.StartPool(t, 2)
	for name, table := range onlyTables(t) {
		text := table[0]
		columns := 1 + strings.Count(text[:strings.IndexByte(text, '\n')], ",")
		for i, read := range []int{0, 1, 50, 100 << 10, sampleSize} {
			p := []*pool.Pool{nil, workers}[i%2]
			for first := range columns {
				end := min(first+1+i%2, columns)
				if got, err := readOnly(table[1], p, read, first, end); err != nil || got != without(t, text, first, end) {
					t.Errorf("%s, columns %d to %d after %d bytes: %v, %d bytes of text", name, first, end, read, err, len(got))
				}
			}
		}
	}
}

// readOnly reads some text, and then what there is with some columns only. It wants
// all memory to be given back.
func readOnly(raw string, p *pool.Pool, some, first, end int) (string, error) {
	r, err := NewReader(strings.NewReader(raw), int64(len(raw)), ReaderOptions{Pool: p})
	if err != nil {
		return "", err
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, int64(some)); err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if !r.Only(first, end) {
		return "", errors.New("nothing was changed")
	}
	text, err := io.ReadAll(r)
	for _, c := range r.cursors {
		if c != nil && c.page != nil {
			r.held -= c.page.held
		}
	}
	if err == nil && r.held != 0 {
		err = fmt.Errorf("%d bytes are still held", r.held)
	}
	return string(text), err
}

// TestOnlyTooLate wants nothing to change after more text than a sample, or after damage.
func TestOnlyTooLate(t *testing.T) {
	t.Parallel()
	text := extreme(4000)
	raw := write(t, text, WriterOptions{})
	damaged := bytes.Clone(raw)
	damaged[100] ^= 1
	for _, raw := range [][]byte{raw, damaged} {
		r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		begin := make([]byte, textSize+2*sampleSize)
		n, _ := io.ReadFull(r, begin) // the rest has the error
		if r.Only(0, 1) {
			t.Error("a column was left out")
		}
		rest, err := io.ReadAll(r)
		if damage := raw[100] == damaged[100]; damage != (err != nil) || !damage && string(begin[:n])+string(rest) != text {
			t.Errorf("%v, %d bytes of text", err, n+len(rest))
		}
		r.Close()
	}
}

// A places notes which bytes of a file are read.
type places struct {
	io.ReaderAt
	at []int64
}

func (p *places) ReadAt(b []byte, at int64) (int, error) {
	p.at = append(p.at, at)
	return p.ReaderAt.ReadAt(b, at)
}

// TestOnlyReads wants no page of other columns to be read, nor damage in them to
// matter; all bytes count as read nevertheless.
func TestOnlyReads(t *testing.T) {
	t.Parallel()
	text := extreme(3000)
	raw := write(t, text, WriterOptions{GroupText: 200_000})
	f, err := readFooter(bytes.NewReader(raw), int64(len(raw)))
	if err != nil || len(f.groups) < 2 {
		t.Fatal(err, len(f.groups))
	}
	answer := f.groups[1].chunks[2]
	raw[(answer.start()+answer.end())/2] ^= 1
	file := places{ReaderAt: bytes.NewReader(raw)}
	counted := int64(0)
	r, err := NewReader(&file, int64(len(raw)), ReaderOptions{Progress: func(n int64) { counted += n }})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if !r.Only(1, 2) {
		t.Fatal("no column was left out")
	}
	file.at = nil
	if got, err := io.ReadAll(r); err != nil || string(got) != without(t, text, 1, 2) {
		t.Fatalf("%v, or other text", err)
	}
	if slices.ContainsFunc(file.at, func(at int64) bool {
		for _, g := range f.groups {
			if c := &g.chunks[1]; at >= c.start() && at < c.end() {
				return false
			}
		}
		return true
	}) {
		t.Error("other columns were read")
	}
	if counted != int64(len(raw)) {
		t.Errorf("%d bytes count as read, of %d", counted, len(raw))
	}
}
