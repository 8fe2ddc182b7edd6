package parquettable

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// pack appends integers of so many bits each, lowest bits first, bit by bit.
func pack(dst []byte, values []uint64, width int) []byte {
	at := 8 * len(dst)
	dst = append(dst, make([]byte, (len(values)*width+7)/8)...)
	for _, v := range values {
		for b := range width {
			dst[at/8] |= byte(v>>b&1) << (at % 8)
			at++
		}
	}
	return dst
}

func TestUnpack(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for width := range 65 {
		for _, n := range []int{1, 8, 31, 200} {
			want := make([]uint64, n)
			for i := range want {
				want[i] = rng.Uint64() & (1<<width - 1)
			}
			got := make([]int64, n)
			unpack(got, pack(nil, want, width), width)
			if !slices.EqualFunc(got, want, func(a int64, b uint64) bool { return uint64(a) == b }) {
				t.Errorf("%d values of %d bits: %x, want %x", n, width, got, want)
			}
		}
	}
}

func TestHybrid(t *testing.T) {
	t.Parallel()
	src := []byte{5 << 1, 3, 2<<1 | 1}
	src = pack(src, []uint64{0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0}, 3)
	src = append(src, 100<<1&0x7f|0x80, 1, 2)
	want := []uint32{3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 0, 2, 2, 2}
	got := make([]uint32, len(want))
	if err := fillHybrid(got, append(src, 'x'), 3); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	for cut := range src {
		if err := fillHybrid(got, src[:cut], 3); err == nil {
			t.Errorf("no error where %d bytes are left of %d", cut, len(src))
		}
	}
}

// packDeltas encodes integers as DELTA_BINARY_PACKED, in blocks of two
// miniblocks.
func packDeltas(values []int64) []byte {
	const mini = 32
	dst := binary.AppendUvarint(nil, 2*mini)
	dst = binary.AppendUvarint(dst, 2)
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	if len(values) == 0 {
		return append(dst, 0)
	}
	dst = binary.AppendVarint(dst, values[0])
	var deltas []int64
	for i := 1; i < len(values); i++ {
		deltas = append(deltas, values[i]-values[i-1])
	}
	for block := range slices.Chunk(deltas, 2*mini) {
		least := slices.Min(block)
		dst = binary.AppendVarint(dst, least)
		widths := len(dst)
		dst = append(dst, 0, 0)
		i := 0
		for part := range slices.Chunk(block, mini) {
			packed := make([]uint64, mini)
			all := uint64(0)
			for j, d := range part {
				packed[j] = uint64(d - least)
				all |= packed[j]
			}
			dst[widths+i] = byte(bits.Len64(all))
			dst = pack(dst, packed, bits.Len64(all))
			i++
		}
	}
	return dst
}

