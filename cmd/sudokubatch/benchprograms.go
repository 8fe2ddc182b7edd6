package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/solver"
)

// programs are the peers and, if there are any, this program with each engine.
func (c *benchCmd) programs() ([]bench.Program, error) {
	if len(c.Peer) == 0 {
		return nil, nil
	}
	var programs []bench.Program
	var missing error
	for _, text := range c.Peer {
		p, err := bench.ParseProgram(text)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
		if _, err := exec.LookPath(p.Command[0]); err != nil && !strings.Contains(p.Command[0], "{") {
			missing = errors.Join(missing, fmt.Errorf("bench: --peer %s: there is no program %s: give its path, or put it into a folder of PATH", p.Name, p.Command[0]))
		}
	}
	if missing != nil {
		return nil, missing
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	for i, engine := range c.Engines {
		if slices.Contains(c.Engines[:i], engine) {
			continue
		}
		p := bench.Program{
			Name: "sudokubatch", Own: true,
			Command: []string{self, "solve", "-q", "--engine", engine, "--limit", "{limit}", "-j", "{jobs}", "-"},
		}
		if engine != solver.Auto {
			p.Name += " " + engine
			for _, info := range solver.Engines() {
				if info.Name == engine {
					p.Orders = info.Orders
				}
			}
		}
		programs = append(programs, p)
	}
	return programs, nil
}

// variants are the variants, and how this program is started to measure them.
func (c *benchCmd) variants() (variants []bench.Variant, command []string, err error) {
	for _, text := range c.Variant {
		v, err := bench.ParseVariant(text)
		if err != nil {
			return nil, nil, err
		}
		variants = append(variants, v)
	}
	self, err := os.Executable()
	return variants, []string{self, "bench-worker"}, err
}

// A benchWorkerCmd is the verb bench-worker.
type benchWorkerCmd struct{}

// Run measures what bench says on standard input.
func (benchWorkerCmd) Run(ctx context.Context) error { return bench.Serve(ctx, os.Stdin, os.Stdout) }
