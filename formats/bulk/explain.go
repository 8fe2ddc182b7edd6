package bulk

// This file says to the caller why a file has its form.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// sayDecided explains to the caller that the first line decides.
func (d *detector) sayDecided(found Form) {
	if d.sample.Explain != nil && found.Kind != 0 {
		one := reading.Explain(&d.sample, form.Proposal{Layout: found.file()}, int(found.Kind), found.form().Spec())
		d.say("its first line decides", []reading.Reading{one}, []int{0})
	}
}

// say explains the decision to the caller.
func (d *detector) say(reason string, all []reading.Reading, order []int) {
	to := d.sample.Explain
	if to == nil {
		return
	}
	to.Reason, to.Candidates, to.Lines = reason, nil, all[order[0]].Lines
	for _, i := range order {
		r := &all[i]
		way := r.Describe()
		if r.Err != nil {
			way = r.Err.Error()
		}
		same := func(c model.Candidate) bool { return c.Form == Kind(r.Kind).String() && c.Way == way }
		if slices.ContainsFunc(to.Candidates, same) {
			continue
		}
		to.Candidates = append(to.Candidates, model.Candidate{
			Form: Kind(r.Kind).String(), Way: way, Puzzles: r.Counts[reading.Record],
			Solutions: r.Counts[reading.Solution], Malformed: r.Counts[reading.Fault], Unread: r.Counts[reading.Unread],
		})
	}
}
