package main

import "sync"

// atExit holds what a process that is ended at once still has to do.
var atExit cleanup

// A cleanup is what to do before the process ends early.
type cleanup struct {
	mu    sync.Mutex
	tasks []func()
}

// add adds something to do.
func (c *cleanup) add(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tasks = append(c.tasks, f)
}

// clear forgets all of it.
func (c *cleanup) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tasks = nil
}

// run does all of it and waits until it is done: at the same time, because each
// may hang in the write that made the run hang.
func (c *cleanup) run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all sync.WaitGroup
	for _, f := range c.tasks {
		all.Go(f)
	}
	all.Wait()
}
