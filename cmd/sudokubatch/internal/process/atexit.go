package process

import "sync"

// AtExit holds the tasks to run if the process ends early.
var AtExit Cleanup

// A Cleanup is a list of tasks. Any goroutine may use it.
type Cleanup struct {
	mu    sync.Mutex
	tasks []func()
}

// Add adds a task.
func (c *Cleanup) Add(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tasks = append(c.tasks, f)
}

// Clear removes all tasks.
func (c *Cleanup) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tasks = nil
}

// Run runs all tasks at the same time and waits for them. Each may hang in the write that made the run
// hang.
func (c *Cleanup) Run() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all sync.WaitGroup
	for _, f := range c.tasks {
		all.Go(f)
	}
	all.Wait()
}
