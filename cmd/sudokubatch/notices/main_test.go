package main

import (
	"os"
	"strings"
	"testing"
)

// TestNotices requires that the notices name the modules that go list has for each program, and no others.
func TestNotices(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../.github/NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n\n")
	list, licences, _ := strings.Cut(rest, "\n\n"+rule)
	want := map[string]bool{goName: true}
	for program, targets := range programs {
		for _, target := range targets {
			system, processor, _ := strings.Cut(target, "/")
			out, err := output([]string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + processor},
				"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", program)
			if err != nil {
				t.Fatal(err)
			}
			for _, module := range strings.Fields(strings.ReplaceAll(out, " ", "@")) {
				want[strings.ReplaceAll(module, "@", " ")] = true
			}
		}
	}
	if list+"\n" != lines(want) {
		t.Errorf("NOTICES has\n%s\nwant\n%s\nrun go generate ./cmd/sudokubatch/notices", list, lines(want))
	}
	for work := range want {
		if !strings.Contains("\n"+licences, "\n"+work+"\n") {
			t.Errorf("no licence of %s", work)
		}
	}
}
