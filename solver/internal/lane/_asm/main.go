// Command asm generates the assembly of package lane:
//
//	go run . -out ../avx512_amd64.s -stubs ../avx512stubs_amd64.go -pkg lane
//	go run . -backend avx2 -out ../avx2_amd64.s -stubs ../avx2stubs_amd64.go -pkg lane
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
)

func main() {
	backend := flag.String("backend", "avx512", "avx512 or avx2")
	flag.Parse()
	pass.Compile = pass.Concat(pass.Compile, pass.FunctionPass(pruneSelfCopies))
	ConstraintExpr("amd64,gc,!noasm")
	if *backend == "avx2" {
		avx2()
		Generate()
		return
	}
	pass9()
	branch9()
	pass16()
	branch16()
	rows(9)
	digits(9)
	solved(9, 3)
	rows(16)
	digits(16)
	fewLanes()
	solved(16, 4)
	Generate()
}

// avx2 generates the backend of 16 lanes.
func avx2() {
	pass9x2()
	branch9x2()
	pass16x2()
	branch16x2()
	rows2(9)
	digits2(9)
	solved2(9, 3)
	rows2(16)
	digits2(16)
	solved2(16, 4)
	within2()
}

// pruneSelfCopies deletes copies of vectors for which both sides were given the
// same register. They do nothing, but take an arithmetic unit.
func pruneSelfCopies(fn *ir.Function) error {
	kept := fn.Nodes[:0]
	for _, node := range fn.Nodes {
		if i, ok := node.(*ir.Instruction); ok && isSelfCopy(i) {
			continue
		}
		kept = append(kept, node)
	}
	fn.Nodes = kept
	return nil
}

func isSelfCopy(i *ir.Instruction) bool {
	switch i.Opcode {
	case "VMOVDQA64", "VMOVDQA":
		return operand.IsRegister(i.Operands[0]) && i.Operands[0] == i.Operands[1]
	}
	return false
}
