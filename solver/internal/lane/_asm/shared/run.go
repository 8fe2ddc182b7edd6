// Package shared is what the generators for amd64 have in common.
package shared

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
)

// Run generates kernels, and writes the files that the command line names.
func Run(kernels func()) {
	pass.Compile = pass.Concat(pass.Compile, pass.FunctionPass(pruneSelfCopies))
	build.ConstraintExpr("amd64,gc,!noasm")
	kernels()
	build.Generate()
}

// pruneSelfCopies deletes copies of vectors from a register to itself. They do nothing, but occupy
// an arithmetic unit.
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

// An ISA is an instruction set: what it is called, and what its symbols end in.
type ISA struct{ Name, Suffix string }

// Symbol returns the name of a kernel's function for an order.
func (s ISA) Symbol(kernel string, order int) string {
	return fmt.Sprintf("%s%d%s", kernel, order, s.Suffix)
}

// Begin begins a kernel's function. It documents what the function does.
func (s ISA) Begin(kernel string, order int, signature, does string) {
	symbol := s.Symbol(kernel, order)
	build.TEXT(symbol, build.NOSPLIT, signature)
	build.Doc(fmt.Sprintf("%s %s (%s).", symbol, does, s.Name))
}
