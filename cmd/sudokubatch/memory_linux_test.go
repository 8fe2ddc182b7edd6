package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// memoryCases lists unusual inputs that must not take more memory than others. A shell command makes
// each; SIZE stands for one of two sizes.
var memoryCases = []struct {
	name, script string
	small, large string // SIZE in the quick test and in the long one
	window       int64  // window that the input declares, in MiB
	code         int
	solved       bool // the command solves the puzzles around the large part
}{
	{"stream", "yes " + easyPuzzle + " | head -n SIZE | RUN", "1000000", "250000000", 0, 0, false}, // 20 GB
	{"solutions", "yes " + strings.Repeat(".", 81) + " | head -n SIZE | RUN --all --limit 100000", "10", "5000", 0, 0, false},
	{"line", "LINE SIZE | RUN", "100M", "10G", 0, 3, true},
	{"JSON text", `{ echo '{"puzzle":"` + easyPuzzle + `"}'; printf '{"puzzle":"'; LINE SIZE; echo '"}'; } | RUN`, "100M", "10G", 0, 3, false},
	{"zstd bomb", "LINE SIZE | zstd -q | RUN", "100M", "10G", 2, 3, true},
	{"zstd bomb, large window", "LINE SIZE | zstd -q --long=26 | RUN", "100M", "10G", 64, 3, true},
	{"gzip bomb", "LINE SIZE | gzip -1 | RUN", "100M", "10G", 0, 3, true},
	{"bzip2 bomb", "LINE SIZE | bzip2 | RUN", "10M", "1G", 0, 3, true},
	{"xz bomb", "LINE SIZE | xz -6 | RUN", "30M", "3G", 8, 3, true},
	{"malformed lines", "yes x | head -n SIZE | RUN --from line", "1000000", "100000000", 0, 3, false},
	{"malformed lines, reported", "yes x | head -n SIZE | CHECK --from line", "1000000", "10000000", 0, 3, false},
	{"inputs", "mkdir d && cd d && seq SIZE | xargs -n 1000 touch && for i in [0-9]; do echo " + easyPuzzle + " >$i; done && ulimit -n 64 && RUN *", "2000", "100000", 0, 0, false},
	{"outputs", "yes " + easyPuzzle + " | head -n SIZE | RUN -o out.zst", "500000", "100000000", 0, 0, false},
}

// TestMemory requires that the peak memory stays below the limit for any input: 64 MiB, 4 MiB for each
// worker, and the window of a compressed input. SUDOKUBATCH_LARGE=1 tests streams of 20 GB, lines of
// 10 GB, and 100,000 inputs; -v shows the tally.
//
// Faults: bomb, a line longer than 64 KiB, thousands of files.
func TestMemory(t *testing.T) {
	large := os.Getenv("SUDOKUBATCH_LARGE") == "1"
	const workers = 2
	for _, c := range memoryCases {
		t.Run(c.name, func(t *testing.T) {
			if !large {
				t.Parallel()
			}
			if tool, ok := strings.CutSuffix(strings.Split(c.name, ",")[0], " bomb"); ok {
				if _, err := exec.LookPath(tool); err != nil {
					t.Skip(err)
				}
			}
			dir := t.TempDir()
			stats := filepath.Join(dir, "stats.json")
			flags := fmt.Sprintf("-q -j %d --stats-json %s", workers, stats)
			script, size := c.script, c.small
			if large {
				size = c.large
			}
			if strings.Contains(script, "LINE SIZE") {
				script = "line() { LINE; }; " + strings.Replace(script, "LINE SIZE", "line", 1)
				line := "head -c SIZE /dev/zero | tr '\\0' 1"
				if c.solved {
					line = "echo " + easyPuzzle + "; " + line + "; echo; echo " + easyPuzzle
				}
				script = strings.Replace(script, "LINE", line, 1)
			}
			script = strings.NewReplacer("SIZE", size, "RUN", "sudokubatch solve "+flags, "CHECK", "sudokubatch check "+flags).Replace(script)
			// The shell stays a process of its own, so that the memory of the test does not count.
			code, stderr := shell(t, dir, "{ "+script+"; } >/dev/null; exit $?")
			var found struct {
				Peak   int64 `json:"peak_rss_bytes"`
				TextIn int64 `json:"text_in"`
				Solved int64 `json:"solved"`
			}
			if err := json.Unmarshal([]byte(readFile(t, stats)), &found); err != nil {
				t.Fatal(err)
			}
			if code != c.code || c.solved && found.Solved != 2 {
				t.Errorf("code %d, %d solved: %s", code, found.Solved, stderr)
			}
			if most := 64 + 4*workers + c.window; found.Peak>>20 > most {
				t.Errorf("%d MiB, %d are allowed", found.Peak>>20, most)
			}
			t.Logf("%s: %d bytes of text in %d MiB", size, found.TextIn, found.Peak>>20)
		})
	}
}
