package atomicfile

import "golang.org/x/sys/unix"

// renameExclusive renames a file unless there is one of the new name.
func renameExclusive(from, to string) error { return unix.RenamexNp(from, to, unix.RENAME_EXCL) }
