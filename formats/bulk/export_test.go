package bulk

// This file exports what tests compare with.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// The errors of files without puzzles.
var (
	ErrUTF16, ErrUTF32              = errUTF16, errUTF32
	ErrSamurai, ErrARC, ErrNotebook = errSamurai, errARC, errNotebook
	ErrNotNpy, ErrNotParquet        = forms[Npy].Spec().Foreign, forms[Parquet].Spec().Foreign
)

// An UnknownFormError is for text in no form.
type UnknownFormError = unknownFormError

// File returns the layout that reads the file.
func (f Form) File() form.Layout { return f.file() }

// Rows returns the columns to write, and their writer.
func (f Form) Rows() (*table.Target, table.Writer) { return f.Layout.target, f.Kind.writer() }
