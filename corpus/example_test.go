package corpus_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sudokubatch/sudokubatch/corpus"
)

func ExampleOpen() {
	r, err := corpus.Open("@hiho", corpus.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	if _, err := io.Copy(os.Stdout, io.LimitReader(r, 38)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(r.Name(), r.Codec())
	// Output:
	// 1
	// 4 0 0 0 7 0 1 0 0
	// 0 0 1 9 0 4 6 0 5
	// @hiho zstd
}

// A compressed file appears under its name when it is complete.
func ExampleCreate() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "out.txt.zst")

	w, err := corpus.Create(path, corpus.CreateOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = w.Abort() }() // does nothing after Commit
	fmt.Fprintln(w, "123456789")
	_, err = os.Stat(path)
	fmt.Println("there before Commit:", err == nil)
	if err := w.Commit(); err != nil {
		fmt.Println(err)
		return
	}

	r, err := corpus.Open(path, corpus.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	fmt.Printf("%q %v %v\n", text, r.Codec(), err)
	// Output:
	// there before Commit: false
	// "123456789\n" zstd <nil>
}
