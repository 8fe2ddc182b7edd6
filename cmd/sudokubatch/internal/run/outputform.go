package run

// The form of outputs: the flag --to, and checks of file extensions.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TargetFlags choose the form of the output.
type TargetFlags struct {
	To Target `group:"Output" brief:"" complete:"targets" placeholder:"FORM" help:"Write line, csv, parquet and so on. Any of ${targets}. Default: by the extension of the output (.csv, .tsv, .jsonl, .json, .parquet, .npy, .opensudoku, .sdk, .sdm, also before .zst or .gz), otherwise the form of the input."`
}

// Kind returns the form that the flag or the name of the output asks for, or 0. An .npz file is made of the
// rows of Parquet.
func (t *TargetFlags) Kind(output string) bulk.Kind {
	switch {
	case t.To.Kind != 0:
		return t.To.Kind
	case outfile.IsNpz(output):
		return bulk.Parquet
	}
	return outfile.Kind(output)
}

// Answers returns the answers that the flags ask for. rows says that they are rows in any case.
func (t *TargetFlags) Answers(output string, rows bool) *Answers {
	a := &Answers{Kind: t.Kind(output)}
	if rows {
		a.Style = pipeline.Rows
	}
	return a
}

// CheckTarget returns an error if the flag names a form that contradicts the name of the output.
func (t *TargetFlags) CheckTarget(output string) error {
	if err := CheckPaper(output); err != nil {
		return err
	}
	if t.To.Kind != 0 {
		return CheckName("--output", output, t.To.Kind)
	}
	return CheckEnding(output, bulk.Kind.CanWrite, "choose the form with --to")
}

// CheckPaper returns an error if the name of an output asks for a book or a drawing.
func CheckPaper(output string) error {
	if outfile.Page(output) == "" {
		return nil
	}
	return fmt.Errorf("--output %s: %w", output, errPaper(filepath.Base(output)))
}

// errPaper says how a book with a name is made.
func errPaper(name string) error {
	return fmt.Errorf("print makes books and drawings: use sudokubatch print FILE -o %s", name)
}

// CheckEnding returns an error if the file extension of an output is unknown. Otherwise says
// what else the user can do. Devices and pipes may have any name.
func CheckEnding(output string, canWrite func(bulk.Kind) bool, otherwise string) error {
	ending := outfile.UnknownExtension(output)
	if info, err := os.Stat(output); ending == "" || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if err := corpus.CheckName(output); err != nil {
		return fmt.Errorf("--output %s: %w", output, err)
	}
	known := outfile.KnownExtensions(canWrite)
	return fmt.Errorf("--output %s: the file extension %s is unknown%s: use one of %s, or %s",
		output, ending, console.Meant(ending, known), strings.Join(known, " "), otherwise)
}

// CheckReport returns an error if the file extension of a report is not that for HTML.
func CheckReport(flag, name string) error {
	if ext := outfile.Extension(name); ext != "" && ext != ".html" && ext != ".htm" {
		return fmt.Errorf("%s %s: the report is an HTML page: use a name that ends in .html", flag, name)
	}
	return nil
}

// CheckJSON returns an error if the file extension for JSON output says another form.
func CheckJSON(flag, name string) error {
	if outfile.Contradicts(name, bulk.JSON) {
		return fmt.Errorf("%s %s: the output is JSON: use a name that ends in .json", flag, name)
	}
	return nil
}

// CheckCopies returns an error if the name of a file for copied records says another form
// than the first input has, as far as the name of that input tells.
func (c *InputFlags) CheckCopies(flag, name string) error {
	kind := c.From.Kind
	if kind == 0 && len(c.Inputs) > 0 {
		kind = outfile.Kind(c.Inputs[0])
	}
	if kind == 0 && !outfile.Contradicts(name, bulk.JSON) {
		return nil // any text, or JSON
	}
	if kind == 0 || kind.IsBinary() { // records of these forms become text
		kind = bulk.Line
	}
	return CheckName(flag, name, kind)
}

// CheckRejects is CheckCopies for a file of --rejects that may also hold records as NDJSON.
func (c *InputFlags) CheckRejects(name string) error {
	if outfile.IsNDJSON(name) {
		return nil
	}
	return c.CheckCopies("--rejects", name)
}

// CheckName returns an error if the file extension of an output contradicts its form.
func CheckName(flag, name string, kind bulk.Kind) error {
	if outfile.Contradicts(name, kind) {
		return fmt.Errorf("%s %s: the name asks for %v, but the output has another form: choose another name", flag, name, outfile.Kind(name))
	}
	return nil
}

// KindNames returns the names of forms as a list for messages.
func KindNames(kinds []bulk.Kind) string { return strings.Join(kindNames(kinds), ", ") }

func kindNames(kinds []bulk.Kind) (names []string) {
	for _, k := range kinds {
		names = append(names, k.String())
	}
	return names
}
