package formats

// npyMagic begins every file of numpy's.
const npyMagic = "\x93NUMPY"

// NpyHeader is.
func NpyHeader(order int, n int64) []byte { return nil }

// An array is how the elements of a numpy array lie in a file.
type array struct{}

// ChooseArrays is.
func ChooseArrays(names []string) []string { return names }
