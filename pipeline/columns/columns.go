// Package columns is the registry of the columns that verbs can compute for the rows of tables.
// Each has a name, a type, a line of documentation and a function. A [Writer] adds columns to
// rows, and a [Reader] gives the values of columns, of the input or computed, by their names. Both
// compute with an [Evaluator].
//
// To add a column, add an entry to the list and write its function. A column that is computed
// for many puzzles at once also has a function prepare, and keeps its workers' memory in
// [Evaluator]. All verbs and their help take it from the list.
package columns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// A Column is a column that verbs can compute.
type Column struct {
	model.Column
	Doc  string // description in one line
	Cost Cost
	// Values are all values of the column, if there are only a few. Means knows other names.
	Values []string
	// Only9 says that puzzles of other sizes than 9×9 have no value.
	Only9 bool
	// Solved says that the value comes from the results of a search.
	Solved bool
	// Proof says that this search must have a limit of 2 or more, because the value needs a
	// proof that the solution is unique.
	Proof bool
	// Common says that the engine of this search must run the common search.
	Common bool

	// anyText says that a value may need quotes, and may be long.
	anyText bool
	// aliases, if not nil, returns the values that another name means, or nil.
	aliases func(name string) []string
	// prepare, if not nil, computes what the values of all puzzles in the Evaluator need.
	prepare func(e *Evaluator)
	append  appender
}

// An appender appends the value of a column to dst; to is the form of the row. It returns nil if
// there is no value.
type appender = func(dst []byte, to bulk.Form, found *Found) []byte

// Append appends the value of a column that needs no Evaluator. It returns nil if there is no value.
func (c *Column) Append(dst []byte, to bulk.Form, found *Found) []byte {
	return c.append(dst, to, found)
}

// Evaluated reports whether only an Evaluator has the value, because it needs more than one search.
func (c *Column) Evaluated() bool { return c.Cost == Rate || c.Cost == Explain }

// A Cost says how much work the value for a puzzle takes.
type Cost uint8

// The costs, in ascending order.
const (
	Free    Cost = iota // a look at the cells
	Solve               // a search
	Rate                // several times a search
	Explain             // steps as a person takes them: from a microsecond to seconds
	// Compare is the cost of columns that describe a record of a check: its place, its faults, and
	// records like it. Other verbs do not have these columns.
	Compare
)

// String returns the name of the cost in one word.
func (c Cost) String() string { return [...]string{"free", "solve", "rate", "explain", "compare"}[c] }

