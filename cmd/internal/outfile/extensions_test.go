package outfile

import "testing"

// TestUnknownExtension requires that only unknown file extensions are returned, not other text after a
// dot.
func TestUnknownExtension(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"x.pdf":            ".pdf",
		"x.CVS.zst":        ".cvs",
		"x.parqet":         ".parqet",
		"a.csv/x.html.gz":  ".html",
		"parts/.jsnol.zst": ".jsnol",
		"x.zst.tmp":        ".tmp",

		"x":               "",
		"-":               "",
		"x.txt":           "",
		"x.sdm.gz":        "",
		"x.CSV":           "",
		"x.pq":            "",
		"x.json":          "",
		"x.zst":           "",
		"parts.d/":        "",
		"parts/.csv.zst":  "",
		"results.2026-11": "",
		"results.11":      "",
		"part-1.v2":       "",
		"x.y-z":           "",
		"x.":              "",
		"x.interesting":   "",
		"ergebnis.grün":   "",
	} {
		if got := UnknownExtension(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
