package bench

import "golang.org/x/sys/unix"

// cpuModel returns the processor's name, or "".
func cpuModel() string {
	name, _ := unix.Sysctl("machdep.cpu.brand_string") // "" with an error
	return name
}
