package solve

// This file numbers the solutions of lists that are divided into subtrees.

import (
	"context"
	"sync/atomic"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A numberer numbers solutions in the order of the lists, and ends lists at the limit or the budget.
type numberer struct {
	cfg         *ListConfig
	enumerators map[int]*solver.Enumerator
	over        *atomic.Int64 // number of the last divided list that ended early

	listed solver.Tally // of the divided list that is not complete
	ended  bool         // it has ended early, and its other parts are dropped
}

// forward numbers the solutions of a unit, and sends it to be written.
func (m *numberer) forward(ctx context.Context, b *pipeline.Batch, to *pipeline.Sender) error {
	u := pipeline.SlotOf[listUnit](b)
	trees := u.subtrees
	for i := range u.lists {
		l := &u.lists[i]
		if l.number > 0 {
			if err := m.number(u, l, trees[:l.subtrees]); err != nil {
				return err
			}
		}
		trees = trees[l.subtrees:]
	}
	next, err := to.Take(ctx)
	if err != nil {
		return err
	}
	w := pipeline.SlotOf[listUnit](next)
	*w, *u = *u, *w
	next.Live = b.Live
	to.Send(next)
	return nil
}

// number numbers the solutions of a part of a divided list. Before, l.n is the number of solutions
// in no subtree; afterwards, of all solutions that belong to the list.
func (m *numberer) number(u *listUnit, l *list, trees []subtree) error {
	if !l.begun {
		m.listed, m.ended = solver.Tally{Guesses: l.result.Guesses}, false
	}
	total := l.n
	for i := range trees {
		total += trees[i].n
	}
	if m.ended {
		l.n, l.skipped = 0, total
		return nil
	}
	e, err := m.cfg.enumerator(m.enumerators, u.to.Order)
	if err != nil {
		return err
	}
	l.first = uint64(m.listed.Solutions) + 1
	m.listed.Solutions += l.n
	for i := range trees {
		t := &trees[i]
		if !e.Add(&m.listed, &t.inner, t.n, t.guesses) {
			before := m.listed.Solutions
			_, m.ended = e.Within(nil, &m.listed, &t.inner)
			l.n += m.listed.Solutions - before
			if m.ended {
				break
			}
			continue
		}
		l.n += t.n
	}
	if l.last && !m.ended && !e.Add(&m.listed, &l.rest, 0, 0) {
		_, m.ended = e.Within(nil, &m.listed, &l.rest)
	}
	l.skipped = total - l.n
	if l.last || m.ended {
		l.ended = true
		l.result = solver.Result{
			Status: solver.Multiple, Complete: !m.ended, Solutions: m.listed.Solutions, Guesses: m.listed.Guesses,
		}
	}
	if m.ended {
		m.over.Store(l.number)
		if limit := m.cfg.Limit; limit > 0 && m.listed.Solutions > limit {
			l.cut(limit)
			l.skipped++
		}
	}
	return nil
}
