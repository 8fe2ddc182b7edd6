package bench

import "testing"

// TestModelIn reads what the kernel says on amd64 and on arm64.
func TestModelIn(t *testing.T) {
	for cpuinfo, want := range map[string]string{
		"processor\t: 0\nmodel name\t: AMD EPYC  7B13\n\nprocessor\t: 1\nmodel name\t: other\n": "AMD EPYC 7B13",
		"processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n":                          "CPU implementer 0x41, part 0xd4f",
		"processor\t: 0\n": "",
	} {
		if got := modelIn(cpuinfo); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
