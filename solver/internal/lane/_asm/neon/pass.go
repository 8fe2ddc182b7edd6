package main

import "fmt"

func beginPass(order int) {
	begin(symbol("pass", order), fmt.Sprintf("runs one pass of the closure over a block of order %d", order),
		[]parameter{pointerTo("uint16", "block")},
		[]parameter{lanesOf("dead"), lanesOf("changed"), lanesOf("open")})
}

// symbol returns the name of a kernel's function for an order.
func symbol(kernel string, order int) string { return fmt.Sprintf("%s%dNEON", kernel, order) }

// eachPass generates a pass for each column, and collects the results: lanes are dead or changed
// where that is not zero, and open unless solved has all digits.
func eachPass(pass func(base R) (dead, changed, solved, all V)) {
	dead, changed, open := constant(0), constant(0), constant(0)
	eachColumn(pointer("block"), func(base R) {
		d, c, solved, all := pass(base)
		append8(dead, bitsOf(test(d, d)))
		append8(changed, bitsOf(test(c, c)))
		missing := xor(solved, all)
		append8(open, bitsOf(test(missing, missing)))
	})
	result(dead, "dead")
	result(changed, "changed")
	result(open, "open")
	ret()
}
