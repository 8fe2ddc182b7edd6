package spill

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// sorted returns all that a sorter gives.
func sorted(t *testing.T, s *Sorter) []Entry {
	t.Helper()
	if err := s.Sort(); err != nil {
		t.Fatal(err)
	}
	var all []Entry
	for {
		e, err := s.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
}

// TestSorter wants what package slices makes of the same entries, whether they
// fit in memory, fill it exactly, or make many runs.
func TestSorter(t *testing.T) {
	t.Parallel()
	const memory = 128 * EntryBytes
	for _, n := range []int{0, 1, 127, 128, 129, 256, 257, 1000, 128 * 40} {
		for _, few := range []uint64{3, 1 << 60} { // many equal ones, or none
			dir := t.TempDir()
			r := rand.New(rand.NewPCG(uint64(n), few))
			s := NewSorter(dir, memory)
			var want []Entry
			for range n {
				e := Entry{r.Uint64N(few), r.Uint64N(few), r.Uint64N(few), r.Uint64N(2)}
				want = append(want, e)
				if err := s.Add(e); err != nil {
					t.Fatal(err)
				}
			}
			slices.SortFunc(want, func(a, b Entry) int { return slices.Compare(a[:], b[:]) })
			if got := sorted(t, s); !slices.Equal(got, want) {
				t.Errorf("%d entries below %d: %d come back, in another order or not the same", n, few, len(got))
			}
			wantSpilled := int64(0)
			if n > 128 {
				wantSpilled = int64(n) * EntryBytes
			}
			if s.Spilled() != wantSpilled {
				t.Errorf("%d entries: %d bytes on disk, want %d", n, s.Spilled(), wantSpilled)
			}
			if _, err := s.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("after the last: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			wantEmpty(t, dir)
		}
	}
}

// TestSortEntries sorts first numbers of all distributions.
func TestSortEntries(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for name, first := range map[string]func(i int) uint64{
		"even":      func(int) uint64 { return r.Uint64() },
		"few":       func(int) uint64 { return r.Uint64N(3) },
		"the same":  func(int) uint64 { return 7 },
		"ends":      func(int) uint64 { return -r.Uint64N(2) },
		"powers":    func(int) uint64 { return 1 << r.Uint64N(64) },
		"ascending": func(i int) uint64 { return uint64(i) },
		"narrow":    func(int) uint64 { return 1<<63 + r.Uint64N(1000) },
	} {
		for _, n := range []int{1, fewEntries, fewEntries + 1, 1000, 50_000} {
			entries := make([]Entry, n)
			for i := range entries {
				entries[i] = Entry{first(i), r.Uint64N(2), r.Uint64(), 0}
			}
			want := slices.Clone(entries)
			slices.SortFunc(want, func(a, b Entry) int { return slices.Compare(a[:], b[:]) })
			if sortEntries(entries); !slices.Equal(entries, want) {
				t.Errorf("%s: %d entries are not sorted", name, n)
			}
		}
	}
}

// TestMergeMemory reads ahead in no more memory than the sorter was given.
func TestMergeMemory(t *testing.T) {
	t.Parallel()
	const memory = 256 << 10
	s := NewSorter(t.TempDir(), memory)
	defer s.Close()
	for i := range uint64(16 * memory / EntryBytes) {
		if err := s.Add(Entry{i * 0x9e3779b97f4a7c15}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sort(); err != nil {
		t.Fatal(err)
	}
	ahead := 0
	for _, c := range s.cursors {
		ahead += cap(c.buf)
	}
	if len(s.cursors) < 16 || ahead == 0 || ahead > memory {
		t.Errorf("%d runs are read ahead in %d bytes, of %d", len(s.cursors), ahead, memory)
	}
}

// TestSorterBegins wants few entries in little memory, and to keep them when there are more.
func TestSorterBegins(t *testing.T) {
	t.Parallel()
	const memory, more = 8 << 20, firstEntries + 1
	s := NewSorter(t.TempDir(), memory)
	defer s.Close()
	for i := range uint64(more) {
		if err := s.Add(Entry{more - 1 - i}); err != nil {
			t.Fatal(err)
		}
		if have := cap(s.entries) * EntryBytes; i < firstEntries && have > memory/4 || have > memory {
			t.Fatalf("%d entries take %d bytes", i+1, have)
		}
	}
	all := sorted(t, s)
	if len(all) != more || all[0] != (Entry{}) || all[more-1] != (Entry{more - 1}) || s.Spilled() > 0 {
		t.Errorf("%d of %d entries come back, %d bytes spilled", len(all), more, s.Spilled())
	}
}

// TestTempFileIsUnseen wants a file without a name while it is in use, so that
// nothing remains however the run ends. Windows has no such files.
func TestTempFileIsUnseen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := owned.NewFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		wantEmpty(t, dir)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	wantEmpty(t, dir)
}

// TestCloseEarly removes the file of a sorter in every state.
func TestCloseEarly(t *testing.T) {
	t.Parallel()
	for stage := range 4 {
		dir := t.TempDir()
		s := NewSorter(dir, 0)
		for i := range 1000 * min(stage, 1) {
			if err := s.Add(Entry{uint64(i)}); err != nil {
				t.Fatal(err)
			}
		}
		if stage > 1 {
			if err := s.Sort(); err != nil {
				t.Fatal(err)
			}
		}
		if stage > 2 {
			if e, err := s.Next(); err != nil || e != (Entry{0}) {
				t.Errorf("%v, %v", e, err)
			}
		}
		file := s.file
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		wantEmpty(t, dir)
		if file == nil {
			continue
		}
		if _, err := file.Stat(); err == nil {
			t.Errorf("stage %d: the file is still open", stage)
		}
	}
}

// TestNoDirectory has nowhere to spill to.
func TestNoDirectory(t *testing.T) {
	t.Parallel()
	missing := t.TempDir() + "/missing"
	s := NewSorter(missing, 0)
	var err error
	for i := 0; i < 1000 && err == nil; i++ {
		err = s.Add(Entry{uint64(i)})
	}
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("sorter: %v", err)
	}
	if _, err := NewSpool(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("spool: %v", err)
	}
}

// TestCutFile has a temporary file that lost its end.
func TestCutFile(t *testing.T) {
	t.Parallel()
	s := NewSorter(t.TempDir(), 0)
	defer s.Close()
	for i := range 10_000 {
		if err := s.Add(Entry{uint64(i % 7), uint64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.spill(); err != nil {
		t.Fatal(err)
	}
	if err := s.file.Truncate(s.written / 2); err != nil {
		t.Fatal(err)
	}
	err := s.Sort()
	for err == nil {
		_, err = s.Next()
	}
	if errors.Is(err, io.EOF) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
}

// wantEmpty fails if anything was left in a directory.
func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}
