package formats

import (
	"strings"
	"testing"
)

// TestOneHotAdvice wants the way to numbers that the axis of the digits needs, and how
// many they are: argmax alone would make 0 to 8 of nine digits, and 0 of a blank, too.
func TestOneHotAdvice(t *testing.T) {
	t.Parallel()
	for _, shape := range []string{"(5, 3, 81)", "(5, 3, 9, 9)", "(5, 162)", "(5, 27, 27)", "(810, 3)", "(3, 90, 9)"} {
		_, err := Detect(npyFile(2, `"|u1"`, "False", shape, nil), true, 0)
		if err == nil || strings.Contains(err.Error(), "one-hot") || strings.Contains(err.Error(), "a[:, 0]") != strings.HasPrefix(shape, "(5, 3, ") {
			t.Errorf("%s: %v", shape, err)
		}
	}
	for shape, want := range map[string]string{
		"(3, 9, 9, 9)":    "if axis -1 is that of the digits, make numbers of it with (a.argmax(-1)+1)*a.any(-1)",
		"(3, 9, 9, 10)":   "if axis -1 is that of the digits, make numbers of it with a.argmax(-1)",
		"(3, 16, 16, 16)": "with (a.argmax(-1)+1)*a.any(-1)",
		"(3, 16, 16, 17)": "with a.argmax(-1)",
		"(3, 81, 9)":      "with (a.argmax(-1)+1)*a.any(-1)",
		"(81, 10)":        "with a.argmax(-1)",
		"(3, 10, 9, 9)":   "if axis 1 is that of the digits, make numbers of it with a.argmax(1)",
		"(1, 10, 9, 9)":   "with a.argmax(1)",
		"(3, 9, 81)":      "with (a.argmax(1)+1)*a.any(1)",
		"(3, 729)":        "with (a.reshape(-1, 81, 9).argmax(-1)+1)*a.reshape(-1, 81, 9).any(-1)",
		"(3, 810)":        "with a.reshape(-1, 81, 10).argmax(-1)",
	} {
		_, err := Detect(npyFile(2, `"|u1"`, "False", shape, nil), true, 0)
		if err == nil || !strings.Contains(err.Error(), shape+": one-hot: ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", shape, err, want)
		}
	}
}
