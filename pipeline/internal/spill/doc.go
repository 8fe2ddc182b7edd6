// Package spill keeps what does not fit in memory in temporary files: it sorts
// any number of entries in bounded memory ([Sorter]), and keeps texts for one
// later reading ([Spool]).
//
// Files lie in one directory and lose their name as soon as they are made, where
// the system allows that (Unix): their space is free again however the process
// ends. Elsewhere Close removes them. A Sorter and a Spool have one file each,
// so that they need one file descriptor, whatever they hold.
package spill
