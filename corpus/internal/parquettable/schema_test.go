package parquettable

import "testing"

// TestNesting has lists as programs of different ages write them.
func TestNesting(t *testing.T) {
	t.Parallel()
	list := logical{meaning: meansList}
	group := func(name string, r, children int, l logical) element {
		return element{name: name, physical: noPhysical, repetition: r, children: children, logical: l}
	}
	leaf := func(name string, r int) element {
		return element{name: name, physical: int32s, repetition: r}
	}
	for name, c := range map[string]struct {
		elements []element
		is       int
		item     string
	}{
		"three levels": {[]element{group("f", optional, 1, list), group("list", repeated, 1, logical{}), leaf("element", optional)}, isList, "element"},
		"two levels":   {[]element{group("f", optional, 1, list), leaf("array", repeated)}, isList, "array"},
		"of tuples":    {[]element{group("f", optional, 1, list), group("f_tuple", repeated, 1, logical{}), leaf("x", required)}, isList, "f_tuple"},
		"of structs":   {[]element{group("f", optional, 1, list), group("bag", repeated, 2, logical{}), leaf("x", required), leaf("y", required)}, isList, "bag"},
		"no list":      {[]element{group("f", optional, 1, logical{}), leaf("x", repeated)}, isStruct, ""},
		"a map": {[]element{
			group("f", optional, 1, logical{meaning: meansMap}), group("key_value", repeated, 2, logical{}), leaf("key", required), leaf("value", optional),
		}, isMap, ""},
	} {
		columns, leaves, err := buildSchema(append([]element{group("root", required, 1, logical{})}, c.elements...))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f := columns[0]
		item := ""
		if f.item != nil {
			item = f.item.name
		}
		if f.kind != JSON || f.is != c.is || item != c.item || f.leaves != len(leaves) {
			t.Errorf("%s: %v %v of %q, %d leaves", name, f.kind, f.is, item, f.leaves)
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
		if _, _, err := buildSchema(elements); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
