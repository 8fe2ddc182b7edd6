package lane

// A Feature is something that kernels require of the processor, by the name that Linux has for it.
type Feature struct {
	Name string
	Has  bool // whether this processor has it
}
