package report_test

import (
	"bytes"
	"fmt"

	"github.com/sudokubatch/sudokubatch/bench/report"
)

func Example() {
	page := report.Page{
		Title: "Puzzles of a corpus",
		Facts: [][2]string{{"corpus", "@demo"}},
		Sections: []report.Section{{
			Heading: "Clues",
			Parts: []report.Part{report.Histogram{
				Title: "Clues of each puzzle", XUnit: "clues", Unit: "puzzles",
				Bins: report.LinearBins([]int64{17: 3, 18: 40, 19: 12}),
			}},
		}},
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		fmt.Println(err)
		return
	}
	doctype, _, _ := bytes.Cut(html.Bytes(), []byte{'\n'})
	fmt.Println(string(doctype))
	fmt.Println(bytes.Contains(html.Bytes(), []byte("<svg")))
	// Output:
	// <!DOCTYPE html>
	// true
}
