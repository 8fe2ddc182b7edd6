package explainpage

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// hostile is text that must not end the script or become markup.
const hostile = `</script><b>"`

// TestPage looks for the steps in the page, and for text that could break it.
func TestPage(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	of := func(c ...explain.Candidate) explain.Statement { return explain.Statement{Candidates: c} }
	err := (&Page{
		Title: "A & B" + hostile, Lead: "Two steps.", Puzzle: strings.Repeat("0", 81), End: hostile,
		Steps: []explain.Step{
			{Technique: 1, Rating: 12, Placed: explain.Candidate{Cell: 4, Digit: 7}},
			{Rating: 72, Links: []explain.Link{{From: of(explain.Candidate{Digit: 2}), To: of(explain.Candidate{Cell: 1, Digit: 2}, explain.Candidate{Cell: 2, Digit: 2})}}},
		},
	}).Write(&out)
	if err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, want := range []string{
		"<h1>A &amp; B&lt;/script&gt;&lt;b&gt;", ">1.2</span>", "Hidden Single: r1c5 is 7", `"links":[[[[0,2]],[[1,2],[2,2]],1]]`, `"place":[4,7],"remove":[]`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if n := strings.Count(page, "</script>"); n != 1 {
		t.Errorf("%d ends of scripts", n)
	}
	for _, address := range []string{"http:", "https:", "url(http", "src="} {
		if strings.Contains(page, address) {
			t.Errorf("the page asks for %s", address)
		}
	}
}

// TestScript runs the functions of the script that find and draw the grid before a step.
func TestScript(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here (Debian: apt-get install nodejs)")
	}
	data, err := json.Marshal(map[string]any{
		"puzzle": "1" + strings.Repeat("0", 80), "end": "",
		"steps": []any{
			map[string]any{"place": nil, "remove": [][2]int{{1, 2}}, "use": [][2]int{}, "cells": []int{}, "links": []int{}},
			map[string]any{"place": [2]int{4, 7}, "remove": [][2]int{}, "use": [][2]int{}, "cells": []int{4}, "links": [][3]any{
				{[][2]int{{9, 3}, {10, 3}}, [][2]int{{17, 3}}, 0}, // one node
				{[][2]int{{9, 3}, {17, 3}}, [][2]int{{80, 3}}, 1},
			}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	functions, _, _ := strings.Cut(script, "const $ =")
	const print = `const { digits, marks } = stateBefore(DATA, 2);
console.log(digits.slice(0, 9).join(""), [...marks[1]].join(""), [...marks[12]].join(""), [...marks[80]].join(""));
console.log(draw(DATA, 1, true).match(/class="mark place"/g).length, draw(DATA, 1, false).match(/class="mark/g).length, draw(DATA, 0, true).match(/class="mark gone"/g).length);
console.log(draw(DATA, 1, true).match(/class="group"/g).length, draw(DATA, 1, true).match(/class="link/g).length);`
	out, err := exec.Command(node, "-e", "const DATA = "+string(data)+";\n"+functions+print).CombinedOutput()
	// Cell 1 lost 2, and sees 1 in its row and box and 7 in its row.
	const want = "100070000 345689 12345689 123456789\n1 1 1\n1 3\n"
	if err != nil || string(out) != want {
		t.Errorf("%v: %s, want %s", err, out, want)
	}
}
