package process

// Needs are the files that a run still has to open when it has its outputs.
type Needs struct {
	// Read are files to read. One that is not there yet may come into its
	// directory.
	Read []string
	// Publish are directories in which files get their names, or are removed.
	Publish []string
	// Scratch are directories in which files are made, written and read.
	Scratch []string
	// Drop are directories to remove if nothing is in them.
	Drop []string
}
