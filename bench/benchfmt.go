package bench

// This file writes the format that benchstat reads.

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// WriteBenchfmt writes measurements in the format of Go benchmarks, for benchstat: a line for
// each round, with names of key=value parts. An iteration is a puzzle.
func WriteBenchfmt(w io.Writer, measurements []Measurement) error {
	var b strings.Builder
	var last Machine
	for i := range measurements {
		m := &measurements[i]
		if i == 0 || m.Machine != last {
			last = m.Machine
			fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: github.com/sudokubatch/sudokubatch/bench\ncpu: %s\ncommit: %s\n",
				m.OS, m.Arch, m.CPU, m.Commit)
		}
		for _, rate := range m.Rounds {
			fmt.Fprintf(&b, "BenchmarkCorpus/corpus=%s/mode=%s/engine=%s/limit=%d/jobs=%d %d %.4g ns/op %.6g puzzles/s %.4g B/s",
				word(m.Corpus), m.Mode, word(m.Engine), m.Limit, m.Jobs,
				m.Laps*m.Puzzles, 1e9/rate, rate, rate*m.BytesPerSecond/m.PuzzlesPerSecond)
			if m.GuessesPerPuzzle != nil {
				fmt.Fprintf(&b, " %.6g guesses/puzzle", *m.GuessesPerPuzzle)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// word replaces what would end a part of a benchmark's name.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '/' || r == '=' {
			return '_'
		}
		return r
	}, name)
}
