package options

import (
	"math"
	"testing"
)

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"0": 0, "17": 17, "-1": -1, "20k": 20_000, "1M": 1_000_000, "1m": 1_000_000, "1.5G": 1_500_000_000,
		"0.001k": 1, "-2T": -2_000_000_000_000, "9223372036854775807": math.MaxInt64,
	} {
		if got, err := ParseNumber(text); got != want || err != nil {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "k", "many", "1kk", "1 k", "+1", "--1", "1.5", "1.2345k", ".5k", "1e6", "1_000", "9223372036854775808",
		"9300000T", "18446744073709551616", "1.-5k",
	} {
		if got, err := ParseNumber(text); err == nil {
			t.Errorf("%q: %d", text, got)
		}
	}
	if got, err := ParseUnsigned("18446744073709551615"); got != math.MaxUint64 || err != nil {
		t.Errorf("the greatest: %d, %v", got, err)
	}
}
