package check

import (
	"sort"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// places knows in which file a record is, by its number over all files that
// were read, from 0 on.
type places struct {
	files []file
	count int64 // records so far
	named []pipeline.Input
	input int                     // index in named of the last file; -1 = none
	forms map[string]formats.Form // of files by name, where they are not known otherwise
}

// A file is an input, or a member of one, and the number of its first record.
type file struct {
	name  string
	first int64
	form  formats.Form // of its records
}

func newPlaces(named []pipeline.Input) places { return places{named: named, input: -1} }

// enter notes that the records from here on are those of a batch, and reports
// whether it is the first of a file.
func (p *places) enter(b *pipeline.Batch, at pipeline.Place) (entered bool) {
	if at.Input == p.input && p.files[len(p.files)-1].name == at.Name {
		return false
	}
	p.input = at.Input
	p.files = append(p.files, file{name: at.Name, first: p.count, form: b.From})
	return true
}

// where returns the place of a record, whose line is given, and its form.
func (p *places) where(number, line int64) (Where, formats.Form) {
	i := sort.Search(len(p.files), func(i int) bool { return p.files[i].first > number }) - 1
	f := &p.files[i]
	if f.form.Kind == 0 {
		f.form = p.forms[f.name]
	}
	return Where{File: f.name, Record: number - f.first + 1, Line: line}, f.form
}

// here returns the place of the next record.
func (p *places) here(line int64) Where {
	f := &p.files[len(p.files)-1]
	return Where{File: f.name, Record: p.count - f.first + 1, Line: line}
}