func TestDeltas(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 1))
	for _, n := range []int{0, 1, 2, 33, 64, 65, 500} {
		for _, most := range []int64{1, 1000, math.MaxInt64} {
			want := make([]int64, n)
			for i := range want {
				want[i] = rng.Int64N(most) - most/2
			}
			src := append(packDeltas(want), "rest"...)
			v := values{n: n}
			rest, err := v.deltas(src)
			if err != nil || !slices.Equal(v.numbers, want) || string(rest) != "rest" {
				t.Errorf("%d values below %d: %v, %q", n, most, err, rest)
			}
			v.n++
			if _, err := v.deltas(src); err == nil {
				t.Errorf("%d values are more than that", n)
			}
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	arrays := &column{element: element{physical: byteArrays}}
	numbers := &column{element: element{physical: int32s}}
	prefixes := append(packDeltas([]int64{0, 2, 0}), packDeltas([]int64{3, 1, 2})...)
	for name, c := range map[string]struct {
		of       *column
		encoding int
		data     string
		want     []string
	}{
		"plain":    {arrays, plainEncoding, "\x01\x00\x00\x00a\x00\x00\x00\x00\x02\x00\x00\x00bc", []string{"a", "", "bc"}},
		"lengths":  {arrays, deltaLengthByteArray, string(packDeltas([]int64{1, 0, 2})) + "abc", []string{"a", "", "bc"}},
		"prefixes": {arrays, deltaByteArray, string(prefixes) + "abcxyz", []string{"abc", "abx", "yz"}},
		"split":    {numbers, byteStreamSplit, "adbecf\x00\x00", []string{"abc\x00", "def\x00"}},
		"deltas":   {numbers, deltaBinaryPacked, string(packDeltas([]int64{1, -1})), []string{"\x01\x00\x00\x00", "\xff\xff\xff\xff"}},
		"bits":     {&column{}, plainEncoding, "\x05", []string{"\x01", "\x00", "\x01"}},
		"runs":     {&column{}, runLengths, "\x02\x00\x00\x00\x06\x01", []string{"\x01", "\x01", "\x01"}},
	} {
		var v values
		if err := v.decode(c.of, c.encoding, []byte(c.data), len(c.want)); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, want := range c.want {
			if got := v.at(i); string(got) != want {
				t.Errorf("%s: value %d is %q, want %q", name, i, got, want)
			}
		}
		if err := v.decode(c.of, c.encoding, []byte(c.data), 100); err == nil {
			t.Errorf("%s: no error where values are missing", name)
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]float64{
		"1.0": 1, "-0.0": math.Copysign(0, -1), "0.1": 0.1, "1e+16": 1e16, "1234567890123456.0": 1234567890123456,
		"0.0001": 1e-4, "1e-05": 1e-5, "1.5e+300": 1.5e300, "nan": math.NaN(), "-inf": math.Inf(-1), "5e-324": 5e-324,
	} {
		if got := string(appendFloat(nil, v, 64)); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
	decimal := &column{element: element{physical: fixedArrays, length: 2, logical: logical{meaning: meansDecimal, scale: 3, precision: 20}}}
	for want, v := range map[string]string{"-0.001": "\xff\xff", "0.000": "\x00\x00", "32.767": "\x7f\xff", "-32.768": "\x80\x00"} {
		if got := string(decimal.appendValue(nil, []byte(v))); got != want {
			t.Errorf("decimal %x is %s, want %s", v, got, want)
		}
	}
	int96 := &column{element: element{physical: int96s}}
	if got := string(int96.appendValue(nil, []byte("\x00\xca\x9a\x3b\x00\x00\x00\x00\x8d\x3d\x25\x00"))); got != "1970-01-02T00:00:01" {
		t.Errorf("a time of 96 bits is %s", got)
	}
}

// isNumber is what a float may be written as.
var isNumber = regexp.MustCompile(`^(-?(0|[1-9]\d*)?(\.\d*)?([eE][-+]?\d+)?|nan|NaN|-?inf|[-+]Inf)$`)

// TestParseFloat compares with the standard library, which reads more.
func TestParseFloat(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", ".", "1.", "1..", "1.2.3", ".5", "-0.0", "+1", "1e5", "nan", "inf", "0x1p3", "1_0", "1_0.5", "NaN", "NAN", "-nan", "-inf", "+inf", "Infinity", "+Inf", "-Inf", "+0.5", "-07.5", "-0", "00", "0e5", "-1E+5", "007.50", "12345678901234.5", "123456789012345", "1234567890123456", "0.00000000000001"}
	for range 100_000 {
		text := make([]byte, rng.IntN(19))
		for i := range text {
			text[i] = "0123456789"[rng.IntN(10)]
		}
		if len(text) > 0 && rng.IntN(4) > 0 {
			text[rng.IntN(len(text))] = ".....-e"[rng.IntN(7)]
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		want, err := strconv.ParseFloat(text, 64)
		is := err == nil && isNumber.MatchString(text)
		if got, ok := parseFloat([]byte(text)); ok != is || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q: %v %v, want %v %v", text, got, ok, want, is)
		}
	}
}

// TestParseInt has texts that would be others once they were numbers.
func TestParseInt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "0", "-0", "7", "-7", "+7", "007", "-07", "1_0", "0x1", "--7", "-", "+", "7a", "999999999999999999", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615", "18446744073709551616", "0000000000000000000", "09223372036854775808", "018446744073709551615", "-09223372036854775808"} {
		want, err := strconv.ParseInt(text, 10, 64)
		is := err == nil && strconv.FormatInt(want, 10) == text
		if large, err := strconv.ParseUint(text, 10, 64); err == nil {
			want, is = int64(large), strconv.FormatUint(large, 10) == text
		}
		if got, ok := parseInt([]byte(text)); ok != is || ok && got != want {
			t.Errorf("%q: %d %v, want %d %v", text, got, ok, want, is)
		}
	}
}
