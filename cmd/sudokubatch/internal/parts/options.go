package parts

// Options: the flags that decide what a run writes, as its manifest keeps them.

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
)

// Neutral are the flags that need not be the same when a run goes on, or in all of its shares.
var Neutral = []string{
	"jobs", "memory", "temp-dir", // outputs do not depend on workers and memory
	"quiet", "verbose", "progress", // these only change messages
	"stats-json",                // each process writes statistics of its own
	"force",                     // allows an output, and does not change it
	"output", "resume", "shard", // other fields of a manifest have these
	"help", "version", // no run has them
}

// MergedOutputs are the flags for files that merge writes instead of the shares. For a share only
// matters whether they were given: merge has flags of the same names.
var MergedOutputs = []string{"report", "rejects"}

// options are the values of flags, by the name of the flag. Flags with their zero value are left out.
type options map[string][]string

// optionsOf returns the options among flags.
func optionsOf(flags []*kong.Flag, shared bool) options {
	o := options{}
	for _, flag := range flags {
		value := reflect.Indirect(flag.Target)
		switch {
		case flag.Target.IsZero() || slices.Contains(Neutral, flag.Name):
		case shared && slices.Contains(MergedOutputs, flag.Name):
			o[flag.Name] = []string{"true"}
		case value.Kind() == reflect.Slice:
			for i := range value.Len() {
				o[flag.Name] = append(o[flag.Name], fmt.Sprint(value.Index(i)))
			}
		default:
			o[flag.Name] = []string{fmt.Sprint(value)}
		}
	}
	return o
}

// differ returns an error that names an option with another value in a run that was begun with o.
func (o options) differ(now options) error {
	both := maps.Clone(o)
	maps.Copy(both, now)
	for _, flag := range slices.Sorted(maps.Keys(both)) {
		if was, is := o[flag], now[flag]; !slices.Equal(was, is) {
			return fmt.Errorf("it was begun %s, not %s", o.given(flag), now.given(flag))
		}
	}
	return nil
}

// given describes the value of a flag in words.
func (o options) given(flag string) string {
	switch values := o[flag]; {
	case len(values) == 0:
		return "without --" + flag
	case slices.Equal(values, []string{"true"}):
		return "with --" + flag
	default:
		return "with --" + flag + "=" + strings.Join(values, ",")
	}
}

// Args returns the flags and inputs of the command that made the parts in a folder, for a parser with
// its flags. merged are the names of the files that merge writes, by their flags. A manifest gives no
// other flags than options, so that it names no file to write.
func (p All) Args(flags []*kong.Flag, dir string, merged map[string]string) (args []string, err error) {
	o := maps.Clone(p[0].Options)
	for _, flag := range MergedOutputs {
		now := options{}
		if merged[flag] != "" {
			now[flag] = []string{"true"}
			args = append(args, "--"+flag+"="+merged[flag])
		}
		if !slices.Equal(o[flag], now[flag]) {
			return nil, fmt.Errorf("%s: the shares were run %s, and merge %s: give the flag to both, or to none", dir, o.given(flag), now.given(flag))
		}
		delete(o, flag)
	}
	args = append(args, "--output="+outfile.Join(dir, strings.Join(o["output"], "")))
	delete(o, "output")
	canDivide := false
	for _, flag := range flags {
		canDivide = canDivide || flag.Name == "shard"
		if slices.Contains(Neutral, flag.Name) {
			continue
		}
		for _, value := range o[flag.Name] {
			args = append(args, "--"+flag.Name+"="+value)
		}
		delete(o, flag.Name)
	}
	if len(o) > 0 || !canDivide {
		return nil, fmt.Errorf("%s: %s has no parts with such options: %w", dir, p[0].Verb, errDamaged)
	}
	return append(append(args, "--"), p[0].Named...), nil
}
