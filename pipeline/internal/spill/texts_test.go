package spill

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTexts wants what package slices makes of the same texts, whether they fit in
// memory or make many runs, and whatever their lengths.
func TestTexts(t *testing.T) {
	t.Parallel()
	type pair struct{ key, text []byte }
	for _, n := range []int{0, 1, 50, 3000} {
		for _, few := range []int{3, 1 << 30} { // many equal keys, or none
			dir := t.TempDir()
			r := rand.New(rand.NewPCG(uint64(n), uint64(few)))
			s := NewTexts(dir, 20<<10)
			var want []pair
			for i := range n {
				text := bytes.Repeat([]byte{'x'}, r.IntN(100))
				if i%1000 == 999 {
					text = bytes.Repeat(text, 1000) // longer than the memory
				}
				p := pair{fmt.Appendf(nil, "%d", r.IntN(few)), fmt.Appendf(text, " %d", i)}
				want = append(want, p)
				if err := s.Add(p.key, p.text); err != nil {
					t.Fatal(err)
				}
			}
			slices.SortStableFunc(want, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
			if err := s.Sort(); err != nil {
				t.Fatal(err)
			}
			if n == 3000 && len(s.runs) < 3 {
				t.Errorf("%d runs", len(s.runs))
			}
			for i := range want {
				key, text, err := s.Next()
				if err != nil || !bytes.Equal(key, want[i].key) || !bytes.Equal(text, want[i].text) {
					t.Fatalf("%d texts: text %d is %q %.30q, want %q %.30q; %v", n, i, key, text, want[i].key, want[i].text, err)
				}
			}
			if _, _, err := s.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("after the last: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			wantEmpty(t, dir)
		}
	}
}

// TestTextsCut has a temporary file that lost its end.
func TestTextsCut(t *testing.T) {
	t.Parallel()
	s := NewTexts(t.TempDir(), 20<<10)
	defer s.Close()
	for i := range 3000 {
		if err := s.Add(fmt.Appendf(nil, "%d", i%7), fmt.Appendf(nil, "%50d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sort(); err != nil {
		t.Fatal(err)
	}
	if err := s.file.Truncate(s.ends[len(s.ends)-1] - 10); err != nil {
		t.Fatal(err)
	}
	var err error
	for err == nil {
		_, _, err = s.Next()
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
	missing := NewTexts(t.TempDir()+"/missing", 0)
	for i := 0; i < 1000; i++ {
		if err = missing.Add(nil, make([]byte, 100)); err != nil {
			return
		}
	}
	t.Error("texts went into a directory that is not there")
}
