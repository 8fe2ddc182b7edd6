// Package neon holds the kernels of package packed for NEON, the vectors of arm64.
package neon
