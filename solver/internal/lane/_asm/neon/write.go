package main

import (
	"fmt"
	"strings"
)

const constraint = "//go:build arm64 && gc && !noasm\n\n"

// assembly returns all functions in Go's assembler.
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

// stubs returns the declarations of all functions in Go.
func stubs(header, pkg string, functions []*function) string {
	var b strings.Builder
	b.WriteString(header + constraint + "package " + pkg + "\n")
	for _, f := range functions {
		fmt.Fprintf(&b, "\n// %s\nfunc %s%s\n", f.doc, f.name, f.signature)
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

// numbers returns those of an instruction's registers: what is set, then what is used.
func (f *function) numbers(in *instruction) (numbers []int) {
	for _, list := range [][]register{in.sets, in.uses} {
		for _, r := range list {
			numbers = append(numbers, f.assigned[r.number])
		}
	}
	return numbers
}
