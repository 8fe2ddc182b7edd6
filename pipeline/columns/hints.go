package columns

// This file has the columns of hints.

import (
	"errors"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Hints returns the columns of hints. They describe a player's state of a puzzle, so technique and
// rating are of one step here, not of the whole puzzle. It is a function so that programs without
// hints do not have the code.
func Hints() []Column {
	return []Column{
		{Column: text("wrong"), Doc: "cells whose digit or marks are wrong, such as r4c7", append: hinted(appendWrong)},
		{Column: text("technique"), Doc: "SukakuExplainer's name for the next step", append: stepped(func(s *explain.Step) string { return s.Technique.String() })},
		{Column: decimal("rating"), Doc: "rating of the next step, on the scale of --scale; 9×9 only", append: stepped(func(s *explain.Step) string { return s.Rating.String() })},
		{Column: text("cell"), Doc: "cell that the step fills; empty if it only removes candidates", append: hinted(func(dst []byte, h *explain.Hint) []byte {
			if h.Step.Placed.Digit == 0 {
				return nil
			}
			return append(dst, h.NameOf(int(h.Step.Placed.Cell))...)
		})},
		{Column: integer("digit"), Doc: "digit for that cell", append: stepped(func(s *explain.Step) string {
			if s.Placed.Digit == 0 {
				return ""
			}
			return strconv.Itoa(int(s.Placed.Digit))
		})},
		{Column: text("text"), Doc: "what is wrong, and the next step in words; solved; or why there is no hint", anyText: true, append: appendHint},
	}
}

// hinted returns the function of a column with a value of Found.Hint.
func hinted(value func([]byte, *explain.Hint) []byte) appender {
	return func(dst []byte, _ bulk.Form, found *Found) []byte {
		if found.Hint == nil {
			return nil
		}
		return value(dst, found.Hint)
	}
}

// stepped returns the function of a column with a value of the next step; "" is none.
func stepped(value func(*explain.Step) string) appender {
	return hinted(func(dst []byte, h *explain.Hint) []byte {
		if h.Step.Technique == explain.NoTechnique {
			return nil
		}
		if text := value(&h.Step); text != "" {
			return append(dst, text...)
		}
		return nil
	})
}

// appendWrong appends the names of cells, separated by blanks.
func appendWrong(dst []byte, h *explain.Hint) []byte {
	if len(h.Wrong) == 0 {
		return nil
	}
	for i, m := range h.Wrong {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, h.NameOf(m.Cell)...)
	}
	return dst
}

func appendHint(dst []byte, _ bulk.Form, found *Found) []byte {
	switch {
	case found.Hint != nil:
		return append(dst, found.Hint.String()...)
	case found.Reason != "":
		return append(append(dst, "no hint: "...), found.Reason...)
	}
	return nil
}

// ReadMarks sets the marks of a state, up to 9×9, to the puzzle of a text in the form bulk.Candidates.
func ReadMarks(s *explain.State, text string) error {
	side := geometry.OfCells(len(s.Puzzle)).Side()
	if side > 9 {
		return errors.New("marks are for puzzles up to 9×9")
	}
	masks, err := bulk.ParseCandidates(text, side)
	if err == nil {
		s.Marks = new(explain.Marks)
		copy(s.Marks[:], masks)
	}
	return err
}
