package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// detect finds the form of the input, if there is enough text.
func (s *source) detect() problem {
	// If the answers are rows of a table, so should the records be.
	hints := s.cfg.Hints
	hints.Rows = hints.Rows || s.cfg.Style == Rows || s.cfg.To.IsTable() || s.first.Kind.IsTable()
	hints.Typed, hints.Name = s.src.Typed(), s.in.name
	s.in.hints = hints
	from, err := detectForm(s.text, s.eof, s.cfg.From, hints)
	if errors.Is(err, bulk.ErrNeedMore) {
		return problem{}
	}
	if from, err = s.join(from, err, hints); err != nil {
		return problem{kind: unopened, err: fmt.Errorf("%s: %w", s.in.name, err)}
	}
	if from.Kind.HoldsCandidates() && !s.cfg.Candidates {
		return problem{kind: brokenFeed, err: fmt.Errorf("%s: %w", s.in.name, bulk.ErrCandidates)}
	}
	if s.cfg.Where != nil {
		if err := s.cfg.Where.Check(from); err != nil {
			return problem{kind: brokenFeed, err: fmt.Errorf("%s: %w", s.in.name, err)}
		}
	}
	if err := s.answerIn(from, hints); err != nil {
		if taken := (*model.TakenError)(nil); !errors.As(err, &taken) && !errors.Is(err, model.ErrEncoding) {
			err = fmt.Errorf("no such answers: %w", err)
		}
		return problem{kind: brokenFeed, err: fmt.Errorf("%s: %w", s.in.name, err)}
	}
	s.findAnswers()
	s.framer = from.NewFramer()
	bom := bulk.BOMLen(s.text)
	s.text = s.from.Shorten(append(s.text[:0], s.text[bom:]...))
	s.line = bytes.LastIndexByte(s.text, '\n') + 1
	if s.in.passed {
		return problem{}
	}
	if len(s.text) == 0 && s.eof {
		return problem{} // even a part has nothing to read
	}
	if err := errors.Join(s.enterPart(bom), s.dropColumns(bom), s.skipFrames()); err != nil {
		return problem{kind: brokenFeed, err: err}
	}
	return problem{}
}

// findAnswers finds the forms of the answers to a file with puzzles of several sizes.
func (s *source) findAnswers() {
	orders := s.from.Sizes()
	if len(orders) == 1 {
		return
	}
	for _, order := range orders {
		a := answers{order: order, to: s.to}
		if order != s.from.Order {
			a.to, _, a.err = s.cfg.target(s.from.Sized(order), s.added, cmp.Or(s.first, s.to))
		}
		s.answers = append(s.answers, a)
	}
}

// dropColumns lets the input skip the columns that nobody uses.
func (s *source) dropColumns(bom int) error {
	if s.file == nil || s.cfg.Use != UsePuzzles || s.to.Kind.IsTable() || s.err != nil {
		return nil
	}
	first, end := s.from.PuzzleColumns()
	if s.from.Layout == nil || s.hasRounded() || end-first == len(s.from.Layout.Columns) || !s.file.Only(first, end) {
		return nil
	}
	if s.in.skipped() > 0 {
		bom = 0
	}
	return s.readAnew(bom)
}

// hasRounded reports whether the sample has a rounded solution. Then its column is read.
func (s *source) hasRounded() bool {
	var sample model.Records
	from, to := s.from.NewFramer().Cut(&sample, s.text, s.eof)
	if !sample.Decoded {
		s.from.Decode(&sample, s.text[from:to])
	}
	return len(sample.Rounded) > 0
}

