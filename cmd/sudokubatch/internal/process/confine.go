package process

// Needs are the files that a run still has to open when it has its outputs.
type Needs struct {
	// Read are files to read. For one that is not there yet, so that it may
	// come, and for very many, all files in their directories are meant.
	Read []string
	// Publish are directories in which files are made, get their names and are
	// removed, and none is read.
	Publish []string
	// Scratch are such directories of which files are read, too.
	Scratch []string
	// Drop are directories to remove if nothing is in them.
	Drop []string
}
