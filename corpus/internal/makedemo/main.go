// Command makedemo makes the embedded corpora demo and demo16 anew, from
// seeds: every puzzle is this project's own, proven to have one solution, and
// the same on every run and machine. Run it with go generate ./corpus.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

func main() {
	dir := flag.String("dir", "data", "folder to write to")
	flag.Parse()
	for _, demo := range []struct {
		name   string
		order  int
		count  int
		recipe recipe
	}{
		{"demo", 9, 20_000, recipe9},
		{"demo16", 16, 600, recipe16},
	} {
		path := filepath.Join(*dir, demo.name+".txt.zst")
		if err := write(path, demo.order, demo.count, demo.recipe); err != nil {
			fmt.Fprintln(os.Stderr, "makedemo:", err)
			os.Exit(1)
		}
	}
}

// write makes count puzzles on every core and writes them, easy ones first.
func write(path string, order, count int, recipe recipe) error {
	puzzles := make([]puzzle, count)
	jobs := runtime.GOMAXPROCS(0)
	var group errgroup.Group
	for job := range jobs {
		group.Go(func() error {
			m, err := newMaker(order)
			if err != nil {
				return err
			}
			for i := job; i < count; i += jobs {
				m.seed(uint64(i))
				puzzles[i] = recipe(m, i)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	slices.SortStableFunc(puzzles, func(a, b puzzle) int {
		return cmp.Or(cmp.Compare(a.guesses, b.guesses), cmp.Compare(b.clues, a.clues))
	})
	form, err := formats.Line.Form(order)
	if err != nil {
		return err
	}
	var text []byte
	for _, p := range puzzles {
		text = form.AppendPuzzle(text, p.cells)
	}
	w, err := corpus.Create(path, corpus.CreateOptions{Force: true, Level: 19})
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	return w.Commit()
}
