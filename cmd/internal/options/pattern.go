package options

// This file reads pictures of clues.

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus"
)

// ReadPatterns replaces the names of files among the patterns by what the files hold. A pattern has lines, or at
// least the 16 cells of a 4×4 puzzle, and only x and dots.
func (c *Wishes) ReadPatterns() error {
	for i, name := range c.Pattern {
		if strings.Contains(name, "\n") || len(name) >= 16 && strings.Trim(name, "xX. ") == "" {
			continue
		}
		text, err := readText(name)
		if err != nil {
			return fmt.Errorf("--pattern: %v", err) //nolint:errorlint // a wrong flag, and no failed output
		}
		c.Pattern[i] = string(text) + "\n"
	}
	return nil
}

// readText returns the text of a file as inputs are read: decompressed, and in UTF-8.
func readText(name string) ([]byte, error) {
	r, err := corpus.Open(name, corpus.Options{Stdin: os.Stdin})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// parsePatterns returns the patterns of a text, true for a clue. A line has a row, or all cells of a pattern. x is
// a clue, and . a blank; spaces do not count.
func parsePatterns(text string, order int) (patterns [][]bool, err error) {
	var open []bool // the rows of a pattern so far
	for number, line := range strings.Split(strings.TrimPrefix(text, "\ufeff")+"\n", "\n") {
		cells := strings.Join(strings.Fields(strings.ToLower(line)), "")
		switch n := len(cells); {
		case strings.Trim(cells, "x.") != "":
			return nil, fmt.Errorf("line %d: %.40q: want x for a clue and . for a blank", number+1, line)
		case n == 0 && len(open) > 0:
			return nil, fmt.Errorf("line %d: a pattern ends after row %d, want %d rows", number+1, len(open)/order, order)
		case n > 0 && n != order && (n != order*order || len(open) > 0):
			return nil, fmt.Errorf("line %d: %d cells, want a row of %d or a pattern of %d: --size says the size", number+1, n, order, order*order)
		}
		for _, r := range cells {
			open = append(open, r == 'x')
		}
		if len(open) == order*order {
			patterns, open = append(patterns, open), nil
		}
	}
	if len(patterns) == 0 {
		return nil, errors.New("there is no pattern")
	}
	return patterns, nil
}
