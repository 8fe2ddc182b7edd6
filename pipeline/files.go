package pipeline

import "github.com/sudokubatch/sudokubatch/corpus"

// Files returns the inputs of these names, as [corpus.Open] takes them: paths,
// "-" for opts.Stdin, "@NAME" for an embedded corpus. None is opened before its
// turn. If opts has a pool, Config needs the same one.
func Files(names []string, opts corpus.Options) []Input {
	inputs := make([]Input, len(names))
	shared := &opts // there may be very many names
	for i, name := range names {
		shown := name
		if name == "-" {
			shown = "<stdin>"
		}
		inputs[i] = Input{Name: shown, Open: func() (Source, error) { return corpus.Open(name, *shared) }}
	}
	return inputs
}
