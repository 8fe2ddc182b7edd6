package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

// A kind is a kind of registers.
type kind int

const (
	vectors  kind = iota // V0 to V31
	generals             // R0 to R25, without the ones of the platform and the linker
)

// A register is a virtual register. It may be set several times.
type register struct {
	kind   kind
	number int // unique in its function
}

// V is a vector register, R a general register.
type (
	V struct{ register }
	R struct{ register }
)

// An instruction sets some registers and uses others.
type instruction struct {
	sets, uses []register
	// text is a format for the numbers of the registers, the set ones first.
	text string
	// word is the instruction's name in lacking, if Go's assembler does not know it.
	word string
	// label is a label to write instead of an instruction.
	label string
	// target is the label to which a branch leads. always is set for an unconditional branch.
	target string
	always bool
}

// A function is the function of a kernel.
type function struct {
	name, signature string
	arguments       int            // size of parameters and results in bytes
	offsets         map[string]int // offset of each parameter and result
	instructions    []instruction
	kinds           []kind        // kind of each virtual register
	adjacent        [][2]register // pairs that need adjacent registers
	labels          int           // number of labels so far
	assigned        []int         // register number of each virtual register
}

// current is the function being generated; functions holds all so far.
var (
	current *function
	all     []*function
)

// field matches a parameter or result in a signature.
var field = regexp.MustCompile(`(\w+) ([*\[\]\w]+)`)

// begin starts a function.
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

// emitWord emits an instruction from lacking.
func emitWord(name string, sets, uses []register) {
	current.instructions = append(current.instructions, instruction{word: name, sets: sets, uses: uses})
}

// newLabel returns a unique label that starts with name.
func newLabel(name string) string {
	current.labels++
	return fmt.Sprintf("%s%d", name, current.labels)
}

// here places a label.
func here(label string) {
	current.instructions = append(current.instructions, instruction{label: label})
}

// branch emits a branch instruction. Its text ends with the label.
func branch(text, label string, uses ...register) {
	current.instructions = append(current.instructions, instruction{
		text: text + label, target: label, uses: uses, always: text == "B\t",
	})
}

// ret emits a return.
func ret() {
	current.instructions = append(current.instructions, instruction{text: "RET", always: true})
}

// emitR emits an instruction with a constant for general registers. It sets the first register.
func emitR(text string, n int, d R, operands ...virtual) {
	emit(fmt.Sprintf(text, n), sets(d), uses(operands...))
}

// argument loads a parameter with the given instruction, which depends on its size.
func argument(instruction, name string) R {
	r := newR()
	emit(fmt.Sprintf("%s\t%s+%d(FP), R%%[1]d", instruction, name, current.offsets[name]), sets(r), nil)
	return r
}

func pointer(name string) R { return argument("MOVD", name) }
func lanes() R              { return argument("MOVWU", "lanes") }

// result stores 32 bits of a register as a result of the function.
func result(r R, name string) { resultBy("MOVW", r, name) }

func resultBy(instruction string, r R, name string) {
	emit(fmt.Sprintf("%s\tR%%[1]d, %s+%d(FP)", instruction, name, current.offsets[name]), nil, uses(r))
}

// constant returns a register that holds n.
func constant(n int) R {
	r := newR()
	emitR("MOVD\t$%d, R%%[1]d", n, r)
	return r
}

// advance adds a number to a register.
func advance(r R, n int) { emitR("ADD\t$%d, R%%[2]d, R%%[1]d", n, r, r) }

// address returns a register that holds an address.
func address(m memory) R {
	r := newR()
	emitR("ADD\t$%d, R%%[2]d, R%%[1]d", m.offset, r, m.base)
	return r
}

// times generates a loop that runs n times.
func times(n int, name string, body func()) {
	left, label := constant(n), newLabel(name)
	here(label)
	body()
	emitR("SUBS\t$%d, R%%[2]d, R%%[1]d", 1, left, left)
	branch("BNE\t", label)
}

// append8 shifts a set of lanes by one column, and adds the lanes of a column.
func append8(set, bits R) {
	emit("ORR\tR%[2]d<<8, R%[3]d, R%[1]d", sets(set), uses(set, bits))
}

// eachLane generates a loop over a set of lanes, and empties the set. body gets the number of the
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

// pointerOf loads the pointer of one lane.
func pointerOf(pointers, lane R) R {
	p := newR()
	emit("MOVD\t(R%[2]d)(R%[3]d<<3), R%[1]d", sets(p), uses(pointers, lane))
	return p
}
