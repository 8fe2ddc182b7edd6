package parquettable

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// write makes a file of a text.
func write(t testing.TB, text string, opts WriterOptions) []byte {
	t.Helper()
	raw, err := tryWrite(text, opts)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func tryWrite(text string, opts WriterOptions) ([]byte, error) {
	var out bytes.Buffer
	w, err := NewWriter(&out, opts)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return nil, err
	}
	if err := w.Finish(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// read gives the text of a file, up to an error.
func read(t testing.TB, raw []byte, p *pool.Pool) (string, error) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{Pool: p})
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}

// extreme is a table like sudoku-extreme.
func extreme(rows int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("source,question,answer,rating\ntext,text,text,int\n")
	line := make([]byte, 0, 256)
	for i := range rows {
		line = fmt.Appendf(line[:0], "puzzles%d_unbiased,", i%3)
		at := len(line)
		for range 81 {
			line = append(line, byte('1'+rng.IntN(9)))
		}
		line = append(line, ',')
		line = append(line, line[at:at+81]...)
		for j := range 81 {
			if rng.IntN(3) > 0 {
				line[at+j] = '.'
			}
		}
		line = fmt.Appendf(line, ",%d\n", max(0, rng.IntN(200)-100))
		b.Write(line)
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	mixed := "a,\"b,\"\"\",c,d,e\ntext,int,float,bool,json\n" +
		"x,1,1.0,true,\"[1,2]\"\n,,,,\n\"\",-5,nan,false,{}\n\"a,b\",9223372036854775807,1e+16,true,3\n" +
		"\"two\nlines\",-9223372036854775808,-0.0,,\n\"a\"\"b\",0,5e-324,,\nü,7,0.0001,true,null\n"
	for name, text := range map[string]string{
		"mixed":      mixed,
		"often":      mixed + strings.Repeat(strings.SplitAfterN(mixed, "\n", 3)[2], 3000),
		"large":      "a,b,c\nint,int,int\n9223372036854775808,-1,\n18446744073709551615,9223372036854775807,0\n0,,-5\n",
		"large late": "a\nint\n" + strings.Repeat("5\n", 3000) + "9223372036854775808\n",
		"no rows":    "a\nint\n",
		"a null":     "a\nint\n\n",
		"nulls":      "a\ntext\n\n\"\"\n\nx\n",
		"extreme":    extreme(4000),
		"long rows":  "a,b\ntext,int\n" + strings.Repeat(strings.Repeat("x", 300_000)+",5\n", 20),
	} {
		for _, group := range []int{0, 5000} {
			got, err := read(t, write(t, text, WriterOptions{GroupText: group}), nil)
			if err != nil || got != text {
				t.Errorf("%s in groups of %d bytes: %v\n%.300s\n%.300s", name, group, err, got, text)
			}
		}
	}
}

// TestOneWidth wants texts of one width with their lengths apart, and other texts after their lengths.
func TestOneWidth(t *testing.T) {
	t.Parallel()
	for rows, want := range map[string]int{
		"abc\n": deltaLengthByteArray, "\nabc\n\nüa\n": deltaLengthByteArray,
		strings.Repeat("ab\n", 129): deltaLengthByteArray, strings.Repeat("ab\n", 130): deltaLengthByteArray,
		"\n": plainEncoding, "\"\"\n\"\"\n": plainEncoding, "\"\"\nabc\n": plainEncoding, "abcdef\na\nabcdef\n": plainEncoding,
		strings.Repeat("ab\n", 300) + "\"\"\nab\n": plainEncoding,
	} {
		text := "a\ntext\n" + rows
		raw := write(t, text, WriterOptions{})
		if got, err := read(t, raw, nil); err != nil || got != text {
			t.Errorf("%.60q: %v: %.60q", text, err, got)
		}
		header, err := readPageHeader(bytes.NewReader(raw), int64(len(Magic)), int64(len(raw)))
		listed := thriftWriter{}.list(1, thriftI32, 2).raw(2*byte(min(want, runLengths)), 2*byte(max(want, runLengths)))
		if err != nil || header.encoding != want || !bytes.Contains(raw, listed) {
			t.Errorf("%.60q: encoding %d, want %d, in the footer, too (%v)", text, header.encoding, want, err)
		}
	}
}

// TestLargeInts wants a column to have ints without a sign, or some below 0, not both.
func TestLargeInts(t *testing.T) {
	t.Parallel()
	const large, negative = "9223372036854775808\n", "-1\n"
	many := strings.Repeat("5\n", 4000)
	for text, row := range map[string]int{
		large + negative: 2, negative + large: 2, "\n" + large + "1\n" + negative: 4,
		large + many + negative: 4000 + 2, negative + many + large: 4000 + 2,
	} {
		_, err := tryWrite("a\nint\n"+text, WriterOptions{GroupText: 500})
		if want := fmt.Sprintf("row %d: column \"a\": ints below 0", row); !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%.60q: %v", text, err)
		}
	}
}

