//go:build js

// Command web is the engine as a WebAssembly program, for the page and the npm package. It sets a
// global object sudokubatchEngine with the functions below; engine.js calls them and documents what
// they return. Programs for people are made by the package build.
package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

func main() {
	js.Global().Set("sudokubatchEngine", members("list solve check explain hint columns run",
		function(list), function(solve), function(check), function(explainPuzzle), function(hint), function(listColumns), function(run)))
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
		return answer(func() (object, error) { return f(args) })
	})
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

// errorObject returns an error with its position or with what JavaScript threw, if it has one.
func errorObject(err error) object {
	o := object{"message": err.Error()}
	if fault := (*model.SyntaxError)(nil); errors.As(err, &fault) {
		o["line"], o["column"], o["record"] = fault.Line, fault.Column, fault.Record
	}
	if thrown := (*rejection)(nil); errors.As(err, &thrown) {
		o["cause"] = thrown.reason
	}
	return o
}

// listColumns returns the columns that label can add.
func listColumns([]js.Value) (object, error) {
	var all []any
	for _, c := range columns.Addable() {
		if c.Name != "file" && c.Name != "puzzle" {
			all = append(all, members("name doc cost", c.Name, c.Doc, c.Cost.String()))
		}
	}
	return object{"columns": all}, nil
}
