package form

// lineText are the sizes of a form whose records are single lines, with any text
// in them.
const (
	TextMaxLine   = 64 << 10
	TextMaxRecord = 64<<10 + 2
)
