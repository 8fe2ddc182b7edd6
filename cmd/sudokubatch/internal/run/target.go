package run

import (
	"fmt"
	"os"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// TargetFlags choose the form of what is written.
type TargetFlags struct {
	To Target `group:"Output" brief:"" complete:"targets" placeholder:"FORM" help:"Write this form: line, csv, parquet and so on. All: ${targets}. Default: by the name of the output (.csv, .tsv, .jsonl, .parquet, .npy, with .zst or .gz behind), or as the input."`
}

// Kind is the kind of form that the flag or the name of the output asks for; 0:
// neither does.
func (t *TargetFlags) Kind(output string) formats.Kind {
	if t.To.Kind != 0 {
		return t.To.Kind
	}
	return outfile.Kind(output)
}

// CheckTarget looks whether the flag names a form that can be written, to an output of
// that name.
func (t *TargetFlags) CheckTarget(output string) error {
	if t.To.Kind != 0 && !t.To.Kind.CanWrite() {
		return fmt.Errorf("--to %v: this form can only be read; choose %s", t.To.Kind, KindNames(formats.Writable()))
	}
	if kind := t.Kind(output); kind != 0 && !kind.CanWrite() {
		return fmt.Errorf("--output %s: %v can only be read; a name that ends in .jsonl has a JSON value on each line", output, kind)
	}
	if t.To.Kind != 0 {
		return CheckName("--output", output, t.To.Kind)
	}
	return CheckEnding(output, formats.Kind.CanWrite, "choose the form with --to")
}

// CheckEnding reports an output whose name ends in a way that nobody knows, with what to do
// otherwise. Files that are no regular ones may have any name.
func CheckEnding(output string, canWrite func(formats.Kind) bool, otherwise string) error {
	ending := outfile.UnknownExtension(output)
	if info, err := os.Stat(output); ending == "" || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if err := corpus.CheckName(output); err != nil {
		return fmt.Errorf("--output %s: %w", output, err)
	}
	known := outfile.KnownExtensions(canWrite)
	return fmt.Errorf("--output %s: the ending %s is unknown%s: use one of %s, or %s",
		output, ending, console.Meant(ending, known), strings.Join(known, " "), otherwise)
}

// CheckReport reports the name of a page that ends as something else.
func CheckReport(name string) error {
	if ending := outfile.Extension(name); ending != "" && ending != ".html" && ending != ".htm" {
		return fmt.Errorf("--report %s: the report is an HTML page: use a name that ends in .html", name)
	}
	return nil
}

// CheckJSON reports the name of a file of JSON that ends as what cannot be that.
func CheckJSON(flag, name string) error {
	if outfile.Contradicts(name, formats.JSON) {
		return fmt.Errorf("%s %s: JSON is written there: use a name that ends in .json", flag, name)
	}
	return nil
}

// CheckCopies looks whether a file of records as they came is named as something else,
// as far as the name of the first input says what they are.
func (c *InputFlags) CheckCopies(flag, name string) error {
	kind := c.From.Kind
	if kind == 0 && len(c.Inputs) > 0 {
		kind = outfile.Kind(c.Inputs[0])
	}
	switch kind {
	case 0: // any text, JSON too
		if !outfile.Contradicts(name, formats.JSON) {
			return nil
		}
		kind = formats.Line
	case formats.Npy, formats.Parquet: // which become text
		kind = formats.Line
	}
	return CheckName(flag, name, kind)
}

// CheckName looks whether the name of an output is that of a file which nobody reads as
// what is to be written.
func CheckName(flag, name string, kind formats.Kind) error {
	if outfile.Contradicts(name, kind) {
		return fmt.Errorf("%s %s: what is written there is not %v: choose another name, and convert that", flag, name, outfile.Kind(name))
	}
	return nil
}

// KindNames lists names of forms.
func KindNames(kinds []formats.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.String())
	}
	return strings.Join(names, ", ")
}
