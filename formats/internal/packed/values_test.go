package packed

import "testing"

// TestAreCells checks that one value that is not a cell is found at any place.
func TestAreCells(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		for size := range 80 {
			values := make([]byte, size)
			for i := range values {
				values[i] = byte(order)
			}
			if !AreCells(values, order) {
				t.Fatalf("order %d: %v are cells", order, values)
			}
			for i := range values {
				for _, bad := range []int{order + 1, 127, 128, 255} {
					values[i] = byte(bad)
					if AreCells(values, order) {
						t.Fatalf("order %d: %v are no cells", order, values)
					}
				}
				values[i] = 0
			}
		}
	}
}

// TestAdd adds every number to every value, with other values around it.
func TestAdd(t *testing.T) {
	t.Parallel()
	values := make([]byte, 256+3)
	for i := range values {
		values[i] = byte(i * 85)
	}
	sums := make([]byte, len(values)+1)
	for number := range 256 {
		Add(sums, values, uint8(number))
		for i, value := range values {
			if sums[i] != value+uint8(number) {
				t.Fatalf("%d + %d = %d", value, number, sums[i])
			}
		}
	}
	if sums[len(values)] != 0 {
		t.Error("more sums than values")
	}
}
