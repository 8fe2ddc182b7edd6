package run

// Values of flags: how their text is read.

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A Box is a shape of boxes, as JavaScript names it, too.
type Box = options.Box

// Sizes are sizes of puzzles, as JavaScript names them, too.
type Sizes = options.Sizes

// A Form is the name of a form.
type Form struct{ Kind bulk.Kind }

// UnmarshalText sets the flag; kong calls it.
func (f *Form) UnmarshalText(text []byte) (err error) {
	f.Kind, err = parseKind(string(text), bulk.ParseKind, bulk.Kinds())
	return err
}

// String returns the name, or "" if the flag was not given.
func (f Form) String() string { return kindName(f.Kind) }

// A Target is the name of a form to write, or of a style.
type Target struct {
	Kind bulk.Kind
	Chat bool // each row is a chat, in the form NDJSON
}

// UnmarshalText sets the flag; kong calls it.
func (t *Target) UnmarshalText(text []byte) (err error) {
	switch name := string(text); {
	case slices.Contains(outfile.Pages, name):
		return errPaper("book." + name)
	case name == "npz":
		return errors.New("npz is made by the name of the output: use -o FILE.npz")
	case name == chat:
		*t = Target{bulk.NDJSON, true}
		return nil
	}
	t.Kind, err = parseKind(string(text), bulk.ParseTarget, bulk.Writable())
	return err
}

const chat = "chat"

// Validate returns an error if a verb cannot write chats; kong calls it.
func (t *Target) Validate(c *kong.Context) error {
	if verb := c.Selected(); t.Chat && verb.Name != "convert" {
		return errors.New("convert writes chats: use sudokubatch convert FILE --to chat")
	}
	return nil
}

// String returns the name, or "" if the flag was not given.
func (t Target) String() string {
	if t.Chat {
		return chat
	}
	return kindName(t.Kind)
}

func kindName(k bulk.Kind) string {
	if k == 0 {
		return ""
	}
	return k.String()
}

// parseKind returns the form with a name. The error for unknown names lists the forms, and
// suggests one if the name is a file extension, such as jsonl.
func parseKind(name string, parse func(string) (bulk.Kind, error), kinds []bulk.Kind) (bulk.Kind, error) {
	kind, err := parse(name)
	if err == nil {
		return kind, nil
	}
	names := kindNames(kinds)
	meant := console.Meant(name, names)
	if k := outfile.KindNamed(name); slices.Contains(kinds, k) {
		meant = fmt.Sprintf(", did you mean %q?", k)
	}
	return 0, fmt.Errorf("unknown form %q (known: %s)%s", name, strings.Join(names, ", "), meant)
}

// Digits name the digits of 16×16 puzzles; "" = detected.
type Digits string

// UnmarshalText sets the flag; kong calls it.
func (d *Digits) UnmarshalText(text []byte) error {
	if !slices.Contains(bulk.Digits(), string(text)) {
		return fmt.Errorf("%q: choose %s", text, strings.Join(bulk.Digits(), ", "))
	}
	*d = Digits(text)
	return nil
}

// A Size is a number of bytes, such as 64MiB.
type Size uint64

// UnmarshalText sets the flag; kong calls it.
func (s *Size) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a size: want for example 64MiB", text)
	}
	*s = Size(n)
	return nil
}

// A Count is a number of 0 or more; "all" is -1.
type Count int

// UnmarshalText sets the flag; kong calls it.
func (c *Count) UnmarshalText(text []byte) error {
	if string(text) == "all" {
		*c = -1
		return nil
	}
	n, err := options.ParseNumber(string(text))
	if err != nil || n < 0 {
		return fmt.Errorf("%q: want a number or all", text)
	}
	*c = Count(n)
	return nil
}

// String returns the text that UnmarshalText reads.
func (c Count) String() string {
	if c < 0 {
		return "all"
	}
	return strconv.Itoa(int(c))
}

// Numbers sets integer flags; kong calls it. Numbers may be written as 20k, 1M or 1.5G.
var Numbers = kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
	token, err := ctx.Scan.PopValue("number")
	if err != nil {
		return err
	}
	text := fmt.Sprint(token.Value)
	if target.CanUint() {
		n, err := options.ParseUnsigned(text)
		target.SetUint(n)
		return err
	}
	n, err := options.ParseNumber(text)
	target.SetInt(n)
	return err
})
