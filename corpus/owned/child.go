package owned

import (
	"context"
	"os/exec"
	"runtime"
	"time"
)

// pipeWait is how long the pipes of a child may stay open after its end: a process that left its group may hold
// them.
const pipeWait = time.Second

// Run runs a command to its end. When it ends, or ctx ends, all processes that it started are killed (on Unix,
// unless they left its process group). On Linux the command is also killed when this process dies. If ctx
// ended, its cause is the error.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	runtime.LockOSThread() // on Linux a child dies with the thread that started it
	defer runtime.UnlockOSThread()
	cmd.WaitDelay = pipeWait
	group(cmd)
	if err := start(ctx, cmd); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { end(cmd) })
	defer stop()
	await(cmd)
	err := cmd.Wait()
	end(cmd)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// start starts a command, unless ctx has ended. Clear comes before or after.
func start(ctx context.Context, cmd *exec.Cmd) error {
	list.Lock()
	defer list.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	err := cmd.Start()
	if err == nil {
		list.children[cmd] = true
	}
	return err
}

// end kills the rest of a command, once.
func end(cmd *exec.Cmd) {
	list.Lock()
	defer list.Unlock()
	if list.children[cmd] {
		kill(cmd)
		delete(list.children, cmd)
	}
}
