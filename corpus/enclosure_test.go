package corpus

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestArray writes lines as a JSON array in pieces of any size, and compares it with the array that is
// made of all lines at once.
func TestArray(t *testing.T) {
	for n := range 40 {
		lines := strings.Repeat("{\"a\":[1,\"x\"]}\n", n)
		want := "[\n" + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", ",\n") + "\n]\n"
		if n == 0 {
			want = "[]\n"
		}
		var got bytes.Buffer
		w, err := NewWriter("x.json", &got, CreateOptions{Enclosure: &Enclosure{Begin: "[\n", Between: ",\n", End: "\n]\n", Empty: "[]\n"}})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, uint64(n)))
		for rest := lines; rest != ""; {
			size := min(1+random.IntN(30), len(rest))
			if wrote, err := w.Write([]byte(rest[:size])); wrote != size || err != nil {
				t.Fatalf("wrote %d of %d: %v", wrote, size, err)
			}
			rest = rest[size:]
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		var values []any
		if err := json.Unmarshal(got.Bytes(), &values); err != nil || len(values) != n || got.String() != want {
			t.Errorf("%d lines became %d values (%v): %s", n, len(values), err, &got)
		}
	}
}
