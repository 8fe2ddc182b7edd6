package spill

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
)

// TestSpool wants each text back, empty ones and long ones among them.
func TestSpool(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := NewSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		wantEmpty(t, dir)
	}()
	r := rand.New(rand.NewPCG(3, 4))
	var want [][]byte
	for i := range 2000 {
		n := r.IntN(300)
		if i%500 == 7 {
			n = spoolBuffer + i
		}
		text := make([]byte, n)
		for j := range text {
			text[j] = byte(r.Uint32())
		}
		want = append(want, text)
		if err := s.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Rewind(); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got, err := s.Next(); err != nil || !bytes.Equal(got, want[i]) {
			t.Fatalf("text %d: %d bytes, want %d; %v", i, len(got), len(want[i]), err)
		}
	}
	if _, err := s.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last: %v", err)
	}
}
