package bench

import (
	"os"
	"strings"
)

// cpuModel returns the processor's name, or "".
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	return modelIn(string(text))
}

// modelIn returns the first processor's name from the text of /proc/cpuinfo. On arm64 there is none,
// and the numbers of its maker and its part name it.
func modelIn(cpuinfo string) string {
	found := map[string]string{}
	for line := range strings.Lines(cpuinfo) {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); ok && found[name] == "" {
			found[name] = strings.Join(strings.Fields(value), " ")
		}
	}
	if maker, part := found["CPU implementer"], found["CPU part"]; found["model name"] == "" && part != "" {
		return "CPU implementer " + maker + ", part " + part
	}
	return found["model name"]
}
