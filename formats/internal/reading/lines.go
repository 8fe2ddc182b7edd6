package reading

// This file says what each line of the sample is.

import "github.com/sudokubatch/sudokubatch/formats/model"

// names are the roles as people read them. A separator has none.
var names = [roles]string{
	Record: "puzzle", Solution: "solution", Fault: "malformed", Header: "header", Title: "text", Comment: "comment", Unread: "not read",
}

// label says what some lines are, if the user asks. fault, unless nil, is the reason.
func (x *explainer) label(role Role, from, lines int, fault *model.SyntaxError) {
	if !x.labels {
		return
	}
	name := names[role]
	if fault != nil && role != Solution {
		name += ": " + string(fault.AppendReason(nil))
	}
	x.Lines = append(x.Lines, make([]string, max(0, from-1+lines-len(x.Lines)))...)
	for i := range lines {
		x.Lines[from-1+i] = name
	}
}
