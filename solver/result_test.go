package solver

import "testing"

// TestStatusStrings wants a name for every value, also for what is no status.
func TestStatusStrings(t *testing.T) {
	seen := map[string]Status{}
	for s := range Status(255) {
		text := s.String()
		if other, ok := seen[text]; ok || text == "" {
			t.Errorf("%d and %d are %q", s, other, text)
		}
		seen[text] = s
	}
	if seen["gave up"] != GaveUp || seen["Status(9)"] != 9 {
		t.Error("statuses are called otherwise")
	}
}
