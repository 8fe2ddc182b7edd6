//go:build amd64 && gc && !noasm

package lane

import "golang.org/x/sys/cpu"

// features are those that the "Requires" comments of kernels name, by Linux's
// names, but for what every processor has.
var features = []struct {
	name string
	has  bool
}{
	{"bmi1", cpu.X86.HasBMI1},
	{"avx", cpu.X86.HasAVX},
	{"avx2", cpu.X86.HasAVX2},
	{"avx512f", cpu.X86.HasAVX512F},
	{"avx512bw", cpu.X86.HasAVX512BW},
	{"avx512bitalg", cpu.X86.HasAVX512BITALG},
	{"avx512vbmi2", cpu.X86.HasAVX512VBMI2},
}

// Features names the processor's features that kernels of this build require,
// as far as it has them.
func Features() []string {
	var names []string
	for _, f := range features {
		if f.has {
			names = append(names, f.name)
		}
	}
	return names
}
