//go:build !amd64 || !gc || noasm

package lane

import "testing"

// A build without kernels uses no feature, whatever the processor has.
func TestFeatures(t *testing.T) {
	if told := Features(); len(told) > 0 {
		t.Errorf("%v", told)
	}
}
