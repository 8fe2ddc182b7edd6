// Mutate tests the tests: it makes one change at a time to the code (flips a
// comparison, drops a condition, deletes a statement, shifts a constant) and
// reports which changes no test notices.
//
//	go run ./.ci/mutate [flags] [packages and files]
//
// By default it takes the code of solver, formats, corpus, pipeline and cmd. The
// tree is never touched: a changed file reaches the compiler as an overlay. A
// change is tried on the tests of its package, short ones first, then on those of
// the packages that import it, until one fails. --seed and --count choose a
// sample, the same each time, and nearly the same after the code has changed.
//
// A surviving mutant means that a test is missing or that the change cannot
// matter; equivalent.txt lists the latter, each with the reason. Exit code 1
// says that a mutant survived.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	survived, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if survived > 0 {
		os.Exit(1)
	}
}

// run does what the command line says and returns how many changes survived.
func run() (survived int, err error) {
	count := flag.Int("count", 100, "try so many changes; 0: all")
	seed := flag.Uint64("seed", 1, "of the sample")
	at := flag.String("at", "", "try all changes of one line, `FILE:LINE`")
	list := flag.Bool("list", false, "list the changes, and try none")
	own := flag.Bool("own", false, "run the tests of the changed package only: quicker, and stricter")
	short := flag.Bool("short", false, "run tests in their short form only")
	known := flag.String("equivalent", ".ci/mutate/equivalent.txt", "changes known not to matter")
	flag.Parse()

	module, err := loadModule()
	if err != nil {
		return 0, err
	}
	equivalent, err := readEquivalent(*known)
	if err != nil {
		return 0, err
	}
	mutations, err := module.mutations(flag.Args(), *at)
	if err != nil {
		return 0, err
	}
	if *at == "" {
		mutations = sample(mutations, *seed, *count)
	}
	if *list {
		for _, m := range mutations {
			fmt.Println(m)
		}
		return 0, nil
	}
	t, err := newTrials(module, mutations, *own, *short)
	if err != nil {
		return 0, err
	}
	defer t.close()
	return tryAll(t, mutations, equivalent)
}

// tryAll tries the changes one after the other, and prints a line for each, then
// those that survived and how many there were of each verdict.
func tryAll(t *trials, mutations []mutation, equivalent map[string]string) (survived int, err error) {
	counts := map[verdict]int{}
	var survivors []mutation
	for i, m := range mutations {
		began, v, by := time.Now(), known, ""
		if equivalent[m.key()] == "" {
			if v, by, err = t.try(m); err != nil {
				return 0, err
			}
		}
		counts[v]++
		if v == surviving {
			survivors = append(survivors, m)
		}
		fmt.Printf("%3d/%d %5.1fs %-14s %-34s %s\n", i+1, len(mutations), time.Since(began).Seconds(), v, by, m)
	}
	for _, m := range survivors {
		fmt.Printf("\nSURVIVED %s:%d (%s)\n%s", m.file, m.line, m.kind, m.diff())
	}
	var tally []string
	for v := range verdicts {
		tally = append(tally, fmt.Sprintf("%d %s", counts[v], v))
	}
	fmt.Printf("\n%d changes: %s\n", len(mutations), strings.Join(tally, ", "))
	return len(survivors), nil
}