// TestSaveLargeInts wants a Writer that goes on for another to know which ints it had.
func TestSaveLargeInts(t *testing.T) {
	t.Parallel()
	const before, after = "a\nint\n9223372036854775808\n", "7\n"
	var out bytes.Buffer
	w, err := NewWriter(&out, WriterOptions{GroupText: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(before)); err != nil {
		t.Fatal(err)
	}
	saved, err := w.Save()
	if err != nil {
		t.Fatal(err)
	}
	next, err := NewWriter(&out, WriterOptions{GroupText: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Restore(saved); err != nil {
		t.Fatal(err)
	}
	if _, err := next.Write([]byte(after)); err != nil {
		t.Fatal(err)
	}
	if err := next.Finish(); err != nil {
		t.Fatal(err)
	}
	if got, err := read(t, out.Bytes(), nil); err != nil || got != before+after {
		t.Errorf("%q, %v", got, err)
	}
}

// TestBytes wants the same bytes for any number of workers and any pieces of text, and the same
// text back.
func TestBytes(t *testing.T) {
	corpustest.NoLeaks(t)
	text := extreme(5000) + "\"two\nlines\"\"\",x,y,\n"
	opts := WriterOptions{GroupText: 300_000}
	want := write(t, text, opts)
	for _, workers := range []int{1, 2, 5} {
		var out bytes.Buffer
		opts.Pool = corpustest.StartPool(t, workers)
		w, err := NewWriter(&out, opts)
		if err != nil {
			t.Fatal(err)
		}
		for piece := range slices.Chunk([]byte(text), 997*workers) {
			if _, err := w.Write(piece); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Finish(); err != nil || !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%d workers: %v, or other bytes", workers, err)
		}
		if got, err := read(t, want, opts.Pool); err != nil || got != text {
			t.Errorf("%d workers: %v, %d bytes of text", workers, err, len(got))
		}
	}
}

// TestAhead wants a page ahead for each worker.
func TestAhead(t *testing.T) {
	corpustest.NoLeaks(t)
	raw := write(t, extreme(20_000), WriterOptions{GroupText: 300_000})
	for _, workers := range []int{1, 3} {
		r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{Pool: corpustest.StartPool(t, workers)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.CopyN(io.Discard, r, 1_000_000)
		if n := len(r.cursors[1].ahead); n != workers || err != nil {
			t.Errorf("%d workers: %d pages ahead, %v", workers, n, err)
		}
		r.Close()
	}
}

// TestRowErrors wants rows with too few fields and rows with too many to be found where there are
// as many separators as there should be.
func TestRowErrors(t *testing.T) {
	t.Parallel()
	good := strings.Repeat("x,y\n", 5)
	for rows, row := range map[string]int64{
		"x\nx,y,z\n":       6,
		"x,\nx\n,,\n":      7,
		"xx,y\n,,\nx\n":    7,
		"x,y\nx,y,y\n":     7,
		"x,y\nx":           7,
		"x,y\nx,a\"b\n":    7,
		"x,y\nx,\"a\"b\n":  7,
		"x,y\nx,\"a,b\n\n": 7,
	} {
		_, err := tryWrite("a,b\ntext,text\n"+good+rows, WriterOptions{GroupText: 10})
		if !strings.HasPrefix(fmt.Sprint(err), fmt.Sprintf("row %d: ", row)) {
			t.Errorf("%q: %v, want an error of row %d", rows, err, row)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	const rows = 300_000
	text := extreme(rows)
	raw := write(b, text, WriterOptions{})
	b.SetBytes(int64(len(text)))
	b.Logf("%d -> %d", len(text), len(raw))
	buf := make([]byte, 256<<10)
	for b.Loop() {
		r, err := NewReader(bytes.NewReader(raw), int64(len(raw)), ReaderOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for err == nil {
			_, err = r.Read(buf)
		}
		if !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
		r.Close()
	}
	b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

func BenchmarkWrite(b *testing.B) {
	const rows = 300_000
	text := []byte(extreme(rows))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		w, err := NewWriter(io.Discard, WriterOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for piece := range slices.Chunk(text, 128<<10) {
			if _, err := w.Write(piece); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Finish(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds()/1e6, "Mrows/s")
}
