//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// recipes is the folder of the recipes for array jobs.
const recipes = "../../.github/recipes/"

// twoKilled is a script in place of the command. It kills the first two shares with SIGKILL after they
// began their parts, and runs all other commands.
const twoKilled = `#!/bin/sh
if [ "$1" = solve ] && { mkdir '%[1]s/killed1' || mkdir '%[1]s/killed2'; } 2>/dev/null; then
	'%[2]s' "$@" &
	for i in 1 2 3 4 5 6 7 8 9; do ls -A '%[1]s/parts' 2>/dev/null | grep -q tmp && break; sleep 0.01; done
	kill -9 $!
	wait
	exit 137
fi
exec '%[2]s' "$@"
`

// A recipeFolder is a folder for a recipe, with the output of one run over its inputs.
type recipeFolder struct {
	dir  string
	env  []string // environment in which the command kills two shares
	want string
}

func newRecipeFolder(t *testing.T) *recipeFolder {
	t.Helper()
	dir, bin := t.TempDir(), t.TempDir()
	real, err := exec.LookPath("sudokubatch")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(bin, "sudokubatch")
	if err := os.WriteFile(name, fmt.Appendf(nil, twoKilled, dir, real), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, filepath.Join(dir, "sudokubatch")); err != nil {
		t.Fatal(err)
	}
	script := `{ sudokubatch augment -q @demo --count 60000; echo malformed; } |
		sudokubatch convert -q --on-bad mark -o big.txt.zst; sudokubatch solve -q big.txt.zst -o whole.txt.zst`
	if code, stderr := shell(t, dir, script); code != 3 {
		t.Fatalf("code %d: %s", code, stderr)
	}
	return &recipeFolder{
		dir: dir, env: append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH")),
		want: readFile(t, filepath.Join(dir, "whole.txt.zst")),
	}
}

// run runs a program from a recipe in the folder.
func (f *recipeFolder) run(t *testing.T, env []string, args ...string) (code int, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env = f.dir, slices.Concat(f.env, env)
	text, _ := cmd.CombinedOutput() // the exit code says why
	return cmd.ProcessState.ExitCode(), string(text)
}

// shares runs all shares of an array job as its system would, and failed shares again.
func (f *recipeFolder) shares(t *testing.T, n int, env func(job int, again bool) []string, args []string) {
	t.Helper()
	var failed []int
	for i := range n {
		if code, _ := f.run(t, env(i, false), args...); code != exitOK {
			failed = append(failed, i)
		}
	}
	if len(failed) != 2 {
		t.Errorf("shares %v failed, want the 2 that were killed", failed)
	}
	t.Logf("%d shares killed, %d temporaries left", len(failed), f.leftovers(t))
	for _, i := range failed {
		if code, said := f.run(t, env(i, true), args...); code != exitOK {
			t.Fatalf("job %d: code %d: %s", i, code, said)
		}
	}
}

// merged requires that the folder holds only parts, and that merge writes the output of one run.
func (f *recipeFolder) merged(t *testing.T) {
	t.Helper()
	if left := names(t, filepath.Join(f.dir, "parts")); len(left) != 16 {
		t.Errorf("%d files are left: %v", len(left), left)
	}
	out := filepath.Join(f.dir, "solved.txt.zst")
	if _, err := os.Stat(out); err != nil { // otherwise the recipe merged
		if r := runIn(t, f.dir, "merge", "-q", "parts", "-o", out); r.code != 3 {
			t.Fatalf("merge: code %d: %s", r.code, r.stderr)
		}
	}
	if readFile(t, out) != f.want {
		t.Error("the parts make another whole")
	}
}

// leftovers returns the number of temporary files that killed shares left.
func (f *recipeFolder) leftovers(t *testing.T) (n int) {
	t.Helper()
	for _, name := range names(t, filepath.Join(f.dir, "parts")) {
		if strings.HasPrefix(name, ".") {
			n++
		}
	}
	return n
}

// twice runs a recipe in which two shares are killed, and runs it again.
func (f *recipeFolder) twice(t *testing.T, args ...string) {
	t.Helper()
	code, said := f.run(t, nil, args...)
	if code == exitOK {
		t.Fatalf("two shares were killed, and all is well: %s", said)
	}
	left := f.leftovers(t)
	if code, again := f.run(t, nil, args...); code != exitOK {
		t.Fatalf("again: code %d: %s", code, again)
	}
	t.Logf("2 shares killed, %d temporaries left, all complete the second time", left)
	f.merged(t)
}

// TestRecipePrograms runs the recipes for programs that run all shares, where they are installed.
func TestRecipePrograms(t *testing.T) {
	t.Parallel()
	for file, program := range map[string]struct {
		works, says string // a command, and what it says if the program is here
		slow        bool
		run         string
	}{
		"parallel.sh": {"parallel --version", "GNU parallel", false, "sh parallel.sh -j 2"},
		"slurm.sh":    {"scontrol ping", "is UP", true, "sbatch --wait slurm.sh"}, // packages slurmctld, slurmd
		"Snakefile":   {"snakemake --version", ".", true, "XDG_CACHE_HOME=$PWD/cache snakemake --cores 2 --rerun-incomplete"},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			works := strings.Fields(program.works)
			if said, _ := exec.Command(works[0], works[1:]...).Output(); !strings.Contains(string(said), program.says) || program.slow && testing.Short() {
				t.Skipf("there is no %s, or it is slow", works[0])
			}
			f := newRecipeFolder(t)
			writeFile(t, filepath.Join(f.dir, file), readFile(t, recipes+file))
			f.twice(t, "sh", "-c", program.run)
		})
	}
}

