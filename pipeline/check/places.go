package check

import (
	"sort"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// places knows in which file a record is, by its number over all files that
// were read, from 0 on.
type places struct {
	files []file
	count int64 // records so far
	named []pipeline.Input
	input int // index in named of the last file; -1 = none
}

// A file is an input and the number of its first record.
type file struct {
	name  string
	first int64
}

func newPlaces(named []pipeline.Input) places { return places{named: named, input: -1} }

// enter notes that the records from here on are in an input.
func (p *places) enter(input int) {
	if input != p.input {
		p.input = input
		p.files = append(p.files, file{name: p.named[input].Name, first: p.count})
	}
}

// begun reports whether the current input has a record yet.
func (p *places) begun() bool {
	return len(p.files) > 0 && p.count > p.files[len(p.files)-1].first
}

// where returns the place of a record, whose line is given.
func (p *places) where(number, line int64) Where {
	i := sort.Search(len(p.files), func(i int) bool { return p.files[i].first > number }) - 1
	return Where{File: p.files[i].name, Record: number - p.files[i].first + 1, Line: line}
}

// here returns the place of the next record.
func (p *places) here(line int64) Where {
	f := &p.files[len(p.files)-1]
	return Where{File: f.name, Record: p.count - f.first + 1, Line: line}
}
