// Package outfile derives forms from the names of output files, and copies records unchanged to
// outputs.
package outfile

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// kinds maps file extensions to the forms that they ask for.
var kinds = newKinds()

func newKinds() map[string]bulk.Kind {
	kinds := map[string]bulk.Kind{}
	for _, kind := range append(bulk.Kinds(), bulk.Styles()...) {
		for _, ending := range kind.Endings() {
			kinds[ending] = kind
		}
	}
	return kinds
}

// text lists file extensions of puzzle lists and other text. They ask for no form.
var text = []string{".dat", ".in", ".log", ".lst", ".out", ".sudoku", ".txt"}

// codecs lists the file extensions that ask for compression. They follow the other extension.
var codecs = []string{".zst", ".gz"}

// Kind returns the form that the name of an output asks for, or 0. It may be a form that cannot be
// written.
func Kind(name string) bulk.Kind { return kinds[Extension(name)] }

// Pages are the forms of puzzles to print.
var Pages = []string{"html", "pdf", "svg"}

// Page returns the one of Pages that the name of an output asks for, or "".
func Page(name string) string {
	if page := strings.TrimPrefix(Extension(name), "."); slices.Contains(Pages, page) {
		return page
	}
	return ""
}

// Extension returns the file extension of a name in lower case, without .zst or .gz: ".csv". An
// extension is a letter and up to nine letters or digits, but not a version number, as in
// "part-1.v2". Without one it returns "".
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
	endingPattern  = regexp.MustCompile(`^\.[a-z][a-z0-9]{0,9}$`)
	versionPattern = regexp.MustCompile(`^\.v[0-9]+$`)
)

// UnknownExtension returns the file extension of a name if this package does not know it, otherwise
// "".
func UnknownExtension(name string) string {
	ending := Extension(name)
	if kinds[ending] != 0 || slices.Contains(text, ending) {
		return ""
	}
	return ending
}

// KnownExtensions returns the file extensions for outputs: for the forms that canWrite accepts, for
// text, and for compression.
func KnownExtensions(canWrite func(bulk.Kind) bool) []string {
	var known []string
	for ending, kind := range kinds {
		if canWrite(kind) {
			known = append(known, ending)
		}
	}
	slices.Sort(known)
	return slices.Concat(known, text, codecs)
}

// IsNpz reports whether a name ends in .npz, for an archive of NumPy arrays.
func IsNpz(name string) bool { return strings.EqualFold(filepath.Ext(name), ".npz") }

// KindNamed returns the form with a file extension, given without its dot. It returns 0 if there is
// no such form.
func KindNamed(letters string) bulk.Kind {
	if ending := "." + strings.ToLower(letters); ending != ExtensionOf(bulk.Line) {
		return kinds[ending]
	}
	return bulk.Line
}

// Contradicts reports whether the file extension of a name asks for a form that programs read
// differently from kind. Kind 0 is a form that no extension asks for.
func Contradicts(name string, kind bulk.Kind) bool {
	named := Kind(name)
	return named != 0 && named.Syntax() != kind.Syntax()
}

// ExtensionOf returns the usual file extension of a form.
func ExtensionOf(kind bulk.Kind) string {
	if endings := kind.Endings(); len(endings) > 0 {
		return endings[0]
	}
	return ".txt"
}