// TestRecipeJobs runs the commands of recipes for systems that start a job for each share, and the failed jobs again.
func TestRecipeJobs(t *testing.T) {
	t.Parallel()
	slurm, kubernetes := readFile(t, recipes+"slurm.sh"), readFile(t, recipes+"kubernetes.yaml")
	var kubernetesCommand []string
	var aws struct {
		ContainerProperties struct {
			Command     []string
			MountPoints []struct{ ContainerPath string }
		}
	}
	err := json.Unmarshal([]byte(found(t, `\n +command: (\[.*\])\n`, kubernetes)), &kubernetesCommand)
	if err := errors.Join(err, json.Unmarshal([]byte(readFile(t, recipes+"aws-batch.json")), &aws)); err != nil {
		t.Fatal(err)
	}
	mounted := "cd " + aws.ContainerProperties.MountPoints[0].ContainerPath + " "
	for name, system := range map[string]struct {
		jobs    string
		command []string
		env     func(job, jobs int, again bool) string
	}{
		"Slurm": {found(t, `\n#SBATCH --array=1-(\d+)\n`, slurm), []string{"sh", "-c", slurm}, func(job, jobs int, again bool) string {
			first, last := 1, jobs
			if again { // alone, as sbatch --array=3
				jobs, first, last = 1, job+1, job+1
			}
			return fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d SLURM_ARRAY_TASK_COUNT=%d SLURM_ARRAY_TASK_MIN=%d SLURM_ARRAY_TASK_MAX=%d", job+1, jobs, first, last)
		}},
		"Kubernetes": {found(t, `\n  completions: (\d+)\n`, kubernetes), kubernetesCommand, func(job, _ int, _ bool) string {
			return fmt.Sprint("JOB_COMPLETION_INDEX=", job)
		}},
		"AWS Batch": {"8", aws.ContainerProperties.Command, func(job, jobs int, _ bool) string {
			return fmt.Sprintf("AWS_BATCH_JOB_ARRAY_INDEX=%d AWS_BATCH_JOB_ARRAY_SIZE=%d", job, jobs)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n, err := strconv.Atoi(system.jobs)
			if err != nil {
				t.Fatal(err)
			}
			f, command := newRecipeFolder(t), slices.Clone(system.command)
			for i := range command {
				command[i] = strings.Replace(command[i], mounted, "cd '"+f.dir+"' ", 1)
			}
			f.shares(t, n, func(job int, again bool) []string { return strings.Fields(system.env(job, n, again)) }, command)
			f.merged(t)
		})
	}
}

// TestRecipeNextflow runs the scripts of the recipe for Nextflow as it would: each task in a new
// folder with links to its inputs, and a failed task again.
func TestRecipeNextflow(t *testing.T) {
	t.Parallel()
	text := readFile(t, recipes+"nextflow.nf")
	solve, merge := found(t, `"""\n +(.* solve .*)\n +"""`, text), found(t, `"""\n +(.* merge .*)\n +"""`, text)
	f := newRecipeFolder(t)
	shares := found(t, `\nparams.shares = (\d+)\n`, text)
	n, err := strconv.Atoi(shares)
	if err != nil {
		t.Fatal(err)
	}
	var merging strings.Builder
	var dirs []string
	killed := 0
	for i := 1; i <= n; i++ {
		script := strings.NewReplacer(`\$`, "$", "${task.cpus}", "1", "${share}", strconv.Itoa(i), "${params.shares}", shares, "${input}", "big.txt.zst").Replace(solve)
		code := -1
		for code != exitOK {
			dir := t.TempDir()
			code, _ = f.run(t, nil, "bash", "-uec", fmt.Sprintf("cd '%s'; ln -s '%s/big.txt.zst' .; %s", dir, f.dir, script))
			if code == exitOK {
				dirs = append(dirs, dir)
			} else if killed++; killed > 2 {
				t.Fatalf("share %d: code %d", i, code)
			}
		}
	}
	if killed != 2 {
		t.Errorf("%d shares failed, want the 2 that were killed", killed)
	}
	for _, dir := range dirs {
		fmt.Fprintf(&merging, "ln -s '%s'/parts/* parts; ", dir)
	}
	if code, said := f.run(t, nil, "bash", "-uec", "mkdir parts; "+merging.String()+strings.ReplaceAll(merge, `\$`, "$")); code != exitOK {
		t.Fatalf("merge: code %d: %s", code, said)
	}
	f.merged(t)
}

// found returns the first group of a pattern in a text.
func found(t *testing.T, pattern, text string) string {
	t.Helper()
	match := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if match == nil {
		t.Fatalf("there is no %s", pattern)
	}
	return match[1]
}
