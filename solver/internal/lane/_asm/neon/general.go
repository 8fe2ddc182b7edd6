package main

import "fmt"

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
