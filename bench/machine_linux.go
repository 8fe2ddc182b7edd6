package bench

// This file asks Linux about the processors, in /proc.

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// cpuModel returns the processor's name, or "".
func cpuModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return ""
}

// tick is the unit of /proc/stat, on every machine that Go runs on.
const tick = 10 * time.Millisecond

// machineTime returns how long the processors were busy, or used by other machines, since the
// machine was started; 0 = unknown.
func machineTime() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	return busyTime(string(text))
}

// busyTime adds up all but idle time in the first line of /proc/stat.
func busyTime(stat string) time.Duration {
	line, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0
	}
	busy := time.Duration(0)
	for _, i := range []int{1, 2, 3, 6, 7, 8} { // user, nice, system, irq, softirq, steal; guests are in user
		n, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return 0
		}
		busy += time.Duration(n) * tick
	}
	return busy
}
