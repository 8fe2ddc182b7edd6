package check

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A relation says how a record relates to an earlier one.
type relation uint64

const (
	duplicate relation = iota
	leak
	isomorph
	isomorphicLeak
)

// A finding says that a record relates to an earlier one. As an entry it sorts by record, then
// by relation.
type finding struct {
	number, line uint64 // of the record
	relation     relation
	other        uint64 // number of the earlier record
	otherLine    uint64
}

func (f *finding) entry() spill.Entry {
	return spill.Entry{f.number, uint64(f.relation)<<56 | f.line, f.other, f.otherLine}
}

func findingOf(e spill.Entry) finding {
	return finding{number: e[0], line: e[1] & (1<<56 - 1), relation: relation(e[1] >> 56), other: e[2], otherLine: e[3]}
}

// compareAll goes through sorted keys, after keys.Sort, and adds matches to findings. Among equal
// keys, records of Config.Against come first, then records of the inputs, each in order. same and
// leaked are the relations that equal keys mean.
func (c *collector) compareAll(ctx context.Context, keys *spill.Sorter, repeats bool, same, leaked relation, findings *spill.Sorter, stage *pipeline.Stage) error {
	var first, against spill.Entry // with the current key
	var haveFirst, haveAgainst bool
	err := later.Walk(ctx, stage, keys.Next, func(e spill.Entry) (err error) {
		own := e[2] >= uint64(c.own)
		haveFirst = haveFirst && e[0] == first[0] && e[1] == first[1]
		haveAgainst = haveAgainst && e[0] == against[0] && e[1] == against[1]
		add := func(r relation, other *spill.Entry) {
			if err == nil {
				f := finding{number: e[2], line: e[3], relation: r, other: other[2], otherLine: other[3]}
				err = findings.Add(f.entry())
			}
		}
		switch {
		case !own && !haveAgainst:
			against, haveAgainst = e, true
		case own && haveAgainst:
			add(leaked, &against)
		}
		switch {
		case own && !haveFirst:
			first, haveFirst = e, true
		case own && repeats:
			add(same, &first)
		}
		return err
	})
	if err != nil {
		return err
	}
	c.summary.Spilled += keys.Spilled()
	return keys.Close()
}
