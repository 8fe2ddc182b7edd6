package corpus

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLineEnds makes newlines of carriage returns where these are all line ends that
// there are, in a file, a stream, and one that comes byte by byte.
func TestLineEnds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("53..7\r", 50_000)
	for text, want := range map[string]string{
		"":              "",
		"1":             "1",
		"1\r":           "1\r",
		"1\r2":          "1\n2",
		"\r\r1\r2\r":    "\n\n1\n2\n",
		"1\r\n2\r\n":    "1\r\n2\r\n",
		"1\n2\r3\n":     "1\n2\r3\n",
		"1\r2\n3\n":     "1\r2\n3\n",
		long:            strings.ReplaceAll(long, "\r", "\n"),
		"1\r2\n" + long: "1\r2\n" + long,
	} {
		path := filepath.Join(t.TempDir(), "text")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _, err := readPath(t, path); got != want || err != nil {
			t.Errorf("file %.20q: %.20q, %v, want %.20q", text, got, err, want)
		}
		if got, err := readBytes(t, inUTF16(text, binary.LittleEndian)); got != want || err != nil {
			t.Errorf("UTF-16 %.20q: %.20q, %v, want %.20q", text, got, err, want)
		}
		for name, in := range map[string]io.Reader{"stream": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text))} {
			r := mustOpen(t, "-", Options{Stdin: in})
			if got, err := io.ReadAll(r); string(got) != want || err != nil {
				t.Errorf("%s %.20q: %.20q, %v, want %.20q", name, text, got, err, want)
			}
		}
	}
}
