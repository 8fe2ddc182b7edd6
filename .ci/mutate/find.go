package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// swaps are operators and what they become.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.QUO},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN}, token.AND_NOT_ASSIGN: {token.AND_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// words are identifiers and what they become.
var words = map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}

// A finder collects the changes of one file.
type finder struct {
	file   *token.File
	source []byte
	needed map[ast.Stmt]bool // what the compiler would miss
	found  []mutation
}

// find returns all changes of a file; none if it is generated.
func find(name string, source []byte) ([]mutation, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(tree) {
		return nil, err
	}
	f := &finder{file: set.File(tree.FileStart), source: source, needed: map[ast.Stmt]bool{}}
	for _, d := range tree.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Field: // its type
				return false
			case *ast.CommClause:
				f.needed[n.Comm] = true
			case *ast.FuncDecl:
				f.needResult(n.Type, n.Body)
			case *ast.FuncLit:
				f.needResult(n.Type, n.Body)
			}
			f.expression(n)
			f.statement(n)
			return true
		})
	}
	for i := range f.found {
		f.found[i].file = name
	}
	return f.found, nil
}

// needResult notes that a function must end as it does if it has results.
func (f *finder) needResult(t *ast.FuncType, body *ast.BlockStmt) {
	if t.Results != nil && body != nil && len(body.List) > 0 {
		f.needed[body.List[len(body.List)-1]] = true
	}
}

// put notes that what lies from begin to end may become text.
func (f *finder) put(kind string, begin, end token.Pos, text string) {
	f.found = append(f.found, mutation{
		kind: kind, line: f.file.Line(begin), source: f.source,
		begin: f.file.Offset(begin), end: f.file.Offset(end), text: text,
	})
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.file.Offset(n.Pos()):f.file.Offset(n.End())])
}

// operator notes what an operator may become.
func (f *finder) operator(at token.Pos, op token.Token) {
	for _, other := range swaps[op] {
		f.put(op.String()+" to "+other.String(), at, at+token.Pos(len(op.String())), other.String())
	}
}

// expression notes changes of an expression.
func (f *finder) expression(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if isString(n.X) || isString(n.Y) {
			return
		}
		f.operator(n.OpPos, n.Op)
		if n.Op == token.LAND || n.Op == token.LOR {
			f.put("left condition dropped", n.Pos(), n.End(), f.text(n.Y))
			f.put("right condition dropped", n.Pos(), n.End(), f.text(n.X))
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB || n.Op == token.XOR {
			f.put(n.Op.String()+" dropped", n.Pos(), n.End(), f.text(n.X))
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.Ident:
		if other, ok := words[n.Name]; ok {
			f.put(n.Name+" to "+other, n.Pos(), n.End(), other)
		}
	}
}

func isString(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

// literal notes what a number or character may become.
func (f *finder) literal(lit *ast.BasicLit) {
	if lit.Kind == token.CHAR {
		f.put("constant", lit.Pos(), lit.End(), "("+lit.Value+" + 1)")
		return
	}
	value, err := strconv.ParseUint(lit.Value, 0, 64)
	if lit.Kind != token.INT || err != nil {
		return
	}
	f.put("constant", lit.Pos(), lit.End(), "("+lit.Value+" + 1)")
	if value > 0 {
		f.put("constant", lit.Pos(), lit.End(), "("+lit.Value+" - 1)")
	}
	if value > 3 {
		f.put("constant", lit.Pos(), lit.End(), "("+lit.Value+" / 2)")
	}
}

// statement notes changes of a statement.
func (f *finder) statement(n ast.Node) {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.condition(n.Cond)
	case *ast.ForStmt:
		f.put("loop runs once", n.Body.Rbrace, n.Body.Rbrace, "; break ")
	case *ast.RangeStmt:
		f.put("loop runs once", n.Body.Rbrace, n.Body.Rbrace, "; break ")
	case *ast.IncDecStmt:
		f.operator(n.TokPos, n.Tok)
		f.remove(n)
	case *ast.ExprStmt:
		f.remove(n)
	case *ast.SendStmt:
		f.remove(n)
	case *ast.DeferStmt:
		f.remove(n)
	case *ast.BranchStmt:
		f.remove(n)
	case *ast.ReturnStmt:
		f.remove(n)
		for _, result := range n.Results {
			if name, ok := result.(*ast.Ident); ok && name.Name == "err" {
				f.put("error dropped", name.Pos(), name.End(), "nil")
			}
		}
	case *ast.AssignStmt:
		f.assignment(n)
	}
}

// remove notes that a statement may be missing.
func (f *finder) remove(n ast.Stmt) {
	if !f.needed[n] {
		f.put("statement deleted", n.Pos(), n.End(), "")
	}
}

// condition notes what the condition of an if may become. It stays in the
// text, so that what it uses counts as used.
func (f *finder) condition(cond ast.Expr) {
	text := f.text(cond)
	f.put("condition negated", cond.Pos(), cond.End(), "!("+text+")")
	f.put("condition dropped", cond.Pos(), cond.End(), "true || ("+text+")")
	f.put("condition never met", cond.Pos(), cond.End(), "false && ("+text+")")
}

// assignment notes that an assignment may be without effect. What is on its right
// still counts as used.
func (f *finder) assignment(n *ast.AssignStmt) {
	f.operator(n.TokPos, n.Tok)
	switch {
	case n.Tok == token.DEFINE || f.needed[n]:
	case len(n.Rhs) == 1 && isNil(n.Rhs[0]): // which cannot be given to a blank
		f.remove(n)
	default:
		blanks := "_" + strings.Repeat(", _", len(n.Lhs)-1) + " = "
		if string(f.source[f.file.Offset(n.Pos()):f.file.Offset(n.Rhs[0].Pos())]) == blanks {
			f.remove(n) // a call for what it does
			return
		}
		f.put("statement deleted", n.Pos(), n.Rhs[0].Pos(), blanks)
	}
}

func isNil(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "nil"
}
