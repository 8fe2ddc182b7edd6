package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// HasLines reports whether the text of a file that begins so may be made of lines:
// it is neither JSON nor XML nor an array of numpy's. Of those one line may be all
// of the file, so a reader must not shorten it.
func HasLines(prefix []byte) bool { return form.IsLines(prefix[BOMLen(prefix):]) }
