package form

// A Column is one of a table's.
type Column struct {
	Name string
	Type Type
}

// A Type is what the values of a column are. Values are text in any case, as
// JSON writes them but for texts, which are not quoted.
type Type uint8

// The types of columns.
const (
	Text  Type = iota // anything
	Int               // a whole number of 64 bits
	Float             // a number
	Bool              // true or false
	Raw               // a JSON value
)

// TypeNames are the names of the types.
var TypeNames = [...]string{Text: "text", Int: "int", Float: "float", Bool: "bool", Raw: "json"}

// String returns the name of the type.
func (t Type) String() string { return TypeNames[t] }

// MaxColumns bounds what a header can ask for: cells of order 16 twice, and more.
const MaxColumns = 1000

// Within reports whether a column is one of so many from the first on; -1: there are none.
func Within(first, column, width int) bool {
	return first >= 0 && column >= first && column < first+width
}
