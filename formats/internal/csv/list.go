package csv

import "github.com/sudokubatch/sudokubatch/formats/internal/form"

type listForm struct{ tableForm }

// Detect finds lists unless the sample is a table with as many puzzles: commas and tabs are
// better evidence than blanks. Members of JSON, which may be cut off, are no fields.
func (f listForm) Detect(s *form.Sample) form.Reading {
	if s.HasMembers() {
		return form.Reading{}
	}
	list := bestTable(s, f.separators)
	for _, other := range []form.Form{CSV, TSV} {
		if r := other.Detect(s); r.Layout != nil && len(r.Layout.Info().Columns) > 1 && r.Puzzles >= list.Puzzles {
			return form.Reading{}
		}
	}
	return list
}

// DetectRuns reads the sample as a list whose fields are the grids in its lines.
func DetectRuns(s *form.Sample) form.Reading {
	r := readRows(s, Runs, false).reading()
	if r.Layout != nil {
		r.Layout.Info().Notes = []string{"grids in lines of something else"}
	}
	return r
}
