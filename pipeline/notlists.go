package pipeline

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
)

// languages are the languages of source code, by the endings of its files.
var languages = map[string]string{
	".c": "C", ".h": "C", ".cpp": "C++", ".cc": "C++", ".cs": "C#", ".clj": "Clojure", ".dart": "Dart", ".go": "Go",
	".hs": "Haskell", ".java": "Java", ".js": "JavaScript", ".jsx": "JavaScript", ".jl": "Julia", ".kt": "Kotlin",
	".lisp": "Lisp", ".lua": "Lua", ".ml": "OCaml", ".pl": "Perl or Prolog", ".php": "PHP", ".py": "Python", ".r": "R",
	".rb": "Ruby", ".rs": "Rust", ".scala": "Scala", ".swift": "Swift", ".ts": "TypeScript", ".tsx": "TypeScript",
}

// documents are other files in which grids stand among other text.
var documents = map[string]string{
	".htm": "a web page", ".html": "a web page", ".ipynb": "a notebook", ".md": "a Markdown document",
	".rst": "a reStructuredText document", "license": "a license", "readme": "a README",
}

// ErrNotList reports an input that by its name is source code or a document.
var ErrNotList = errors.New("paste the grids alone into a text file")

// detectForm is formats.DetectWith, but refuses source code and documents by their
// names, unless the user says the form.
func detectForm(name string, text []byte, eof bool, from formats.Kind, hints formats.Hints) (formats.Form, error) {
	if what := notList(name); what != "" && from == 0 {
		return formats.Form{}, fmt.Errorf("%s: %w", what, ErrNotList)
	}
	return formats.DetectWith(text, eof, from, hints)
}

// notList says what a file is that is no list of puzzles by its name; "": it may be one.
func notList(name string) string {
	base := strings.ToLower(filepath.Base(name))
	ending := filepath.Ext(base)
	if language := languages[ending]; language != "" {
		return language + " source code"
	}
	if what := documents[strings.TrimSuffix(base, ".txt")]; what != "" {
		return what
	}
	return documents[ending]
}