// answerIn decides the form of the answers to an input. It depends on the first input that is
// not empty.
func (s *source) answerIn(from bulk.Form, hints model.Hints) error {
	blank := s.eof && len(bytes.TrimSpace(s.text[bulk.BOMLen(s.text):])) == 0
	nothing := blank || s.eof && from.Layout != nil && from.HeaderLen()+bulk.BOMLen(s.text) == len(s.text)
	to, lost, err := s.cfg.target(from, s.added, s.first)
	if err != nil && nothing {
		kind := s.cfg.To
		if blank {
			kind = cmp.Or(kind, from.Kind)
		}
		if form := s.ofNothing(kind); form.Kind != 0 {
			to, lost, err = form, nil, nil // nobody answers an empty input
		}
	}
	if err != nil {
		return err
	}
	if s.judged = s.cfg.carries(from, to); s.judged {
		if err := from.CheckNames(); err != nil {
			return err
		}
	}
	s.from, s.to = from, to
	opened := &Opened{Name: s.in.name, From: from, To: to, Lost: lost, Solved: from.AlternatesSolutions(s.text)}
	if s.cfg.PartPlaces {
		opened.Seen = Seen{bytes.Clone(s.text), s.eof, hints}
	}
	if blank {
		s.text = s.text[:0]
	}
	if s.first.Kind == 0 && (blank || nothing && !to.Kind.IsTable()) {
		s.blank = cmp.Or(s.blank, opened)
		return nil
	}
	s.open(opened)
	return nil
}

// carries reports whether text of the records goes into the answers, or is used.
func (cfg *Config) carries(from, to bulk.Form) bool {
	columns := from.Layout != nil && len(from.Layout.Columns) > 1
	return columns && (cfg.Use == UseText || to.Kind.IsTable()) || cfg.Style == Copied && from.Kind == to.Kind || to.Redraws()
}

// ofNothing returns the form of the answers to an empty input that the answers do not fit: the
// first input's form, or one of a kind with a size that exists. It returns the zero Form if the
// kind has no such size.
func (s *source) ofNothing(kind bulk.Kind) (to bulk.Form) {
	if to = s.first; to.Kind == 0 {
		for _, order := range s.cfg.Hints.Orders() {
			if f, err := kind.Form(order); err == nil {
				return f
			}
		}
	}
	return to
}

// open lets the next batch carry the form of the input and, for the first input, the header of
// the answers.
func (s *source) open(o *Opened) {
	if s.opened = o; s.first.Kind == 0 {
		s.first, s.head = o.To, o.To.AppendHeader(nil)
	}
}

// endBlank sends the header of the answers if all inputs are empty.
func (s *source) endBlank(ctx context.Context) error {
	if s.first.Kind != 0 || s.blank == nil {
		return nil
	}
	s.open(s.blank)
	return s.sendEnd(ctx, problem{})
}

// languages maps file extensions to programming languages.
var languages = map[string]string{
	".c": "C", ".h": "C", ".cpp": "C++", ".cc": "C++", ".cs": "C#", ".clj": "Clojure", ".dart": "Dart", ".go": "Go",
	".hs": "Haskell", ".java": "Java", ".js": "JavaScript", ".jsx": "JavaScript", ".jl": "Julia", ".kt": "Kotlin",
	".lisp": "Lisp", ".lua": "Lua", ".ml": "OCaml", ".pl": "Perl or Prolog", ".php": "PHP", ".py": "Python", ".r": "R",
	".rb": "Ruby", ".rs": "Rust", ".scala": "Scala", ".swift": "Swift", ".ts": "TypeScript", ".tsx": "TypeScript",
}

// documents maps file extensions and names to files in which grids stand among other text.
var documents = map[string]string{
	".htm": "a web page", ".html": "a web page", ".ipynb": "a notebook", ".md": "a Markdown document",
	".rst": "a reStructuredText document", "license": "a license", "readme": "a README",
}

// ErrNotList reports an input that is source code or a document by its name.
var ErrNotList = errors.New("paste the grids alone into a text file")

// detectForm calls bulk.DetectWith. It refuses source code and documents by their names,
// unless the form is given.
func detectForm(text []byte, eof bool, from bulk.Kind, hints model.Hints) (bulk.Form, error) {
	if what := notList(hints.Name); what != "" && from == 0 {
		return bulk.Form{}, fmt.Errorf("%s: %w", what, ErrNotList)
	}
	return bulk.DetectWith(text, eof, from, hints)
}

// notList says what kind of file cannot be a list of puzzles, by its name; "" = it may be one.
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
