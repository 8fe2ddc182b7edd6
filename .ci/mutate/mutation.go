package main

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A mutation is one change to one file: the bytes from begin to end become text.
type mutation struct {
	kind       string // in words
	pkg        string // the import path
	file       string // its path from the module's root
	line       int
	source     []byte // of the whole file
	begin, end int
	text       string
}

// changed returns the file with the change.
func (m *mutation) changed() []byte {
	return slices.Concat(m.source[:m.begin], []byte(m.text), m.source[m.end:])
}

// lines returns the lines that the change touches, before and after.
func (m *mutation) lines() (before, after []string) {
	first := strings.LastIndexByte(string(m.source[:m.begin]), '\n') + 1
	last := len(m.source)
	if n := strings.IndexByte(string(m.source[m.end:]), '\n'); n >= 0 {
		last = m.end + n
	}
	was := string(m.source[first:last])
	is := string(m.source[first:m.begin]) + m.text + string(m.source[m.end:last])
	before, after = strings.Split(was, "\n"), strings.Split(is, "\n")
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	return before, after
}

// diff shows the change as the lines that go and those that come.
func (m *mutation) diff() string {
	before, after := m.lines()
	var b strings.Builder
	for _, line := range before {
		fmt.Fprintln(&b, "-"+line)
	}
	for _, line := range after {
		fmt.Fprintln(&b, "+"+line)
	}
	return b.String()
}

// key names the change without its line number, so that it stays the same when
// code around it moves. Lines of a file that read the same share their keys.
func (m *mutation) key() string {
	before, after := m.lines()
	words := func(lines []string) string {
		return cmp.Or(strings.Join(strings.Fields(strings.Join(lines, " ")), " "), "(nothing)")
	}
	return fmt.Sprintf("%s: %s ==> %s", m.file, words(before), words(after))
}

func (m mutation) String() string {
	file, change, _ := strings.Cut(m.key(), ": ")
	return fmt.Sprintf("%s:%d: %s", file, m.line, change)
}

// sample chooses count of the changes, or all if that is 0. What is chosen
// depends on seed and the changes' own text, hardly on what else there is.
func sample(mutations []mutation, seed uint64, count int) []mutation {
	rank := func(m mutation) uint64 {
		h := fnv.New64a()
		h.Write(binary.LittleEndian.AppendUint64(nil, seed))
		h.Write([]byte(m.key()))
		return h.Sum64() * 0x9e3779b97f4a7c15 >> 1 // the last bytes alone would sort the lines
	}
	slices.SortFunc(mutations, func(a, b mutation) int { return cmp.Compare(rank(a), rank(b)) })
	if count > 0 && count < len(mutations) {
		mutations = mutations[:count]
	}
	return mutations
}

// readEquivalent reads the changes that are known not to matter: one a line, as
// --list shows it but without line number, then " ## " and the reason.
func readEquivalent(name string) (map[string]string, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reasons := map[string]string{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, " ## ")
		if !ok || reason == "" || !strings.Contains(key, " ==> ") {
			return nil, fmt.Errorf("%s:%d: not \"FILE: BEFORE ==> AFTER ## REASON\": %s", name, n, line)
		}
		reasons[strings.TrimSpace(key)] = reason
	}
	return reasons, lines.Err()
}
