package corpus

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// This file has the corpora in the binary.

// This project's own puzzles are made from seeds. Each has one solution. Easy ones come first: with
// many clues, then with fewer, then minimal ones (in order 9), then some that take guesses. Package
// solver/generate made the last, demo.4, with the options Seed 4 and MinGuesses 3.
//
//go:generate go run ../cmd/sudokubatch gen -q --seed 1 --count 5000 --clues 40 -f -o data/demo.1.txt.zst
//go:generate go run ../cmd/sudokubatch gen -q --seed 2 --count 5000 --clues 30 -f -o data/demo.2.txt.zst
//go:generate go run ../cmd/sudokubatch gen -q --seed 3 --count 5000 -f -o data/demo.3.txt.zst
//go:generate go run ../cmd/sudokubatch gen -q --order 16 --seed 1 --count 150 --clues 150 -f -o data/demo16.1.txt.zst
//go:generate go run ../cmd/sudokubatch gen -q --order 16 --seed 2 --count 150 --clues 130 -f -o data/demo16.2.txt.zst
//go:generate go run ../cmd/sudokubatch gen -q --order 16 --seed 3 --count 150 --clues 115 -f -o data/demo16.3.txt.zst
//go:generate go run ../cmd/sudokubatch gen -q --order 16 --seed 4 --count 150 --clues 105 -f -o data/demo16.4.txt.zst

//go:embed data/*.zst
var embeddedData embed.FS

// EmbeddedInfo describes an embedded corpus.
type EmbeddedInfo struct {
	Name        string // opened as "@" + Name
	Order       int    // digits in a house: 9 or 16
	Puzzles     int    // number of puzzles
	Form        string // textual form, as package formats names it
	Description string // one line for people
}

// embedded lists the corpora in data, in the order of listings.
var embedded = []EmbeddedInfo{
	{"demo", 9, 20_000, "line", "unique puzzles from easy to hard, made by this project"},
	{"demo16", 16, 600, "line", "unique 16×16 puzzles from easy to hard, made by this project"},
	{"hiho", 9, 1, "hiho", "the sample of hihoCoder 1321"},
	{"poj3076", 16, 4, "letters16", "the sample of POJ 3076"},
}

// Embedded lists the corpora in the binary. The slice is the caller's.
func Embedded() []EmbeddedInfo { return slices.Clone(embedded) }

// openEmbedded opens the corpus "@NAME".
func openEmbedded(name string) (*source, error) {
	known := make([]string, 0, len(embedded))
	for _, e := range embedded {
		if "@"+e.Name != name {
			known = append(known, "@"+e.Name)
			continue
		}
		data, err := readParts(e.Name)
		if err != nil {
			return nil, err
		}
		return &source{r: bytes.NewReader(data), size: int64(len(data))}, nil
	}
	return nil, fmt.Errorf("no such embedded corpus, there are %s (a file of that name is ./%s)",
		strings.Join(known, ", "), name)
}

// readParts returns the files of one corpus, data/NAME.txt.zst or data/NAME.1.txt.zst and so on, one
// after the other, which make one zstd file.
func readParts(name string) ([]byte, error) {
	paths, err := fs.Glob(embeddedData, "data/"+name+".*zst") // in the order of their names
	if err != nil {
		return nil, err
	}
	var data []byte
	for _, path := range paths {
		part, err := embeddedData.ReadFile(path)
		if err != nil {
			return nil, err
		}
		data = append(data, part...)
	}
	return data, nil
}