// all lists the columns. Published names stay.
var all = []Column{
	{Column: text("puzzle"), Doc: "the puzzle, with . for a blank", append: appendPuzzle},
	{Column: integer("clues"), Doc: "number of clues; of candidates, the cells with one", append: appendClues},
	{Column: text("file"), Doc: "name of the input, and of the member of an archive", anyText: true, append: appendFile},

	{Column: text("solution"), Doc: "the first solution", Cost: Solve, Solved: true, append: appendSolution},
	{Column: text("status"), Doc: "unique, multiple, no_solution, contradiction, gave_up or malformed; from solve without --limit 2, solved instead of unique", Cost: Solve, Solved: true, Values: statusNames[1:], append: appendStatus},
	{Column: integer("guesses"), Doc: "how many guesses the search took", Cost: Solve, Solved: true, append: searched(func(dst []byte, f *Found) []byte { return strconv.AppendUint(dst, f.Guesses, 10) })},
	{Column: integer("solutions"), Doc: "how many solutions were found, up to the limit", Cost: Solve, Solved: true, append: searched(func(dst []byte, f *Found) []byte { return strconv.AppendInt(dst, int64(f.Solutions), 10) })},
	{Column: boolean("complete"), Doc: "whether there are no other solutions; if not, their number is a lower bound", Cost: Solve, Solved: true, append: searched(func(dst []byte, f *Found) []byte { return strconv.AppendBool(dst, f.Complete) })},
	{Column: text("tier"), Doc: "easy, medium, hard, expert, extreme or beyond, by er", Cost: Explain, Solved: true, Common: true, Values: tierNames, append: appendTier},

	{Column: integer("rating"), Doc: "difficulty from 1 to 110, by the guesses of 16 isomorphs", Cost: Rate, prepare: (*Evaluator).rate, append: appendRating},
	{Column: text("canonical"), Doc: "the canonical form (minlex)", Cost: Rate, Only9: true, append: appendCanonical},
	{Column: integer("automorphisms"), Doc: "number of symmetries that leave the puzzle unchanged", Cost: Rate, Only9: true, append: appendAutomorphisms},
	{Column: boolean("minimal"), Doc: "whether no clue can be dropped, or no candidate put back", Cost: Rate, Solved: true, Proof: true, prepare: (*Evaluator).findRedundant, append: appendMinimal},
	{Column: text("redundant"), Doc: "the clues that can be dropped, or the candidates that can be put back, each alone", Cost: Rate, Solved: true, Proof: true, prepare: (*Evaluator).findRedundant, append: appendRedundant},

	{Column: decimal("er"), Doc: "rating of the hardest step as SukakuExplainer, or with --scale se121 as Sudoku Explainer 1.2.1; empty if it is only a lower bound", Cost: Explain, Only9: true, prepare: (*Evaluator).rateFully, append: scoreColumn(erIf(explain.Rated))},
	{Column: decimal("er_at_least"), Doc: "a lower bound of er, if finding er would take too much work", Cost: Explain, Only9: true, prepare: (*Evaluator).rateFully, append: scoreColumn(erIf(explain.AtLeast))},
	{Column: decimal("ep"), Doc: "rating of the hardest step up to the first digit, on the scale of er", Cost: Explain, Only9: true, prepare: (*Evaluator).rateFully, append: scoreColumn(func(r *explain.Rating) explain.Score { return r.EP })},
	{Column: decimal("ed"), Doc: "rating of the first step, on the scale of er", Cost: Explain, Only9: true, prepare: (*Evaluator).rateFully, append: scoreColumn(func(r *explain.Rating) explain.Score { return r.ED })},
	{Column: text("technique"), Doc: "the hardest technique, on the scale of er, or why there is no er", Cost: Explain, Values: techniqueNames, aliases: techniquesNamed, prepare: (*Evaluator).rateFully, append: appendTechnique},
	{Column: text("techniques"), Doc: "number of steps by technique, as JSON", anyText: true, Cost: Explain, Only9: true, prepare: (*Evaluator).rateFully, append: appendTechniques},
	{Column: integer("steps"), Doc: "number of steps", Cost: Explain, Only9: true, prepare: (*Evaluator).rateFully, append: appendSteps},
	{Column: text("path"), Doc: "the steps, as JSON", anyText: true, Cost: Explain, Only9: true, prepare: (*Evaluator).recordSteps, append: appendPath},

	{Column: integer("id"), Doc: "number of the record over all inputs", Cost: Compare, append: checkedNumber(func(c *Checked) int64 { return c.Number })},
	{Column: integer("record"), Doc: "number of the record in its file", Cost: Compare, append: checkedNumber(func(c *Checked) int64 { return c.Record })},
	{Column: integer("line"), Doc: "line of the record, or of the fault in it", Cost: Compare, append: checkedNumber(func(c *Checked) int64 { return c.Line })},
	{Column: integer("column"), Doc: "column of the fault", Cost: Compare, append: checkedNumber(func(c *Checked) int64 { return int64(c.Column) })},
	{Column: text("flags"), Doc: "what failed, in one word each", Cost: Compare, append: checkedText(func(c *Checked) string { return c.Flags })},
	{Column: text("detail"), Doc: "why it failed", Cost: Compare, append: checkedText(func(c *Checked) string { return c.Detail })},
	{Column: text("answer"), Doc: "right, another (of several solutions), wrong or missing, by --answers", Cost: Compare, append: checkedText(func(c *Checked) string { return c.Answer })},
	{Column: text("duplicate_of"), Doc: "the earlier record with the same puzzle", Cost: Compare, append: checkedText(func(c *Checked) string { return c.DuplicateOf })},
	{Column: text("isomorph_of"), Doc: "the earlier record with an isomorph", Cost: Compare, append: checkedText(func(c *Checked) string { return c.IsomorphOf })},
	{Column: text("leak_of"), Doc: "the record of --against with the same puzzle", Cost: Compare, append: checkedText(func(c *Checked) string { return c.LeakOf })},
	{Column: text("isomorphic_leak_of"), Doc: "the record of --against with an isomorph", Cost: Compare, append: checkedText(func(c *Checked) string { return c.IsomorphicLeakOf })},
}

