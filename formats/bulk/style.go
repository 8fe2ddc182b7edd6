package bulk

// This file lists the styles: other ways to write puzzles of a form.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/grid"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// The styles are kinds that are only written, with names such as "grid-compact". A file in a
// style is read in its form. A Form in a style has the Kind of the form.
const (
	// Sdm is Line with 0 for a blank, a list of the program SadMan Sudoku.
	Sdm Kind = firstStyle + iota
	// Hodoku is Line as in the library of the program HoDoKu: ":0000:x:" cells ":::".
	Hodoku
	// Compact is Grid without separators: "53..7....".
	Compact
	// Spaced is Grid with a space between cells: "5 3 . . 7 . . . .".
	Spaced
	// Boxed is Grid with spaces, bars and rules. Grid is written so, too.
	Boxed
	// Sdk is Grid with a line "[Puzzle]" before each compact grid, as SadMan Sudoku has it.
	Sdk
)

const firstStyle Kind = 64

// A style is one way to write puzzles of a form.
type style struct {
	name   string
	ending string // of the names of files; "": the ending of the kind
	kind   Kind
	orders []int
	append func(dst []byte, board geometry.Box, cells []uint8) []byte
	layout *Layout
}

var styles = newStyles(
	style{name: "sdm", ending: ".sdm", kind: Line, orders: []int{9}, append: line.AppendSdm},
	style{name: "hodoku", kind: Line, orders: []int{9}, append: line.AppendHodoku},
	style{name: "grid-compact", kind: Grid, orders: geometry.Sides(), append: grid.AppendCompact},
	style{name: "grid-spaced", kind: Grid, orders: geometry.Sides(), append: grid.AppendSpaced},
	style{name: "grid-boxed", kind: Grid, orders: geometry.Sides(), append: grid.AppendBoxed},
	style{name: "sdk", ending: ".sdk", kind: Grid, orders: []int{9}, append: grid.AppendSdk},
)

func newStyles(all ...style) []style {
	for i := range all {
		all[i].layout = &Layout{Solution: -1, style: &all[i]}
	}
	return all
}

// styled returns the style that k names, or nil.
func (k Kind) styled() *style {
	if i := int(k) - int(firstStyle); i >= 0 && i < len(styles) {
		return &styles[i]
	}
	return nil
}

// read returns the kind in which files of kind k are read.
func (k Kind) read() Kind {
	if s := k.styled(); s != nil {
		return s.kind
	}
	return k
}

// Styles returns the kinds that are styles, in the order in which messages list them.
func Styles() []Kind {
	var kinds []Kind
	for k := firstStyle; k.styled() != nil; k++ {
		kinds = append(kinds, k)
	}
	return kinds
}

// IsStyled reports whether f is written in a style.
func (f Form) IsStyled() bool { return f.Layout != nil && f.Layout.style != nil }

// ParseTarget is like [ParseKind] for a form to write: it also takes the name of a style.
func ParseTarget(name string) (Kind, error) {
	if i := slices.IndexFunc(styles, func(s style) bool { return s.name == name }); i >= 0 {
		return firstStyle + Kind(i), nil
	}
	return ParseKind(name)
}
