package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// HasLines reports whether the text of a file that begins so may be made of lines:
// it is neither JSON nor XML nor an array of numpy's. Of those one line may be all
// of the file, so a reader must not shorten it.
func HasLines(prefix []byte) bool { return isLines(prefix[BOMLen(prefix):]) }

func isLines(text []byte) bool {
	if bytes.HasPrefix(text, []byte(npyMagic[:min(len(text), len(npyMagic))])) && len(text) > 0 {
		return false
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) == 0:
		return true
	case text[0] == '[': // or a title, such as [Puzzle], [[puzzle]]
		after := bytes.TrimLeft(text[1:], " \t\r\n")
		if len(after) > 1 && after[0] == '[' && syntax.IsLetter(after[1]) && !cells.IsNoValue(cells.TokenOf(after[1:])) {
			return true
		}
		return len(after) > 0 && bytes.IndexByte([]byte(`[{"]0123456789-n`), after[0]) < 0
	}
	return text[0] != '{' && text[0] != '<'
}
