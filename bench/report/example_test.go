package report_test

import (
	"os"
	"path/filepath"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

func Example() {
	page := report.Page{
		Title: "Puzzles of a corpus",
		Facts: []report.Fact{{Name: "corpus", Value: "@demo"}},
		Sections: []report.Section{{
			Heading: "Clues",
			Parts: []report.Part{report.Histogram{
				Title: "Clues of each puzzle", XUnit: "clues", Unit: "puzzles",
				Bins: report.LinearBins([]int64{17: 3, 18: 40, 19: 12}),
			}},
		}},
	}
	f, err := os.Create(filepath.Join(os.TempDir(), "corpus.html"))
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if err := page.Write(f); err != nil {
		panic(err)
	}
}
