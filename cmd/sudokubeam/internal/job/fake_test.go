package job

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// fake is a store that cannot rename or remove, and reads from the beginning only. Bytes
// are visible as soon as they are written.
var fake = &fakeStore{objects: map[string][]byte{}}

type fakeStore struct {
	mu      sync.Mutex
	objects map[string][]byte
	torn    int // writes that fail half-way, from the next on
	tore    int // those that did
}

func init() {
	filesystem.Register("fake", func(context.Context) filesystem.Interface { return fake })
}

// tear has the next writes fail.
func (f *fakeStore) tear(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.torn = n
}

func (f *fakeStore) put(name, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.objects[name] = []byte(text)
}

func (f *fakeStore) Close() error { return nil }

func (f *fakeStore) List(_ context.Context, glob string) (names []string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name := range f.objects {
		if ok, err := path.Match(strings.TrimPrefix(glob, "fake://"), strings.TrimPrefix(name, "fake://")); err != nil {
			return nil, err
		} else if ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

func (f *fakeStore) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.objects[name]
	if !ok {
		return nil, os.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

func (f *fakeStore) Size(_ context.Context, name string) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.objects[name]
	if !ok {
		return -1, os.ErrNotExist
	}
	return int64(len(text)), nil
}

func (f *fakeStore) OpenWrite(_ context.Context, name string) (io.WriteCloser, error) {
	f.put(name, "")
	return &fakeWriter{name: name}, nil
}

type fakeWriter struct {
	name string
	text []byte
}

func (w *fakeWriter) Write(p []byte) (int, error) {
	fake.mu.Lock()
	defer fake.mu.Unlock()
	n := len(p)
	if fake.torn > 0 {
		fake.torn--
		fake.tore++
		n /= 2
	}
	w.text = append(w.text, p[:n]...)
	fake.objects[w.name] = slices.Clone(w.text)
	if n < len(p) {
		return n, errors.New("the store went away")
	}
	return n, nil
}

func (w *fakeWriter) Close() error { return nil }
