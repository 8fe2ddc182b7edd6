package bench

import (
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A heat is the contenders of one corpus and limit.
type heat struct {
	cfg     *Config
	key     *key
	entries []*entry

	before, heats int // heats that are over, and all
}

// An entry is a contender and what is known of it.
type entry struct {
	contender
	m    Measurement
	laps int
	runs []effort
	others
}

// enter makes the contenders.
func (h *heat) enter() error {
	cfg, c := h.cfg, h.key.corpus
	for _, mode := range cfg.Modes {
		for _, e := range cfg.Engines {
			if !e.solves(c) {
				continue
			}
			for _, jobs := range cfg.Jobs {
				if err := h.add(mode, e, jobs); err != nil {
					return err
				}
			}
		}
	}
	if slices.Contains(cfg.Modes, InMemory) {
		for _, v := range cfg.Variants {
			h.addVariant(v)
		}
	}
	for _, p := range cfg.Programs {
		if p.Orders != nil && !slices.Contains(p.Orders, c.Order) {
			continue
		}
		jobs := []int{0}
		if p.Own {
			jobs = cfg.Jobs
		}
		for _, n := range jobs {
			h.entry(newProcess(c, p, h.key.limit, n), Process, p.Name, n)
		}
	}
	return nil
}

// add makes the contender that is an engine of this process.
func (h *heat) add(mode Mode, e Engine, jobs int) error {
	c, limit := h.key.corpus, h.key.limit
	if mode == EndToEnd {
		opts := solver.Options{Engine: e.Name, Limit: limit, MaxGuesses: math.MaxUint64}
		h.entry(&endToEnd{corpus: c, opts: opts, jobs: jobs}, mode, e.Name, jobs)
		return nil
	}
	m, err := newInMemory(c, e, limit, jobs)
	if err != nil {
		return err
	}
	h.entry(m, mode, e.Name, jobs)
	return nil
}

// addVariant makes the contenders that are a variant, if its engine solves the
// corpus.
func (h *heat) addVariant(v Variant) {
	c := h.key.corpus
	engines, err := Engines([]string{v.Engine})
	if err == nil && !engines[0].solves(c) {
		return
	}
	for _, jobs := range h.cfg.Jobs {
		h.entry(&remote{
			assignment: assignment{Path: c.path, Engine: v.Engine, Limit: h.key.limit, Jobs: jobs},
			serve:      h.cfg.VariantCommand, env: v.Env,
		}, InMemory, v.Name, jobs)
		h.entries[len(h.entries)-1].m.Env = v.Env
	}
}

func (h *heat) entry(c contender, mode Mode, name string, jobs int) {
	h.entries = append(h.entries, &entry{contender: c, m: Measurement{
		Corpus: h.key.corpus.Name, Order: h.key.corpus.Order, Puzzles: h.key.corpus.N,
		Mode: mode, Engine: name, Limit: h.key.limit, Jobs: jobs,
		MinSeconds: h.cfg.MinTime.Seconds(), Machine: h.cfg.Machine,
	}})
}
