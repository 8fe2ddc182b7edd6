package corpus_test

import (
	"fmt"
	"io"
	"os"

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
