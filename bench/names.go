package bench

import (
	"fmt"
	"slices"
)

// Contenders names what a Config has take turns, each name once. Two that would do so
// under one name are an error: their figures could not be told apart.
func (cfg *Config) Contenders() ([]string, error) {
	var here []Program // by their names and orders
	if len(cfg.Modes) > 0 {
		for _, e := range cfg.Engines {
			here = append(here, Program{Name: e.Name, Orders: e.Orders})
		}
	}
	if slices.Contains(cfg.Modes, InMemory) {
		for _, v := range cfg.Variants {
			here = append(here, Program{Name: v.Name})
		}
	}
	var names []string
	for _, list := range [][]Program{here, cfg.Programs} {
		for i, p := range list {
			if slices.ContainsFunc(list[:i], p.meets) {
				return nil, fmt.Errorf("two engines, variants or programs are named %s", p.Name)
			}
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names, nil
}

// meets reports whether another program of the same name solves puzzles of the same order.
func (p Program) meets(o Program) bool {
	return p.Name == o.Name && (p.Orders == nil || o.Orders == nil ||
		slices.ContainsFunc(p.Orders, func(order int) bool { return slices.Contains(o.Orders, order) }))
}

// checkNames reports what has the same name as another.
func (cfg *Config) checkNames() error {
	for i, c := range cfg.Corpora {
		if slices.ContainsFunc(cfg.Corpora[:i], func(o *Corpus) bool { return o.Name == c.Name }) {
			return fmt.Errorf("two corpora are named %s", c.Name)
		}
	}
	_, err := cfg.Contenders()
	return err
}