func text(name string) model.Column    { return model.Column{Name: name} }
func integer(name string) model.Column { return model.Column{Name: name, Type: model.Int} }
func decimal(name string) model.Column { return model.Column{Name: name, Type: model.Float} }
func boolean(name string) model.Column { return model.Column{Name: name, Type: model.Bool} }

// All returns all columns. The slice is the caller's.
func All() []Column { return slices.Clone(all) }

// Addable returns the columns that any verb can add. The others are for check alone.
func Addable() []Column {
	return slices.DeleteFunc(All(), func(c Column) bool { return c.Cost == Compare })
}

// Parse returns the addable columns with these names, in this order. The error for an unknown
// name lists the known ones. Each name may appear once. An input that has such a column is refused,
// see Taking.
func Parse(names []string) ([]Column, error) {
	columns, err := Choose(Addable(), names)
	return Taking(columns, model.Refused), err
}

// Known returns the column of the registry with a name. It panics if there is none.
func Known(name string) Column { return all[indexOf(all, name)] }

// Choose returns the columns with these names, in this order. The error for an unknown name
// lists the known ones. Each name may appear once.
func Choose(known []Column, names []string) ([]Column, error) {
	var columns []Column
	for n, name := range names {
		i := indexOf(known, name)
		if i < 0 {
			return nil, fmt.Errorf("unknown column %q (known: %s)", name, strings.Join(Names(known), ", "))
		}
		if slices.Contains(names[:n], name) {
			return nil, fmt.Errorf("column %q is there twice", name)
		}
		columns = append(columns, known[i])
	}
	return columns, nil
}

// Taking returns columns with a treatment for names that the input has, see model.Column.
func Taking(columns []Column, taken model.Taken) []Column {
	columns = slices.Clone(columns)
	for i := range columns {
		columns[i].Taken = taken
	}
	return columns
}

// indexOf returns the index of the column with a name, or -1.
func indexOf(columns []Column, name string) int {
	return slices.IndexFunc(columns, func(c Column) bool { return c.Name == name })
}

// Means returns the values that a text means: itself, or the values that it is another name for. It
// returns nil if the column never has such a value.
func (c *Column) Means(text string) []string {
	if c.Values == nil || slices.Contains(c.Values, text) {
		return []string{text}
	}
	if c.aliases != nil {
		return c.aliases(text)
	}
	return nil
}

// formatsOf returns columns as a form has them.
func formatsOf(columns []Column) (all []model.Column) {
	for _, c := range columns {
		all = append(all, c.Column)
	}
	return all
}

// Names returns the names of columns.
func Names(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// AnySolved reports whether one of the columns comes from the results of a search.
func AnySolved(columns []Column) bool {
	return slices.ContainsFunc(columns, func(c Column) bool { return c.Solved })
}

// IsFree reports whether the registry has a column of that name whose cost is [Free].
func IsFree(name string) bool {
	i := indexOf(all, name)
	return i >= 0 && all[i].Cost == Free
}
