package convert_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A mutant is a file with damage.
type mutant struct {
	seed   uint64
	file   *wildFile
	others []*wildFile // pieces of which may be in it
	raw    []byte
	steps  []string // what was done to it

	edits   int  // bytes that were changed, put in or taken out
	header  bool // damage before the first record
	foreign bool // there may be other puzzles in it, whole or in parts
}

// newMutant damages one of files; the seed says which, and how.
func newMutant(files []*wildFile, seed uint64) *mutant {
	random := rand.New(rand.NewPCG(seed, 9))
	m := &mutant{seed: seed, file: files[random.IntN(len(files))], others: files}
	for m.file.packed && random.IntN(4) > 0 { // checksums show most damage at once
		m.file = files[random.IntN(len(files))]
	}
	m.raw = bytes.Clone(m.file.raw)
	for range 1 + random.IntN(4) {
		step := mutations[random.IntN(len(mutations))]
		at := m.place(random)
		m.header = m.header || at <= m.file.header
		m.steps = append(m.steps, fmt.Sprintf("%s at %d of %d", step.name, at, len(m.raw)))
		step.do(m, at, random)
	}
	return m
}

func (m *mutant) String() string {
	return fmt.Sprintf("SUDOKUBATCH_MUTANTS=%d:%d: %s: %s", m.seed, m.seed+1, m.file.name, strings.Join(m.steps, ", "))
}

// place is where the next step is taken: anywhere, or near the beginning or the end.
func (m *mutant) place(random *rand.Rand) int {
	n := len(m.raw) + 1
	switch at := random.IntN(n); random.IntN(4) {
	case 0:
		return at % min(n, 200)
	case 1:
		return n - 1 - at%min(n, 200)
	default:
		return at
	}
}

// mutations are the steps. Those at the end of the file that need a byte do nothing.
var mutations = []struct {
	name string
	do   func(m *mutant, at int, random *rand.Rand)
}{
	{"flip a bit", func(m *mutant, at int, random *rand.Rand) {
		m.replace(at, 1, func(b byte) byte { return b ^ 1<<random.IntN(8) })
	}},
	{"replace a byte", func(m *mutant, at int, random *rand.Rand) {
		m.replace(at, 1, func(byte) byte { return anyByte(random) })
	}},
	{"insert a byte", func(m *mutant, at int, random *rand.Rand) { m.insert(at, []byte{anyByte(random)}) }},
	{"delete a byte", func(m *mutant, at int, _ *rand.Rand) { m.remove(at, 1) }},
	{"truncate", func(m *mutant, at int, _ *rand.Rand) {
		line, _, _ := bytes.Cut(m.raw[at:], []byte{'\n'})
		m.edits += len(line)
		m.raw = m.raw[:at]
	}},
	{"duplicate lines", func(m *mutant, at int, random *rand.Rand) {
		from, to := m.lines(at, random)
		m.moveLines()
		m.raw = bytes.Join([][]byte{m.raw[:to], m.raw[from:]}, nil)
	}},
	{"delete lines", func(m *mutant, at int, random *rand.Rand) {
		from, to := m.lines(at, random)
		m.moveLines()
		m.raw = append(m.raw[:from], m.raw[to:]...)
	}},
	{"swap lines", func(m *mutant, at int, random *rand.Rand) {
		from, mid := m.lines(at, random)
		_, to := m.lines(mid, random)
		m.moveLines()
		m.raw = bytes.Join([][]byte{m.raw[:from], m.raw[mid:to], m.raw[from:mid], m.raw[to:]}, nil)
	}},
	{"repeat a chunk", func(m *mutant, at int, random *rand.Rand) {
		chunk := bytes.Clone(m.raw[at:min(len(m.raw), at+1+random.IntN(3000))])
		m.foreign = true
		m.insert(at, bytes.Repeat(chunk, 1+random.IntN(20)))
	}},
	{"insert a run", func(m *mutant, at int, random *rand.Rand) {
		const longest = 18 // as a power of two
		run := bytes.Repeat([]byte{anyByte(random)}, 1+random.IntN(1<<random.IntN(longest+1)))
		m.steps = append(m.steps, fmt.Sprintf("%d of %q", len(run), run[0]))
		m.insert(at, run)
	}},
	{"splice", func(m *mutant, at int, random *rand.Rand) {
		other := m.others[random.IntN(len(m.others))]
		m.steps = append(m.steps, other.name)
		m.foreign = true
		m.raw = append(m.raw[:at:at], other.raw[random.IntN(len(other.raw)):]...)
	}},
	{"huge number", func(m *mutant, at int, random *rand.Rand) {
		huge := []byte{0xff, 0x7f, 0x80, 0xfe}[random.IntN(4)]
		m.replace(at, 1<<random.IntN(4), func(byte) byte { return huge })
	}},
	{"digits in a number", func(m *mutant, at int, random *rand.Rand) {
		if i := bytes.IndexAny(m.raw[at:], "123456789"); i >= 0 {
			m.insert(at+i, bytes.Repeat([]byte{'9'}, 1+random.IntN(30)))
		}
	}},
}

// anyByte is a byte, often one that means something.
func anyByte(random *rand.Rand) byte {
	const telling = "\"\"'[]{},;:\t \n\r\\#.0-_*|+<>/&=19AGPx\x00\xff\xef\xc3"
	if random.IntN(3) == 0 {
		return byte(random.IntN(256))
	}
	return telling[random.IntN(len(telling))]
}

func (m *mutant) replace(at, n int, with func(byte) byte) {
	for i := at; i < min(at+n, len(m.raw)); i++ {
		m.raw[i] = with(m.raw[i])
		m.edits++
	}
}

func (m *mutant) insert(at int, text []byte) {
	m.raw = bytes.Join([][]byte{m.raw[:at], text, m.raw[at:]}, nil)
	m.edits += len(text)
}

func (m *mutant) remove(at, n int) {
	m.raw = append(m.raw[:at], m.raw[min(at+n, len(m.raw)):]...)
	m.edits += n
}

// lines returns where some lines lie, the first of which is at a place.
func (m *mutant) lines(at int, random *rand.Rand) (from, to int) {
	from = bytes.LastIndexByte(m.raw[:at], '\n') + 1
	to = from
	for range 1 + random.IntN(3) {
		if i := bytes.IndexByte(m.raw[to:], '\n'); i >= 0 {
			to += i + 1
		} else {
			to = len(m.raw)
		}
	}
	return from, to
}

// moveLines says that lines are not where they were: where they are rows, puzzles
// are made of those of several.
func (m *mutant) moveLines() { m.foreign = m.foreign || m.file.rows }
