package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestReadSmall reads files of all sizes around the limit, and a huge one, which must not be read.
func TestReadSmall(t *testing.T) {
	const most = 1 << 20
	name := filepath.Join(t.TempDir(), "small")
	for _, size := range []int64{0, most, most + 1, 6 << 30} {
		if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, size)); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		text, err := ReadSmall(name, most)
		runtime.ReadMemStats(&after)
		if large := size > most; errors.Is(err, ErrLarge) != large || !large && int64(len(text)) != size || after.TotalAlloc-before.TotalAlloc > 16*most {
			t.Errorf("%d bytes: read %d, allocated %d: %v", size, len(text), after.TotalAlloc-before.TotalAlloc, err)
		}
	}
}
