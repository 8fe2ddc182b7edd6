package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A plan is all that what a run writes depends on. Runs of the same plan write the
// same, so that one can go on where another was stopped, and their shares make a
// whole.
type plan struct {
	SchemaVersion int      `json:"schema_version"` // of the file that it is in
	Version       string   `json:"version"`        // of the program
	Search        int      `json:"search"`         // of the search's definition
	Verb          string   `json:"verb"`
	Options       []string `json:"options"` // that what is written depends on
	Inputs        []input  `json:"inputs"`
}

const planSchemaVersion = 1

// newPlan makes the plan of a run, for a flag that needs one.
func newPlan(flag, verb string, options, inputs []string) (plan, error) {
	p := plan{
		SchemaVersion: planSchemaVersion, Version: program.Version() + " " + program.Commit(), Search: solver.SearchVersion,
		Verb: verb, Options: options,
	}
	for _, name := range inputs {
		in, err := identify(name, flag)
		if err != nil {
			return p, err
		}
		p.Inputs = append(p.Inputs, in)
	}
	return p, nil
}

// differs says in what two plans do; nil: in nothing.
func (p *plan) differs(now *plan) error {
	switch {
	case p.SchemaVersion != now.SchemaVersion || p.Version != now.Version || p.Search != now.Search:
		return fmt.Errorf("it was begun by version %s", p.Version)
	case p.Verb != now.Verb:
		return fmt.Errorf("it was begun by %s", p.Verb)
	}
	if err := differInOption(p.Options, now.Options); err != nil {
		return err
	}
	if len(p.Inputs) != len(now.Inputs) {
		return fmt.Errorf("it was begun with %d inputs, now there are %d", len(p.Inputs), len(now.Inputs))
	}
	for i := range p.Inputs {
		switch was, is := p.Inputs[i], now.Inputs[i]; {
		case was.Name != is.Name:
			return fmt.Errorf("input %d was %s, and is %s", i+1, was.Name, is.Name)
		case was != is:
			return fmt.Errorf("%s is not what it was", is.Name)
		}
	}
	return nil
}

// differInOption says in what option two runs do; nil: in none.
func differInOption(was, is []string) error {
	for _, option := range slices.Concat(was, is) {
		flag, _, _ := strings.Cut(option, "=")
		before, now := valueOf(flag, was), valueOf(flag, is)
		if before != now {
			return fmt.Errorf("it was begun %s, not %s", given(flag, before), given(flag, now))
		}
	}
	return nil
}

// valueOf is the value of a flag among options.
func valueOf(flag string, options []string) string {
	for _, option := range options {
		if value, ok := strings.CutPrefix(option, flag+"="); ok {
			return value
		}
	}
	return ""
}

// given says in words that a flag has a value, which may be that of one that nobody
// gave.
func given(flag, value string) string {
	switch value {
	case "", "0", "[]", "false":
		return "without " + flag
	case "true":
		return "with " + flag
	}
	return "with " + flag + "=" + value
}
