package packed

// Block is how many bytes of text Marks is about.
const Block = 64

// Marks are the places of three bytes in a block of text, a word of each: bit i is for
// byte i.
type Marks [3]uint64

// The words of Marks.
const (
	Quotes = iota
	Separators
	Newlines
)

// CanFindMarks reports whether this processor has a kernel for FindMarks. Without one
// it is as fast to look for one byte after the other.
func CanFindMarks() bool { return best.findMarks != nil }

// FindMarks finds the marks of as many blocks of text as marks has room for, which
// text must hold. It is there only if CanFindMarks says so.
func FindMarks(marks []Marks, text []byte, separator byte) {
	if len(marks) > 0 {
		best.findMarks(marks, text[:Block*len(marks)], separator)
	}
}
