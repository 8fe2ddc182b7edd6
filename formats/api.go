package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

type (
	SyntaxError    = syntax.SyntaxError
	Records        = form.Records
	Span           = form.Span
	Framer         = form.Framer
	Fields         = form.Fields
	Column         = form.Column
	Type           = form.Type
	Hints          = form.Hints
	OrderError     = cells.OrderError
	DigitsError    = cells.DigitsError
	FromZeroError  = cells.FromZeroError
	ColumnError    = form.ColumnError
	SolutionsError = form.SolutionsError
	SeveralError   = form.SeveralError
	RoundedError   = form.RoundedError
)

const (
	Text  = form.Text
	Int   = form.Int
	Float = form.Float
	Bool  = form.Bool
	Raw   = form.Raw
)

var (
	ErrCell          = syntax.ErrCell
	ErrNumber        = syntax.ErrNumber
	ErrSeparator     = syntax.ErrSeparator
	ErrShort         = syntax.ErrShort
	ErrLong          = syntax.ErrLong
	ErrRows          = syntax.ErrRows
	ErrLineTooLong   = syntax.ErrLineTooLong
	ErrHeader        = syntax.ErrHeader
	ErrCount         = syntax.ErrCount
	ErrTrailing      = syntax.ErrTrailing
	ErrFields        = syntax.ErrFields
	ErrShifted       = syntax.ErrShifted
	ErrJSON          = syntax.ErrJSON
	ErrUnclosed      = syntax.ErrUnclosed
	ErrArrays        = syntax.ErrArrays
	ErrLate          = syntax.ErrLate
	ErrRecordTooLong = syntax.ErrRecordTooLong
	ErrNoPuzzles     = form.ErrNoPuzzles
)

func BOMLen(prefix []byte) int                 { return syntax.BOMLen(prefix) }
func IsValue(t Type, value string) bool        { return table.IsValue(t, value) }
func AppendFloat(dst []byte, x float64) []byte { return table.AppendFloat(dst, x) }
func Digits() []string                         { return cells.Digits() }
