package model

// This file describes columns.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Enclosure is the text around and between the lines of a file that is one value.
type Enclosure struct {
	Begin, End string // before the first line, and after the last one
	Between    string // before each other line
	Empty      string // the file without lines
}

// A Column is one column of a table.
type Column struct {
	Name string
	Type Type
	// Taken says what becomes of an added column if the input has a column of its name.
	Taken Taken
}

// Taken is the treatment of an added column whose name the input has.
type Taken uint8

const (
	// Renumbered gives the added column a number after its name.
	Renumbered Taken = iota
	// Refused makes Target return a [*TakenError].
	Refused
	// Replaced puts the added values in place of the values of the input.
	Replaced
)

// A TakenError reports that the input has a column with the name of an added one.
type TakenError struct{ Name string }

func (e *TakenError) Error() string { return fmt.Sprintf("there is a column %q already", e.Name) }

// A Type is the type of a column's values. Values are always text, written as in JSON but
// without quotes around strings.
type Type uint8

// The column types.
const (
	Text  Type = iota // anything
	Int               // an integer of 64 bits
	Float             // a number
	Bool              // true or false
	Raw               // a JSON value
)

var typeNames = [...]string{Text: "text", Int: "int", Float: "float", Bool: "bool", Raw: "json"}

// String returns the name of the type.
func (t Type) String() string { return typeNames[t] }

// TypeNamed returns the type with a name, or Text.
func TypeNamed(name string) Type { return Type(max(0, slices.Index(typeNames[:], name))) }

// A ColumnError reports that a file has no column called Name, or that this column holds no
// puzzles.
type ColumnError struct {
	Name string
	Have []string // the names of all columns
	// Empty says that the column exists, but holds no puzzle.
	Empty bool
}

func (e *ColumnError) Error() string {
	var names []string
	for _, name := range e.Have[:min(len(e.Have), 20)] {
		names = append(names, strconv.Quote(name))
	}
	have := "there are " + strings.Join(names, ", ")
	if len(names) == 0 {
		have = "there are no columns"
	}
	if e.Empty {
		return fmt.Sprintf("there is no puzzle in column %q (%s)", e.Name, have)
	}
	return fmt.Sprintf("there is no column %q (%s)", e.Name, have)
}

// ErrNoPuzzles is wrapped by the errors for files that hold only solutions.
var ErrNoPuzzles = errors.New("no puzzle could be read")

// ErrAnswers is wrapped by the errors for files with wrong answers, as language models learn from.
var ErrAnswers = errors.New("right and wrong answers to each puzzle")

// ErrNoStates is wrapped by the errors for tables without the column that Hints.State asks for.
var ErrNoStates = errors.New("no state of a player could be read")
