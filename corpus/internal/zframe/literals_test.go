package zframe

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestLiterals decodes frames of literals, of all kinds of blocks.
func TestLiterals(t *testing.T) {
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	var e literalEncoder
	for _, n := range []int{1, 2, 1023, 1024, 1025, 4096, maxBlock - 1, maxBlock, maxBlock + 1, maxBlock + 2000, 3*maxBlock + 5, groupText} {
		for _, symbols := range []int{1, 2, 9, 100, 200} {
			text := corpustest.RandomText(uint64(n), n, symbols)
			frame := e.appendFrame([]byte("ahead"), text)
			got, err := dec.DecodeAll(frame[5:], nil)
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%d bytes of %d symbols: %v", n, symbols, err)
			}
			if len(frame) > len(text)+64 {
				t.Errorf("%d bytes of %d symbols make a frame of %d", n, symbols, len(frame))
			}
			frame[len(frame)-1] ^= 1
			if _, err := dec.DecodeAll(frame[5:], nil); err == nil {
				t.Errorf("%d bytes of %d symbols: a wrong checksum is not seen", n, symbols)
			}
		}
	}
	text := []byte(corpustest.RandomGrids(1, 5000))
	if frame := e.appendFrame(nil, text); len(frame) > len(text)*10/23 {
		t.Errorf("grids of %d bytes take %d", len(text), len(frame))
	}
}

// TestLiteralsPay wants a search for matches where lines repeat, and only
// there.
func TestLiteralsPay(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{corpustest.RandomGrids(1, 1000), true},
		{strings.Repeat("no solution\n", 1000), false},
		{strings.Repeat(corpustest.Puzzle, 1000), false},
		{corpustest.RandomGrids(1, 10), false}, // too small
	} {
		frame := corpustest.Frames(t, compress(t, []string{c.text}, WriterOptions{}, false))[1]
		var e literalEncoder
		if got := bytes.Equal(frame, e.appendFrame(nil, []byte(c.text))); got != c.want {
			t.Errorf("%q…: %v", c.text[:20], got)
		}
	}
}

// TestLiteralCodes has texts for which one code does for the frame, and others:
// bytes that no sample has, in the middle of a frame, skewed counts, more
// symbols than codes of seven bits have room for.
func TestLiteralCodes(t *testing.T) {
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	grids := []byte(corpustest.RandomGrids(2, groupText/82))
	var skewed, powers []byte
	for i := range groupText {
		skewed = append(skewed, "........................................123456789abc\n"[i%53*(i%53)%53])
	}
	for i := range 20 {
		powers = append(powers, bytes.Repeat([]byte{byte('A' + i)}, 1<<(i%18))...)
	}
	rare := bytes.Clone(grids)
	for _, at := range []int{700, 200_000, 200_001, 400_000} {
		rare[at] = 'z'
	}
	high := bytes.Clone(grids)
	high[300_000] = 0xff
	var e literalEncoder
	for name, text := range map[string][]byte{
		"grids": grids, "odd": grids[:200_001], "skewed": skewed, "powers": powers, "rare": rare, "high": high,
		"ascii": corpustest.RandomText(1, 300_000, 79), "two": corpustest.RandomText(2, 300_000, 2), "nul": append(make([]byte, 100_000), grids...),
	} {
		frame := e.appendFrame(nil, text)
		if got, err := dec.DecodeAll(frame, nil); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(frame, e.appendFrame(nil, text)) {
			t.Errorf("%s: the frame depends on the one before", name)
		}
		t.Logf("%s: %d to %d", name, len(text), len(frame))
	}
}

// literalKinds lists the types of the literals sections of a frame's blocks,
// which must all be compressed.
func literalKinds(t *testing.T, frame []byte) (kinds []byte) {
	t.Helper()
	for at := 9; ; {
		header := int(frame[at]) | int(frame[at+1])<<8 | int(frame[at+2])<<16
		if header>>1&3 != blockCompressed {
			t.Fatalf("the block at %d is of type %d", at, header>>1&3)
		}
		kinds = append(kinds, frame[at+3]&3)
		if at += 3 + header>>3; header&1 != 0 {
			return kinds
		}
	}
}

