//go:build js

// Command web is the engine as a WebAssembly program, for the page and the npm package. It sets a
// global object sudokubatchEngine with the functions below; engine.js calls them and documents what
// they return. Programs for people are made by the package build.
package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

func main() {
	js.Global().Set("sudokubatchEngine", members("list format solve check rate explain hint choices run",
		function(list), function(format), function(solve), function(check), function(rate), function(explainPuzzle), function(hint), function(choices), function(run)))
	select {} // until the page is closed, or the worker ended
}

// An object is a JavaScript object that a function returns.
type object = map[string]any

// members returns an object with these names, in words, and values. A literal would take more code.
func members(names string, values ...any) object {
	o := object{}
	for i, name := range strings.Fields(names) {
		o[name] = values[i]
	}
	return o
}

// function returns f for JavaScript.
func function(f func(args []js.Value) (object, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		return ordered(answer(func() (object, error) { return f(args) }))
	})
}

// ordered returns a value for JavaScript. The members of objects are in the order of their names.
func ordered(v any) any {
	switch v := v.(type) {
	case object:
		o := js.Global().Get("Object").New()
		for _, name := range slices.Sorted(maps.Keys(v)) {
			o.Set(name, ordered(v[name]))
		}
		return o
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = ordered(v[i])
		}
		return list
	}
	return v
}

// answer returns what f returns. An error becomes an object with the member error. So does a panic,
// which would end the program and with it all later calls.
func answer(f func() (object, error)) (found object) {
	defer func() {
		if p := recover(); p != nil {
			found = object{"error": object{"message": fmt.Sprintf("bug: %v", p)}}
		}
	}()
	found, err := f()
	if err != nil {
		return object{"error": errorObject(err)}
	}
	return found
}

// A reasoner is an error that says the fault without the place and without terms.
type reasoner interface {
	error
	Reason() string
}

// flagDashes are the dashes with which messages name flags of the command; JavaScript has options.
var flagDashes = strings.NewReplacer(" --", " ", "\n--", "")

// plain returns a text without these dashes.
func plain(text string) string { return strings.TrimPrefix(flagDashes.Replace("\n"+text), "\n") }

// errorObject returns an error with its position or with what JavaScript threw, if it has one.
func errorObject(err error) object {
	o := object{"message": plain(err.Error())}
	if fault, ok := errors.AsType[*model.SyntaxError](err); ok {
		o["line"], o["column"], o["record"], o["reason"] = fault.Line, fault.Column, fault.Record, string(fault.AppendReason(nil))
	} else if known, ok := errors.AsType[reasoner](err); ok {
		o["reason"] = known.Reason()
	} else if errors.Is(err, generate.ErrNotMade) {
		_, tries, _ := strings.Cut(err.Error(), generate.ErrNotMade.Error())
		o["reason"] = generate.ErrNotMade.Error() + tries
	}
	if thrown := (*rejection)(nil); errors.As(err, &thrown) {
		o["cause"] = thrown.reason
	}
	return o
}

// choices returns the columns that label can add, and what else users choose from.
func choices([]js.Value) (object, error) {
	var all, sizes, boxes []any
	for _, c := range columns.Addable() {
		if c.Name != "file" && c.Name != "puzzle" {
			all = append(all, members("name doc cost", c.Name, plain(c.Doc), c.Cost.String()))
		}
	}
	for _, box := range geometry.Boxes() {
		sizes = append(sizes, box.Side())
		if tall := box.Transposed(); tall != box {
			boxes = append(boxes, box.String(), tall.String())
		}
	}
	return members("columns sizes boxes tiers symmetries", all, sizes, boxes, texts(options.Tiers()), texts(generate.Symmetries())), nil
}

// texts returns a list for JavaScript.
func texts(all []string) (list []any) {
	for _, text := range all {
		list = append(list, text)
	}
	return list
}
