package parquettable

import (
	"fmt"
	"strings"
	"testing"
)

// TestNesting has lists and maps as programs of different ages write them.
func TestNesting(t *testing.T) {
	t.Parallel()
	group := func(name string, r, children, meaning int) element {
		return element{name: name, physical: noPhysical, repetition: r, children: children, logical: logical{meaning: meaning}}
	}
	leaf := func(name string, r int) element { return element{name: name, physical: int32s, repetition: r} }
	for name, c := range map[string]struct {
		elements []element
		want     string // of each column: name, definition level of a value, definition levels of list entries
	}{
		"three levels": {[]element{group("f", optional, 1, meansList), group("list", repeated, 1, 0), leaf("element", optional)}, "f 3 [2]"},
		"two levels":   {[]element{group("f", optional, 1, meansList), leaf("array", repeated)}, "f 2 [2]"},
		"of tuples":    {[]element{group("f", optional, 1, meansList), group("f_tuple", repeated, 1, 0), leaf("x", required)}, "f 2 [2]"},
		"of structs":   {[]element{group("f", optional, 1, meansList), group("bag", repeated, 2, 0), leaf("x", required), leaf("y", optional)}, "f.x 2 [2], f.y 3 [2]"},
		"of lists":     {[]element{group("f", required, 1, meansList), group("list", repeated, 1, 0), group("element", optional, 1, meansList), group("list", repeated, 1, 0), leaf("element", required)}, "f 3 [1 3]"},
		"a struct":     {[]element{group("f", optional, 2, 0), leaf("x", repeated), leaf("y", required)}, "f.x 2 [2], f.y 1 []"},
		"a map":        {[]element{group("f", optional, 1, meansMap), group("key_value", repeated, 2, 0), leaf("key", required), leaf("value", optional)}, "f.key 2 [2], f.value 3 [2]"},
	} {
		columns, err := columnsOf(append([]element{group("root", required, 1, 0)}, c.elements...))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, f := range columns {
			got = append(got, fmt.Sprint(f.name, " ", f.maxDef, " ", f.listDefs))
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestSchemaErrors has schemas that are none.
func TestSchemaErrors(t *testing.T) {
	t.Parallel()
	root := element{physical: noPhysical, children: 1}
	deep := []element{root}
	for range 40 {
		deep = append(deep, element{name: "g", physical: noPhysical, children: 1})
	}
	for name, elements := range map[string][]element{
		"nothing":          nil,
		"no columns":       {{physical: noPhysical}},
		"too few elements": {root},
		"too many":         {root, {physical: int32s}, {physical: int32s}},
		"no type":          {root, {physical: 99}},
		"no length":        {root, {physical: fixedArrays}},
		"no repetition":    {root, {physical: int32s, repetition: 7}},
		"too deep":         append(deep, element{physical: int32s}),
	} {
		if _, err := columnsOf(elements); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
