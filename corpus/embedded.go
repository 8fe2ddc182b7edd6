package corpus

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:generate go run ./internal/makedemo

//go:embed data/*.zst
var embeddedData embed.FS

// Info describes an embedded corpus.
type Info struct {
	Name        string // opened as "@" + Name; the data is data/Name.txt.zst
	Order       int    // digits in a house: 9 or 16
	Puzzles     int    // number of puzzles
	Form        string // textual form, as package formats names it
	Description string // one line for people
}

// embedded lists the corpora in data, in the order in which they are shown.
var embedded = []Info{
	{"demo", 9, 20_000, "line", "unique puzzles from easy to hard, made by this project"},
	{"demo16", 16, 600, "line", "unique 16×16 puzzles from easy to hard, made by this project"},
	{"hiho", 9, 1, "hiho", "the sample of hihoCoder 1321"},
	{"poj3076", 16, 4, "letters16", "the sample of POJ 3076"},
}

// Embedded lists the corpora that are part of the binary; the slice is the caller's.
func Embedded() []Info { return slices.Clone(embedded) }

// openEmbedded opens the corpus "@NAME".
func openEmbedded(name string) (*source, error) {
	known := make([]string, 0, len(embedded))
	for _, e := range embedded {
		if "@"+e.Name != name {
			known = append(known, "@"+e.Name)
			continue
		}
		data, err := embeddedData.ReadFile("data/" + e.Name + ".txt.zst")
		if err != nil {
			return nil, err
		}
		return &source{r: bytes.NewReader(data), size: int64(len(data))}, nil
	}
	return nil, fmt.Errorf("no such embedded corpus, there are %s (a file of that name is ./%s)",
		strings.Join(known, ", "), name)
}
