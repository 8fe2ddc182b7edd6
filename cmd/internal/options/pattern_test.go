package options

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// TestPatterns reads pictures as text and from a file, and names the place of a mistake.
func TestPatterns(t *testing.T) {
	t.Parallel()
	const one, other = "x..x.xx..xx.x..x", "xx..x..x..xx.xx."
	rows := "x..x\n.xx.\n.xx.\nx..x\n"
	for text, want := range map[string]string{
		one:                            one,
		rows:                           one,
		"\n\nX . . x\r\n" + rows[5:]:   one,
		rows + "\n" + other:            one + " " + other,
		"\ufeff" + rows:                one,
		rows + strings.TrimSpace(rows): one + " " + one,
		rows[:len(rows)-5]:             "line 4: a pattern ends after row 3, want 4 rows",
		rows[:5] + "\n" + rows[5:]:     "line 2: a pattern ends after row 1, want 4 rows",
		"x..x\n.xx\n":                  "line 2: 3 cells, want a row of 4 or a pattern of 16: --size says the size",
		rows[:5] + one:                 "line 2: 16 cells, want a row of 4",
		"x..1\n":                       "line 1: \"x..1\": want x for a clue and . for a blank",
		"\n\n":                         "there is no pattern",
	} {
		file := filepath.Join(t.TempDir(), "picture.txt")
		wide := []byte("\xff\xfe") // UTF-16, as PowerShell writes it
		for _, unit := range utf16.Encode([]rune(text)) {
			wide = append(wide, byte(unit), byte(unit>>8))
		}
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.WriteFile(file+"16", wide, 0o600)); err != nil {
			t.Fatal(err)
		}
		for _, given := range []string{text, file, file + "16"} {
			w, cfg := Wishes{Pattern: []string{given}}, gen.Config{Options: generate.Options{Order: 4}}
			err := w.ReadPatterns()
			if err == nil {
				err = w.Apply(&cfg, explain.Sukaku)
			}
			got := fmt.Sprint(err)
			for i, pattern := range cfg.Options.Patterns {
				got = strings.TrimPrefix(got, "<nil>") + " "[:min(i, 1)]
				for _, clue := range pattern {
					got += map[bool]string{true: "x", false: "."}[clue]
				}
			}
			if !strings.Contains(got, want) {
				t.Errorf("%q: %s, want %s", given, got, want)
			}
		}
	}
	for name, want := range map[string]string{"no such.txt": "--pattern: opening no such.txt: ", ".": "--pattern: opening .: "} {
		w := Wishes{Pattern: []string{name}}
		if err := w.ReadPatterns(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
