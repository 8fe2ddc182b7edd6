package spill

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// A textRun is a run of texts that is read.
type textRun struct {
	number int
	r      *bufio.Reader
	taken  bool // what it shows was given
	text   []byte
	key    int // length, at the beginning of text
}

// next goes on to the run's next text; io.EOF if there is none.
func (c *textRun) next() error {
	var head [lengths]byte
	_, err := io.ReadFull(c.r, head[:])
	if err == io.EOF {
		return err
	}
	if err == nil {
		c.key = int(binary.LittleEndian.Uint32(head[:]))
		n := c.key + int(binary.LittleEndian.Uint32(head[4:]))
		c.text = slices.Grow(c.text[:0], n)[:n]
		_, err = io.ReadFull(c.r, c.text)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("reading a temporary file: %w", err)
	}
	c.taken = false
	return nil
}

// merge takes the least text of all runs. The run it comes from goes on at the
// next call, as the text lies there.
func (s *Texts) merge() (key, text []byte, err error) {
	if len(s.runs) > 0 && s.runs[0].taken {
		switch err := s.runs[0].next(); {
		case err == io.EOF: //nolint:errorlint // made by next
			last := len(s.runs) - 1
			s.runs[0] = s.runs[last]
			s.runs = s.runs[:last]
		case err != nil:
			return nil, nil, err
		}
		s.siftDown(0)
	}
	if len(s.runs) == 0 {
		return nil, nil, io.EOF
	}
	top := &s.runs[0]
	top.taken = true
	return top.text[:top.key], top.text[top.key:], nil
}

// less orders runs by what they show, and equal ones by their age.
func (s *Texts) less(i, j int) bool {
	a, b := &s.runs[i], &s.runs[j]
	return cmp.Or(bytes.Compare(a.text[:a.key], b.text[:b.key]), a.number-b.number) < 0
}

// siftDown restores the heap below i.
func (s *Texts) siftDown(i int) {
	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(s.runs); child++ {
			if s.less(child, least) {
				least = child
			}
		}
		if least == i {
			return
		}
		s.runs[i], s.runs[least] = s.runs[least], s.runs[i]
		i = least
	}
}