// TestLiteralsOneTable wants one table for a frame of grids, and more for a block that has a
// byte without a code, and for the block after it.
func TestLiteralsOneTable(t *testing.T) {
	const table, same = literalsCompressed, literalsTreeless
	grids := []byte(corpustest.RandomGrids(6, 4*maxBlock/82))
	strange := bytes.Clone(grids)
	strange[maxBlock+maxBlock/2+1] = 'z'
	var e literalEncoder
	for _, c := range []struct {
		name string
		text []byte
		want []byte
	}{
		{"grids", grids, []byte{table, same, same, same}},
		{"a strange byte", strange, []byte{table, table, table, same}},
		{"grids again", grids, []byte{table, same, same, same}},
	} {
		if got := literalKinds(t, e.appendFrame(nil, c.text)); !bytes.Equal(got, c.want) {
			t.Errorf("%s: the blocks' literals are of types %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSampled wants codes from samples for texts of solved grids, and for other texts none
// that lack a byte or are long. They cost little.
func TestSampled(t *testing.T) {
	grids := []byte(corpustest.RandomGrids(3, maxBlock/82))
	var values []byte // as a page of Parquet has them
	for line := range bytes.Lines(grids[:82*1200]) {
		values = append(append(values, 81, 0, 0, 0), line[:81]...)
	}
	rare, flat := bytes.Clone(grids), bytes.Repeat([]byte("1"), maxBlock)
	rare[1000], flat[1000] = 'z', 'z'
	for _, c := range []struct {
		name string
		text []byte
		want bool
	}{
		{"grids", grids, true},
		{"short", grids[:leastSampled], true},
		{"values", values, true},
		{"beyond ASCII", bytes.ReplaceAll(grids, []byte("1"), []byte("\xff")), true},
		{"a byte that the sample lacks", rare, false},
		{"a sample of one byte", flat, false},
		{"many bytes", corpustest.RandomText(1, maxBlock, 200), false},
	} {
		var ours huffman
		var theirs huff0.Scratch
		coded, _, err := ours.compress(c.text)
		best, _, wrong := huff0.Compress4X(c.text, &theirs)
		sampled := len(coded) > 0 && &coded[0] == &ours.coded[0]
		if sampled != c.want || !errors.Is(err, wrong) || len(coded) > len(best)+len(best)/500 {
			t.Errorf("%s: sampled %v, %d bytes, %v; by huff0 %d, %v", c.name, sampled, len(coded), err, len(best), wrong)
		}
	}
}

// FuzzLiterals encodes and decodes.
func FuzzLiterals(f *testing.F) {
	dec, err := zstd.NewReader(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(corpustest.RandomGrids(1, 3)), uint8(10), uint32(0), byte('1'))
	f.Add([]byte(corpustest.RandomGrids(1, 3)), uint8(31), uint32(1000), byte('z'))
	f.Add([]byte(corpustest.RandomGrids(1, 3)), uint8(255), uint32(maxBlock+1000), byte(0xff))
	f.Add([]byte("12345\n"), uint8(255), uint32(0), byte('1'))
	f.Add([]byte{0, 1, 127, 128}, uint8(255), uint32(0), byte(0))
	var e literalEncoder
	var text, frame, got []byte
	f.Fuzz(func(t *testing.T, piece []byte, times uint8, place uint32, other byte) {
		if len(piece) == 0 {
			return
		}
		// Text of several blocks takes long: few inputs are for that.
		most := 4 << 10
		if times%32 == 31 {
			most = 3 * maxBlock
		}
		text = text[:0]
		for n := int(times)*8 + 1; n > 0 && len(text) < most; n-- {
			text = append(text, piece...)
		}
		text = append(text, piece[:len(piece)/2]...)
		text[int(place)%len(text)] = other // which a sample may lack
		frame = e.appendFrame(frame[:0], text)
		var err error
		if got, err = dec.DecodeAll(frame, got[:0]); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	})
}
