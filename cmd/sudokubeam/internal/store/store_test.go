package store

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// someText is lines, of some blocks.
func someText() []byte {
	random := mathrand.New(mathrand.NewPCG(1, 2))
	var text []byte
	for len(text) < 5*blockBytes {
		text = fmt.Appendf(text, "%016x%016x\n", random.Uint64(), random.Uint64())
	}
	return text
}

// TestS3 writes and reads objects of a store that speaks S3, which cannot rename.
func TestS3(t *testing.T) {
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	var served atomic.Int64
	handler := gofakes3.New(backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(&counting{w, &served}, r)
	}))
	defer server.Close()
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "us-east-1",
	} {
		t.Setenv(name, value)
	}
	text := someText()
	for _, name := range []string{"s3://bucket/dir/a.txt", "s3://bucket/dir/a.txt.zst"} {
		writeObject(t, name, text)
		readObject(t, name, text, &served)
	}
	found, err := Expand(t.Context(), []string{"s3://bucket/dir/*.txt"})
	if err != nil || len(found) != 1 || found[0].Size != int64(len(text)) {
		t.Errorf("found %v: %v", found, err)
	}
	if err := Remove(t.Context(), "s3://bucket/dir/a.txt"); err != nil {
		t.Error(err)
	}
	if _, ok, err := Read(t.Context(), "s3://bucket/dir/a.txt"); ok || err != nil {
		t.Errorf("it is still there: %v, %v", ok, err)
	}
}

// TestGS reads an object of a store that speaks as Google's does.
func TestGS(t *testing.T) {
	text := someText()
	var served atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/b/bucket/o/dir/a.txt") && r.URL.Query().Get("alt") != "media":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"kind":"storage#object","bucket":"bucket","name":"dir/a.txt","size":"%d"}`, len(text))
		case strings.HasSuffix(r.URL.Path, "bucket/dir/a.txt") || r.URL.Query().Get("alt") == "media":
			http.ServeContent(&counting{w, &served}, r, "a.txt", time.Time{}, bytes.NewReader(text))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(server.URL, "http://"))
	readObject(t, "gs://bucket/dir/a.txt", text, &served)
}

// counting counts the bytes of answers.
type counting struct {
	http.ResponseWriter
	n *atomic.Int64
}

func (c *counting) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return c.ResponseWriter.Write(p)
}

// TestMemory wants an aborted output to leave no file, and leftovers of a killed process to
// be removed.
func TestMemory(t *testing.T) {
	text := someText()
	dir := "memfs://bucket/"
	writeObject(t, dir+"a.txt.gz", text)
	writeObject(t, dir+"b.partial-mine", text)
	writeObject(t, dir+"a"+partialMark+rand.Text(), text) // of another pattern
	o, err := Create(t.Context(), dir+"b.txt", corpus.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := o.Abort(); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), dir+"b.txt"+partialMark+rand.Text(), nil); err != nil {
		t.Fatal(err)
	}
	if err := RemovePartial(t.Context(), dir, "b*"); err != nil {
		t.Fatal(err)
	}
	found, err := Expand(t.Context(), []string{dir + "*"})
	if err != nil || len(found) != 3 || found[1].Name != dir+"a.txt.gz" || found[2].Name != dir+"b.partial-mine" {
		t.Errorf("found %v: %v", found, err)
	}
}

func writeObject(t *testing.T, name string, text []byte) {
	t.Helper()
	o, err := Create(t.Context(), name, corpus.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := o.Commit(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// readObject reads all of an object, and its last part without requests for earlier parts.
func readObject(t *testing.T, name string, text []byte, served *atomic.Int64) {
	t.Helper()
	files, err := Expand(t.Context(), []string{name})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(whole); err != nil || !bytes.Equal(got, text) {
		t.Errorf("%s: read %d bytes of %d: %v", name, len(got), len(text), err)
	}
	_ = whole.Close() // nothing was written
	src, err := Inputs(t.Context(), files, corpus.Options{})[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	before := served.Load()
	r := src.(*corpus.Reader)
	defer r.Close()
	border, ok, err := r.Border(files[0].Size-1_000_000, corpus.Grain{})
	if err != nil || !ok {
		t.Fatalf("%s: there is no border: %v", name, err)
	}
	if err := r.Enter(border, corpus.Border{}); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, text[border.Text:]) {
		t.Errorf("%s: read %d bytes from %d on: %v", name, len(got), border.Text, err)
	}
	if n := served.Load() - before; n > 2*blockBytes {
		t.Errorf("%s: for the last of %d bytes %d were served", name, files[0].Size, n)
	}
}
