//go:build js

package main

// This file reads the options of calls. They have the names, the values and the errors of the
// command's flags.

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"syscall/js"

	"github.com/sudokubatch/sudokubatch/cmd/internal/options"
)

// Options of calls for one puzzle.
type (
	shape struct {
		Size options.Sizes
		Box  options.Box
	}
	solveOptions struct {
		Limit int
		shape
	}
	checkOptions struct {
		Solution *string
		shape
	}
	playOptions struct {
		State string
		Marks []string
		shape
	}
)

// streamOptions are the options of a verb over a stream.
type streamOptions struct {
	From, To, Column, SolutionColumn, StateColumn, OnBad, Name string
	Limit, Tries                                               int
	Count                                                      *uint64
	Seed                                                       uint64
	Add                                                        []string
	Replace, Solutions, Live                                   bool
	options.Wishes
	shape
}

// read sets options to what JavaScript gives: a list of [name, text, …].
func read(target any, given js.Value) error {
	if given.Length() == 0 {
		return nil // at once, for many calls
	}
	all := reflect.ValueOf(target).Elem()
	fields := map[string]reflect.StructField{}
	var names []string
	for _, field := range reflect.VisibleFields(all.Type()) {
		name := field.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(field.Name[:1]) + field.Name[1:]
		}
		if !field.Anonymous {
			fields[name], names = field, append(names, name)
		}
	}
	for i := range given.Length() {
		option := given.Index(i)
		name, texts := option.Index(0).String(), []string(nil)
		for k := 1; k < option.Length(); k++ {
			texts = append(texts, option.Index(k).String())
		}
		field, known := fields[name]
		if !known {
			return fmt.Errorf("unknown option %s: choose %s", name, strings.Join(names, ", "))
		}
		if err := set(all.FieldByIndex(field.Index), texts); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// set sets an option to a value, or to the values of a list.
func set(v reflect.Value, texts []string) error {
	text := strings.Join(texts, ",")
	switch to := v.Addr().Interface().(type) {
	case *[]string:
		*to = texts
	case *options.Interval:
		return to.UnmarshalText([]byte(strings.Join(texts, "..")))
	case encoding.TextUnmarshaler:
		return to.UnmarshalText([]byte(text))
	case *string:
		*to = text
	case **string:
		*to = &text
	case *bool:
		if *to = text == "true"; !*to && text != "false" {
			return fmt.Errorf("%q: want true or false", text)
		}
	case *int:
		n, err := options.ParseUnsigned(text)
		if *to = int(n); err == nil && (n < 1 || n > 1e9) {
			err = fmt.Errorf("%s: want 1 to %s", text, strconv.Itoa(1e9))
		}
		return err
	case **uint64:
		*to = new(uint64)
		return set(reflect.ValueOf(*to).Elem(), texts)
	case *uint64:
		n, err := options.ParseUnsigned(text)
		*to = n
		return err
	}
	return nil
}
