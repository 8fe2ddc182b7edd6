package corpus

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/ulikunitz/xz"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// bzip2Streams are texts and what the bzip2 command makes of them, in base64:
// there is no library that does.
var bzip2Streams = map[string]string{
	"":                                   "QlpoORdyRThQkAAAAAA=",
	corpustest.Puzzle:                    "QlpoOTFBWSZTWYwzDdkAACPYAHAQAAE/4CAAUIAAAlT0CmjxSAEgObfme/ZGFTVd40NHXc1BdjJC23lBepilP4u5IpwoSEYZhuyA",
	strings.Repeat(corpustest.Puzzle, 4): "QlpoOTFBWSZTWTvkpDgAAI/YAHAQAAE/4CAAcEAAAKqn6gQeiYBCA64Udmz0+NmDY0ZNGjw6sYLGDwuXHCBRQsQghwouZIFHCFhohk/F3JFOFCQO+SkOAA==",
	strings.Repeat(corpustest.Puzzle, 5): "QlpoOTFBWSZTWbfyqb4AALNYAHAQAAE/4CAAcEAAAKUoE0eicCZMFXs1Pk8n2fp5OJ4nU5nU6ndW04m04nc3m6ezCamk2mTEyezU3nMwmp7MmydTJzP4u5IpwoSFv5VN8A==",
	"1\n":                                "QlpoOTFBWSZTWTIpIb0AAADIAAAQIAAgACEAgrF3JFOFCQMikhvQ",
}

func bzip2Stream(t testing.TB, text string) []byte {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(bzip2Streams[text])
	if err != nil || len(raw) == 0 {
		t.Fatalf("no stream of %q: %v", text, err)
	}
	return raw
}

// xzStream compresses text into one stream, of small blocks.
func xzStream(t testing.TB, text string) []byte {
	t.Helper()
	return xzWith(t, text, xz.WriterConfig{BlockSize: 200})
}

func xzWith(t testing.TB, text string, config xz.WriterConfig) []byte {
	t.Helper()
	config.DictCap = 1 << 16 // one is allocated for each block
	var b bytes.Buffer
	w, err := config.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A zipMember is what zipFile puts into an archive.
type zipMember struct {
	name, text string
	method     uint16
}

// zipFile is an archive of members.
func zipFile(t testing.TB, members ...zipMember) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(m.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zipped is an archive of one member.
func zipped(t testing.TB, text string) []byte {
	t.Helper()
	return zipFile(t, zipMember{"a.txt", text, zip.Deflate})
}
