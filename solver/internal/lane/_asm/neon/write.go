package main

import (
	"fmt"
	"strings"
)

// constraint is the build constraint of the generated files.
const constraint = "//go:build arm64 && gc && !noasm\n\n"

// assembly returns all functions as source of Go's assembler.
func assembly(header string, functions []*function) (string, error) {
	var b strings.Builder
	b.WriteString(header + constraint + "#include \"textflag.h\"\n")
	for _, f := range functions {
		if err := f.allocate(); err != nil {
			return "", err
		}
		f.write(&b)
	}
	return b.String(), nil
}

// stubs returns the Go declarations of all functions.
func stubs(header, pkg string, functions []*function) string {
	var b strings.Builder
	b.WriteString(header + constraint + "package " + pkg + "\n\n")
	for _, f := range functions {
		fmt.Fprintf(&b, "func %s%s\n", f.name, f.signature)
	}
	return b.String()
}

func (f *function) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n// func %s%s\n// Requires: ASIMD\n", f.name, f.signature)
	fmt.Fprintf(b, "TEXT ·%s(SB), NOSPLIT, $0-%d\n", f.name, f.arguments)
	for _, in := range f.instructions {
		if in.label != "" {
			fmt.Fprintf(b, "\n%s:\n", in.label)
			continue
		}
		numbers := f.numbers(&in)
		if in.word != "" {
			encoding, text := encode(in.word, numbers...)
			fmt.Fprintf(b, "\tWORD\t$0x%08x // %s\n", encoding, text)
			continue
		}
		operands := make([]any, len(numbers))
		for i, n := range numbers {
			operands[i] = n
		}
		fmt.Fprintf(b, "\t"+in.text+"\n", operands...)
	}
}

// numbers returns the register numbers of an instruction: the registers it sets, then the registers
// it uses.
func (f *function) numbers(in *instruction) (numbers []int) {
	for _, list := range [][]register{in.sets, in.uses} {
		for _, r := range list {
			numbers = append(numbers, f.assigned[r.number])
		}
	}
	return numbers
}

// A word is the encoding of an instruction that Go's assembler does not know.
type word struct {
	bits   uint32
	format string // of other assemblers, with register numbers, the result first
}

// lacking holds the instructions that Go's assembler does not know. Their register numbers are at
// bits 0, 5 and 16, the result first. A test compares them with another assembler.
var lacking = map[string]word{
	"bic":    {0x4e601c00, "bic v%d.16b, v%d.16b, v%d.16b"},
	"clz":    {0x6e604800, "clz v%d.8h, v%d.8h"},
	"cmhi":   {0x6e603400, "cmhi v%d.8h, v%d.8h, v%d.8h"},
	"uaddlp": {0x6e202800, "uaddlp v%d.8h, v%d.16b"},
	"umaxv":  {0x6e30a800, "umaxv b%d, v%d.16b"},
	"uminv":  {0x6e71a800, "uminv h%d, v%d.8h"},
}

// encode returns the encoding of an instruction with the given register numbers, and its text for
// other assemblers.
func encode(name string, numbers ...int) (encoding uint32, text string) {
	w, ok := lacking[name]
	if !ok {
		panic("no such instruction: " + name)
	}
	encoding = w.bits
	var operands []any
	for i, n := range numbers {
		encoding |= uint32(n) << [...]int{0, 5, 16}[i]
		operands = append(operands, n)
	}
	return encoding, fmt.Sprintf(w.format, operands...)
}
