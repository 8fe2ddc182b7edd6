package console

import (
	"errors"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/split"
)

// hints are what can be done about errors of the libraries, which know nothing
// of flags.
var hints = []struct {
	err  error
	hint string
}{
	{corpus.ErrExists, "use --force to overwrite"},
	{corpus.ErrWindow, "raise it with --max-window"},
	{corpus.ErrNoChecksum, "--require-checksum"},
	{formats.ErrNoPuzzles, "name the column of the puzzles with --column"},
	{pipeline.ErrNotList, "or name their form with --from"},
	{split.ErrUnlike, "choose a form for all of them with --to"},
	{outfile.ErrUnlike, "--keep and --rejects are files of one form: take inputs of unlike ones one at a time"},
	{split.ErrCounted, "choose another form with --to"},
	{split.ErrUneven, "choose another --seed, or --exact, which goes by rank"},
}

// withHint is an error's text, and a hint if there is one.
func withHint(err error) string {
	if unlike := (*split.UnlikeError)(nil); errors.As(err, &unlike) && unlike.Form.Order != unlike.FirstForm.Order {
		return err.Error() + " (their sizes differ: take them one at a time)" // no form is for both
	}
	for _, h := range hints {
		if errors.Is(err, h.err) {
			return err.Error() + " (" + h.hint + ")"
		}
	}
	return err.Error()
}
