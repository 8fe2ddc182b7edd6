package corpus

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestEncoding decodes every byte, in reads of any size, and leaves binary data and UTF-16 as they are.
func TestEncoding(t *testing.T) {
	t.Parallel()
	all := make([]byte, 0, 255)
	latin := ""
	for b := 1; b < 256; b++ {
		all, latin = append(all, byte(b)), latin+string(rune(b))
	}
	for _, c := range []struct {
		encoding   Encoding
		text, want string
		err        string
	}{
		{Latin1, "\n" + string(all[31:]), "\n" + latin[31:], ""},
		{Windows1252, "\x80 caf\xe9 \x9f\xff", "€ café Ÿÿ", ""},
		{Windows1252, "ok \x9d", "", "windows-1252 has no character 0x9d"},
		{Latin1, "\x93NUMPY\x01\x00\xe9", "\x93NUMPY\x01\x00\xe9", ""},
		{Latin1, "\xff\xfee\x00", "e", ""},
		{UTF8, "caf\xe9", "caf\xe9", ""},
	} {
		for _, one := range []bool{false, true} {
			name := filepath.Join(t.TempDir(), "text")
			if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := Open(name, Options{Encoding: c.encoding})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			from := io.Reader(r)
			if one {
				from = iotest.OneByteReader(r)
			}
			got, err := io.ReadAll(from)
			if c.err == "" && (err != nil || string(got) != c.want) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("%s: %q: %q, want %q; %v", c.encoding, c.text, got, c.want, err)
			}
			if _, ok, err := r.Border(1, Grain{}); ok != (c.encoding == UTF8) || err != nil {
				t.Errorf("%s: a border is %v, %v", c.encoding, ok, err)
			}
		}
	}
}
