package console

import "testing"

func TestMeant(t *testing.T) {
	t.Parallel()
	engines := []string{"auto", "lanes", "band", "grid", "propagate", "mrv", "dlx"}
	for name, want := range map[string]string{
		"lane":  `, did you mean "lanes"?`,
		"LANES": `, did you mean "lanes"?`,
		"alnes": `, did you mean "lanes"?`,
		"prop":  "",
		"gird":  `, did you mean "grid"?`,
		"dls":   `, did you mean "dlx"?`,
		"dab":   "",
		"bnad":  `, did you mean "band"?`,
		"xyzzy": "",
		"":      "",
		"q":     "",
	} {
		if got := Meant(name, engines); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"ab", "ba", 1}, {"solve", "sovle", 1}, {"kitten", "sitting", 3}, {"a", "b", 1}} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("%q to %q: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
