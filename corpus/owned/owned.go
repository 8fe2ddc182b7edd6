// Package owned holds everything that a run starts and must not leave: child processes, temporary folders and
// files, and outputs that are not complete. A run ends and removes them itself, also if it fails. Clear does so
// if the process ends early, by a signal or a panic.
package owned

import (
	"os/exec"
	"sync"
)

// list is what Clear ends and removes.
var list = struct {
	sync.Mutex
	children map[*exec.Cmd]bool
	tasks    map[*func()]bool
}{children: map[*exec.Cmd]bool{}, tasks: map[*func()]bool{}}

// Add adds a task for Clear. The task is not needed any more once forget was called.
func Add(task func()) (forget func()) {
	list.Lock()
	defer list.Unlock()
	list.tasks[&task] = true
	return func() {
		list.Lock()
		defer list.Unlock()
		delete(list.tasks, &task)
	}
}

// Clear kills all children, then runs all tasks at the same time and waits for them. Each may hang in the write
// that made the run hang.
func Clear() {
	list.Lock()
	for cmd := range list.children {
		kill(cmd)
	}
	clear(list.children)
	var all sync.WaitGroup
	for task := range list.tasks {
		all.Go(*task)
	}
	list.Unlock() // a task may forget another one
	all.Wait()
}
