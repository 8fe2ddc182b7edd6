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

var TypeNames = [...]string{Text: "text", Int: "int", Float: "float", Bool: "bool", Raw: "json"}

// String returns the name of the type.
func (t Type) String() string { return TypeNames[t] }
