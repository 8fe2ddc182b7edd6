package process

import "sync"

// AtExit holds what a process that is ended at once still has to do.
var AtExit Cleanup

// A Cleanup is what to do before the process ends early. It is for any
// goroutine.
type Cleanup struct {
	mu    sync.Mutex
	tasks []func()
}

// Add adds something to do.
func (c *Cleanup) Add(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tasks = append(c.tasks, f)
}

// Clear forgets all of it.
func (c *Cleanup) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tasks = nil
}

// Run does all of it and waits until it is done: at the same time, because each
// may hang in the write that made the run hang.
func (c *Cleanup) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all sync.WaitGroup
	for _, f := range c.tasks {
		all.Go(f)
	}
	all.Wait()
}
