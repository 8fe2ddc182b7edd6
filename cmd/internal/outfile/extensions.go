// Package outfile knows the names of output files, and writes outputs that hold
// records as they came.
package outfile

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
)

// kinds are the kinds that a name can ask for.
var kinds = map[string]formats.Kind{
	".csv": formats.CSV, ".tsv": formats.TSV, ".jsonl": formats.NDJSON, ".ndjson": formats.NDJSON, ".json": formats.JSON,
	".parquet": formats.Parquet, ".pq": formats.Parquet, ".npy": formats.Npy, ".npz": formats.Npy,
}

// text are the endings of lists of puzzles, and of text of any kind. They ask for no form.
var text = []string{".dat", ".in", ".log", ".lst", ".out", ".sdm", ".sudoku", ".txt"}

// codecs are the endings that ask for compression, behind all others.
var codecs = []string{".zst", ".gz"}

// Kind is the kind of form that the name of an output asks for, which may be one that
// cannot be written; 0: it asks for none.
func Kind(name string) formats.Kind { return kinds[Extension(name)] }

// Extension returns how a name ends, in lower case and without compression: ".csv". It is
// empty if the last part of the name is no ending: an ending is a letter and at most seven
// letters and digits, but not the number of a version, as in "part-1.v2".
func Extension(name string) string {
	name = strings.ToLower(name)
	for _, codec := range codecs {
		name = strings.TrimSuffix(name, codec)
	}
	if ending := filepath.Ext(name); endingPattern.MatchString(ending) && !versionPattern.MatchString(ending) {
		return ending
	}
	return ""
}

var (
	endingPattern  = regexp.MustCompile(`^\.[a-z][a-z0-9]{0,7}$`)
	versionPattern = regexp.MustCompile(`^\.v[0-9]+$`)
)

// UnknownExtension returns the ending of a name if it is not one of KnownExtensions; otherwise "".
func UnknownExtension(name string) string {
	ending := Extension(name)
	if kinds[ending] != 0 || slices.Contains(text, ending) {
		return ""
	}
	return ending
}

// KnownExtensions returns the endings of outputs: those of the kinds that can be written, of text
// and of compression.
func KnownExtensions(canWrite func(formats.Kind) bool) []string {
	var known []string
	for ending, kind := range kinds {
		if canWrite(kind) {
			known = append(known, ending)
		}
	}
	slices.Sort(known)
	return slices.Concat(known, text, codecs)
}

// IsNpz reports whether a name is that of an archive of numpy's.
func IsNpz(name string) bool { return strings.EqualFold(filepath.Ext(name), ".npz") }

// KindNamed is the kind of files whose names end in a dot and these letters; 0: of several,
// or of none.
func KindNamed(letters string) formats.Kind {
	if ending := "." + strings.ToLower(letters); ending != ExtensionOf(formats.Line) {
		return kinds[ending]
	}
	return formats.Line
}

// Contradicts reports whether a name is that of a file which nobody reads as one of a
// kind; 0 is none of those that names ask for.
func Contradicts(name string, kind formats.Kind) bool {
	named := Kind(name)
	return named != 0 && family(named) != family(kind)
}

// family stands for all kinds that are read alike: arrays, Parquet files, JSON, and text
// with something on each line.
func family(kind formats.Kind) formats.Kind {
	switch kind {
	case 0, formats.Npy, formats.Parquet:
		return kind
	case formats.JSON, formats.NDJSON:
		return formats.NDJSON
	}
	return formats.Line
}

// ExtensionOf is how the names of files of a kind end.
func ExtensionOf(kind formats.Kind) string {
	switch kind {
	case formats.CSV:
		return ".csv"
	case formats.TSV:
		return ".tsv"
	case formats.NDJSON:
		return ".jsonl"
	case formats.Parquet:
		return ".parquet"
	case formats.Npy:
		return ".npy"
	}
	return ".txt"
}
