package main

import (
	"fmt"
	"strings"
)

// A kind is a set of registers.
type kind int

const (
	vectors  kind = iota // V0 to V31
	generals             // R0 to R25, but for those of the platform and the linker
)

// A register is a virtual one. It may be set several times.
type register struct {
	kind   kind
	number int // among all of its function
}

// V is a vector register, R a general one.
type (
	V struct{ register }
	R struct{ register }
)

// An instruction sets some registers and uses others.
type instruction struct {
	sets, uses []register
	// text is a format with the numbers of the registers, first those that are set.
	text string
	// word names the instruction in the table of those that Go's assembler lacks, if it is one.
	word string
	// label is what is written in place of an instruction, to branch to.
	label string
	// target is the label that this branches to, always is whether it never goes on.
	target string
	always bool
}

// A function is a kernel's.
type function struct {
	name, doc    string
	signature    string
	arguments    int            // the size of its parameters and results, in bytes
	offsets      map[string]int // of each of these
	instructions []instruction
	registers    int           // virtual ones
	adjacent     [][2]register // to be next to each other
	labels       int           // made so far
	assigned     []int         // the number of each virtual register's register
}

// current is the function that is generated, all those before it and it.
var (
	current *function
	all     []*function
)

// A parameter is one of a function, or a result.
type parameter struct {
	name, kind string
	size       int
}

func pointerTo(kind, name string) parameter { return parameter{name, "*" + kind, 8} }
func lanesOf(name string) parameter         { return parameter{name, "uint32", 4} }

// begin begins a function. does says what it does.
func begin(name, does string, parameters, results []parameter) {
	current = &function{name: name, doc: fmt.Sprintf("%s %s (NEON).", name, does), offsets: map[string]int{}}
	all = append(all, current)
	at := 0
	place := func(list []parameter) string {
		var fields []string
		for _, p := range list {
			at = (at + p.size - 1) / p.size * p.size
			current.offsets[p.name] = at
			at += p.size
			fields = append(fields, strings.TrimSpace(p.name+" "+p.kind))
		}
		return "(" + strings.Join(fields, ", ") + ")"
	}
	current.signature = place(parameters)
	if len(results) > 0 {
		at = (at + 7) / 8 * 8
		current.signature += " " + place(results)
	}
	current.arguments = at
}

func newV() V { current.registers++; return V{register{vectors, current.registers - 1}} }
func newR() R { current.registers++; return R{register{generals, current.registers - 1}} }

func emit(text string, sets, uses []register) {
	current.instructions = append(current.instructions, instruction{text: text, sets: sets, uses: uses})
}

// emitWord emits an instruction of the table of words.
func emitWord(name string, sets, uses []register) {
	current.instructions = append(current.instructions, instruction{word: name, sets: sets, uses: uses})
}

// newLabel returns a label that no other has, for the name.
func newLabel(name string) string {
	current.labels++
	return fmt.Sprintf("%s%d", name, current.labels)
}

// here is where a label is.
func here(label string) {
	current.instructions = append(current.instructions, instruction{label: label})
}

// branch branches, by an instruction that ends in the label.
func branch(text, label string, uses ...register) {
	current.instructions = append(current.instructions, instruction{
		text: text + label, target: label, uses: uses, always: text == "B\t",
	})
}

// ret returns.
func ret() {
	current.instructions = append(current.instructions, instruction{text: "RET", always: true})
}
