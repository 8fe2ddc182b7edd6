package main

import "fmt"

// A word is the encoding of an instruction that Go's assembler lacks.
type word struct {
	bits   uint32
	format string // of the usual assemblers, with the numbers of the registers: of the result first
}

// lacking are these instructions. The numbers of their registers are at bits 0, 5 and 16, the
// result's first. A test compares them with another assembler.
var lacking = map[string]word{
	"bic":    {0x4e601c00, "bic v%d.16b, v%d.16b, v%d.16b"},
	"clz":    {0x6e604800, "clz v%d.8h, v%d.8h"},
	"cmhi":   {0x6e603400, "cmhi v%d.8h, v%d.8h, v%d.8h"},
	"uaddlp": {0x6e202800, "uaddlp v%d.8h, v%d.16b"},
	"umaxv":  {0x6e30a800, "umaxv b%d, v%d.16b"},
	"uminv":  {0x6e71a800, "uminv h%d, v%d.8h"},
}

// encode returns an instruction with the registers of the given numbers, and how other assemblers
// write it.
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
