package bench

import (
	"fmt"
	"slices"
)

// apart returns measurements with names of corpora that tell apart what tables and
// charts would take for one: what was measured twice, as in two files, and other
// corpora of the same name. The second has a number behind its name, and so on:
// "17clue (2)".
func apart(measurements []Measurement) []Measurement {
	list := slices.Clone(measurements)
	var runs []*corpusRun
	for i := range list {
		m := &list[i]
		r := lastRun(runs, m)
		if r == nil || r.seen[contenderOf(m)] {
			r = &corpusRun{corpus: m.Corpus, order: m.Order, puzzles: m.Puzzles, seen: map[contenderID]bool{}}
			r.name = freeName(runs, measurements, m.Corpus)
			runs = append(runs, r)
		}
		r.seen[contenderOf(m)] = true
		m.Corpus = r.name
	}
	return list
}

// A corpusRun is measurements with a corpus, each of something else.
type corpusRun struct {
	corpus         string
	order, puzzles int
	name           string // that tells it apart
	seen           map[contenderID]bool
}

// A contenderID tells the measurements of a corpus apart.
type contenderID struct {
	mode   Mode
	limit  int
	engine string
	jobs   int
}

func contenderOf(m *Measurement) contenderID { return contenderID{m.Mode, m.Limit, m.Engine, m.Jobs} }

// lastRun is the latest run that m may belong to; nil: none.
func lastRun(runs []*corpusRun, m *Measurement) *corpusRun {
	for _, r := range slices.Backward(runs) {
		if r.corpus == m.Corpus && r.order == m.Order && r.puzzles == m.Puzzles {
			return r
		}
	}
	return nil
}

// freeName is the name of a corpus, with a number if a run has that name.
func freeName(runs []*corpusRun, measurements []Measurement, corpus string) string {
	name := corpus
	taken := func() bool {
		return slices.ContainsFunc(runs, func(r *corpusRun) bool { return r.name == name }) ||
			name != corpus && slices.ContainsFunc(measurements, func(m Measurement) bool { return m.Corpus == name })
	}
	for n := 2; taken(); n++ {
		name = fmt.Sprintf("%s (%d)", corpus, n)
	}
	return name
}
