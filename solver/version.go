package solver

// SearchVersion is the version of the common search that the package comment
// defines. Numbers of guesses can be compared where it is the same; whatever
// may change one raises it.
const SearchVersion = 5
