package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// A kind is a set of registers.
type kind int

const (
	vectors  kind = iota // V0 to V31
	generals             // R0 to R25, without the platform's and the linker's
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
	// label is written in place of an instruction, to branch to.
	label string
	// target is the label that this branches to, always is whether it never goes on.
	target string
	always bool
}

// A function is a kernel's.
type function struct {
	name, signature string
	arguments       int            // the size of its parameters and results, in bytes
	offsets         map[string]int // of each of these
	instructions    []instruction
	kinds           []kind        // of its virtual registers
	adjacent        [][2]register // to be next to each other
	labels          int           // made so far
	assigned        []int         // the number of each virtual register's register
}

// current is the function that is generated, all those before it and it.
var (
	current *function
	all     []*function
)

// A field matches a parameter or a result of a signature.
var field = regexp.MustCompile(`(\w+) ([*\[\]\w]+)`)

// begin begins a function.
func begin(name, signature string) {
	current = &function{name: name, signature: signature, offsets: map[string]int{}}
	all = append(all, current)
	parameters, results, _ := strings.Cut(signature, ") ")
	place := func(list string) {
		for _, f := range field.FindAllStringSubmatch(list, -1) {
			size := cmp.Or(map[string]int{"uint32": 4, "uint8": 1, "bool": 1}[f[2]], 8)
			current.arguments = (current.arguments + size - 1) / size * size
			current.offsets[f[1]] = current.arguments
			current.arguments += size
		}
	}
	place(parameters)
	if results != "" {
		current.arguments = (current.arguments + 7) / 8 * 8
		place(results)
	}
}

func newV() V { return V{newRegister(vectors)} }
func newR() R { return R{newRegister(generals)} }

func newRegister(k kind) register {
	current.kinds = append(current.kinds, k)
	return register{k, len(current.kinds) - 1}
}

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

// emitR emits an instruction for general registers that sets the first of them, and has a constant.
func emitR(text string, n int, d R, operands ...virtual) {
	emit(fmt.Sprintf(text, n), sets(d), uses(operands...))
}

// argument loads a parameter, by an instruction for its size.
func argument(instruction, name string) R {
	r := newR()
	emit(fmt.Sprintf("%s\t%s+%d(FP), R%%[1]d", instruction, name, current.offsets[name]), sets(r), nil)
	return r
}

func pointer(name string) R { return argument("MOVD", name) }
func lanes() R              { return argument("MOVWU", "lanes") }

// result sets a result of the function, 32 bits of a register.
func result(r R, name string) { resultBy("MOVW", r, name) }

func resultBy(instruction string, r R, name string) {
	emit(fmt.Sprintf("%s\tR%%[1]d, %s+%d(FP)", instruction, name, current.offsets[name]), nil, uses(r))
}

// constant returns a register with a number.
func constant(n int) R {
	r := newR()
	emitR("MOVD\t$%d, R%%[1]d", n, r)
	return r
}

// advance adds a number to a register.
func advance(r R, n int) { emitR("ADD\t$%d, R%%[2]d, R%%[1]d", n, r, r) }

// address returns a register with an address.
func address(m memory) R {
	r := newR()
	emitR("ADD\t$%d, R%%[2]d, R%%[1]d", m.offset, r, m.base)
	return r
}

// times generates a loop that runs so many times.
func times(n int, name string, body func()) {
	left, label := constant(n), newLabel(name)
	here(label)
	body()
	emitR("SUBS\t$%d, R%%[2]d, R%%[1]d", 1, left, left)
	branch("BNE\t", label)
}

// append8 makes room for the bits of a column in a set of lanes, and adds them.
func append8(set, bits R) {
	emit("ORR\tR%[2]d<<8, R%[3]d, R%[1]d", sets(set), uses(set, bits))
}

// eachLane generates a loop over a set of lanes, which it empties. body is given the number of the
// current lane.
func eachLane(lanes R, body func(lane R)) {
	lane, less, next, done := newR(), newR(), newLabel("lane"), newLabel("done")
	branch("CBZ\tR%[1]d, ", done, lanes.register)
	here(next)
	emit("RBIT\tR%[2]d, R%[1]d", sets(lane), uses(lanes))
	emit("CLZ\tR%[2]d, R%[1]d", sets(lane), uses(lane))
	body(lane)
	emitR("SUB\t$%d, R%%[2]d, R%%[1]d", 1, less, lanes)
	emit("AND\tR%[2]d, R%[3]d, R%[1]d", sets(lanes), uses(lanes, less))
	branch("CBNZ\tR%[1]d, ", next, lanes.register)
	here(done)
}

// pointerOf returns the pointer of one lane.
func pointerOf(pointers, lane R) R {
	p := newR()
	emit("MOVD\t(R%[2]d)(R%[3]d<<3), R%[1]d", sets(p), uses(pointers, lane))
	return p
}
