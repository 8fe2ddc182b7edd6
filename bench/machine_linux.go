package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// peakMemory returns the most memory that a process had until now, in bytes; 0 = unknown. What the system says of
// a process that has ended is too much: it counts the memory of this process, which started it.
func peakMemory(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	amount, _, _ := strings.Cut(after, "kB")
	kilobytes, _ := strconv.ParseInt(strings.TrimSpace(amount), 10, 64) // a process that has ended has none
	return kilobytes << 10
}

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
