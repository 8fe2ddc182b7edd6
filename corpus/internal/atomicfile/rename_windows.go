package atomicfile

import "golang.org/x/sys/windows"

// renameExclusive renames a file unless there is one of the new name.
func renameExclusive(from, to string) error {
	old, err := windows.UTF16PtrFromString(from)
	if err != nil {
		return err
	}
	name, err := windows.UTF16PtrFromString(to)
	if err != nil {
		return err
	}
	return windows.MoveFileEx(old, name, windows.MOVEFILE_WRITE_THROUGH)
}
