// Package toytest is a form for a test. It shows everything that a form needs. Its records are
// lines with 81 cells after the word "toy". No file outside the test has this form.
package toytest

import (
	"bytes"
	"iter"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// Form is the form of toys.
var Form form.Form = toyForm{}

type toyForm struct{}

// A layout describes a file, which has no properties of its own.
type layout struct{ info form.Info }

var plain = &layout{form.NewInfo(9)}

func (l *layout) Info() *form.Info { return &l.info }

var spec = form.Spec{
	Name: "toy", Endings: []string{".toy"}, Orders: []int{9}, Inline: true, Copied: true, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
	Writing: form.Writing{Grid: appendGrid},
}

func (toyForm) Spec() *form.Spec { return &spec }

func (toyForm) Plain(int) form.Layout { return plain }

// Propose proposes the only layout for a sample that contains a toy.
func (toyForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if !bytes.Contains(s.Text, prefix) {
		return form.None
	}
	return form.One(form.Proposal{Layout: plain})
}
