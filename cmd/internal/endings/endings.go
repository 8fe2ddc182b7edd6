// Package endings knows forms by how names of files end.
package endings

import (
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
)

// kinds are the kinds that a name can ask for.
var kinds = map[string]formats.Kind{
	".csv": formats.CSV, ".tsv": formats.TSV, ".jsonl": formats.NDJSON, ".ndjson": formats.NDJSON, ".json": formats.JSON,
	".parquet": formats.Parquet, ".pq": formats.Parquet, ".npy": formats.Npy, ".npz": formats.Npy,
}

// Kind is the kind of form that the name of an output asks for, which may be one that
// cannot be written; 0: it asks for none.
func Kind(name string) formats.Kind {
	name = strings.ToLower(name)
	for _, codec := range []string{".zst", ".gz"} {
		name = strings.TrimSuffix(name, codec)
	}
	return kinds[filepath.Ext(name)]
}

// IsNpz reports whether a name is that of an archive of numpy's.
func IsNpz(name string) bool { return strings.EqualFold(filepath.Ext(name), ".npz") }

// Named is the kind of files whose names end in a dot and these letters; 0: of several,
// or of none.
func Named(letters string) formats.Kind {
	if ending := "." + strings.ToLower(letters); ending != Of(formats.Line) {
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

// Of is how the names of files of a kind end.
func Of(kind formats.Kind) string {
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
