package formats

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is a textual form's name as the user writes it. The zero Kind means
// that none was chosen.
type Kind uint8

// The grammars below share their terms. A line ends with "\n" or "\r\n", the
// last one also with the end of the file. A blank line holds nothing but spaces
// and tabs. A line longer than [Form.MaxLine] is malformed, whatever it holds,
// unless it is a comment.
const (
	// Line is one puzzle a line.
	//
	//	file    = { line } .
	//	line    = record | comment | blank .
	//	record  = cells [ bound { any byte } ] .
	//	cells   = 81 × ( "1".."9" | "." | "0" )                    in order 9
	//	        | 256 × ( "A".."P" | "a".."p" | "." | "-" ) .      in order 16
	//	bound   = " " | tab | "," | ";" | "#" .
	//	comment = "#" { any byte } .
	//
	// The cells begin at column 1. What follows their bound (a rating, a name,
	// a solution) is ignored and never shifts anything. A line "end", with
	// blanks after it at most, ends the input; text after it is reported as
	// [ErrTrailing].
	Line Kind = iota + 1

	// Hiho is a count followed by that many blocks of nine rows.
	//
	//	file   = header { block } .
	//	header = digits .
	//	block  = 9 × row .
	//	row    = 9 × ( "0".."9" ) separated by spaces or tabs .
	//
	// 0 is a blank cell. Blanks around a row or the header are ignored, and so
	// are blank lines everywhere. There are no comments. A row that is wrong
	// makes its block malformed but still counts as a row, so that the blocks
	// after it keep their places. A header that is not a number leaves the whole
	// file without records; fewer blocks than it says, or text after the last
	// one, is a fault of the file ([Framer.Finish]). A block may take at most
	// [Form.MaxRecord] bytes with the blank lines inside it; one that takes more
	// is cut short there and malformed, and the rest of its rows belong to no
	// record.
	Hiho

	// Letters16 is a grid of sixteen lines, for order 16.
	//
	//	file = { grid | blank } .
	//	grid = 16 × row .
	//	row  = 16 × ( "A".."P" | "a".."p" | "-" | "." ) { " " | tab } .
	//
	// "-" and "." are blank cells. A grid ends with its sixteenth line, with a
	// blank line or with the end of the file, whichever comes first: a short
	// grid costs only itself. There are no comments.
	Letters16
)

// kindNames holds the names that users write, by Kind.
var kindNames = [...]string{Line: "line", Hiho: "hiho", Letters16: "letters16"}

// kindOrders holds the orders that each Kind can hold.
var kindOrders = [...][]int{Line: {9, 16}, Hiho: {9}, Letters16: {16}}

// Kinds returns all kinds in the order in which messages list them. The slice
// is the caller's.
func Kinds() []Kind { return []Kind{Line, Hiho, Letters16} }

// ParseKind returns the Kind of that name. The error for any other name lists
// the names there are.
func ParseKind(name string) (Kind, error) {
	for _, k := range Kinds() {
		if kindNames[k] == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("unknown form %q (known: %s)", name, listKinds(", "))
}

// listKinds joins the names of all kinds.
func listKinds(separator string) string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.String())
	}
	return strings.Join(names, separator)
}

// String returns the name that [ParseKind] takes.
func (k Kind) String() string {
	if k.valid() {
		return kindNames[k]
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

func (k Kind) valid() bool { return k >= Line && k <= Letters16 }

// Form returns the form that writes puzzles of the given order as k does. It
// fails where k has no such puzzles, naming the orders it has.
func (k Kind) Form(order int) (Form, error) {
	if !k.valid() {
		return Form{}, fmt.Errorf("unknown form %v", k)
	}
	var have []string
	for _, o := range kindOrders[k] {
		if o == order {
			return Form{Kind: k, Order: order}, nil
		}
		have = append(have, strconv.Itoa(o))
	}
	return Form{}, fmt.Errorf("%v holds puzzles of order %s, not %d", k, strings.Join(have, " or "), order)
}

// A Form is a Kind with the order of its puzzles. Forms come from [Kind.Form]
// and [Detect]; the methods of any other, the zero Form among them, panic,
// except for String.
type Form struct {
	Kind  Kind
	Order int
}

// String names the form for messages: "line (order 9)".
func (f Form) String() string { return fmt.Sprintf("%v (order %d)", f.Kind, f.Order) }

// MaxLine returns the length, without the newline, of the longest line that can
// be part of a well-formed record: 64 KiB for Line, whose lines may carry any
// text after the cells, and 4 KiB for the others. A longer line is malformed
// whatever it holds, so a reader need not keep more than MaxLine+1 bytes of it.
func (f Form) MaxLine() int {
	switch f.Kind {
	case Line:
		return lineMaxLine
	case Hiho:
		return hihoMaxLine
	case Letters16:
		return letters16MaxLine
	}
	panic(f.unknown())
}

// Shorten cuts the lines of text to MaxLine+1 bytes each, in place, for text that
// was read before its form was known. A line that is cut stays too long.
func (f Form) Shorten(text []byte) []byte {
	most := f.MaxLine() + 1
	short := text[:0]
	for len(text) > 0 {
		line, size, ended := nextLine(text)
		text = text[size:]
		short = append(short, line[:min(len(line), most)]...)
		if ended {
			short = append(short, '\n')
		}
	}
	return short
}

// MaxRecord returns the number of bytes that the longest record of the form can
// take when its lines are cut to MaxLine+1 bytes and a newline each. A buffer
// of MaxRecord+MaxLine bytes is therefore always enough for [Framer.Cut] to
// find a border, or for the caller to find a line to shorten.
func (f Form) MaxRecord() int {
	switch f.Kind {
	case Line:
		return lineMaxLine + 2
	case Hiho:
		return hihoMaxRecord
	case Letters16:
		return 16 * (letters16MaxLine + 2)
	}
	panic(f.unknown())
}

// unknown is what the methods of a Form that nobody made panic with.
func (f Form) unknown() string { return "formats: unknown form " + f.String() }
