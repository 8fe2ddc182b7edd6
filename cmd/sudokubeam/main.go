// Command sudokubeam runs solve and check of sudokubatch as an Apache Beam job on corpora of
// many files: in process, or on an engine such as Flink, Spark or Dataflow.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

// A verb is a kind of job. It sets up its flags, and then builds the pipeline.
type verb struct {
	name, does string
	flags      func(*flag.FlagSet)
	build      func(ctx context.Context, s beam.Scope, inputs []string) error
}

var verbs = []verb{solveVerb, checkVerb}

// Exit codes, the same as in sudokubatch.
const (
	exitFailed  = 1
	exitUsage   = 2
	exitRecords = 3
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	flag.CommandLine.Init("sudokubeam", flag.ContinueOnError)
	v, inputs, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return 0 // help was printed
	}
	if err != nil {
		return say(exitUsage, err)
	}
	beam.Init() // does not return if an engine started this process as a worker
	if v == nil {
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, s := beam.NewPipelineWithRoot()
	if err := common.prepare(ctx, inputs); err != nil {
		return say(exitUsage, err)
	}
	if err := v.build(ctx, s, inputs); err != nil {
		return say(exitUsage, err)
	}
	if err := common.clear(ctx); err != nil {
		return say(exitFailed, err)
	}
	if _, err := beam.Run(ctx, cmp.Or(*runners.Runner, "prism"), p); err != nil {
		return say(exitFailed, err)
	}
	return common.report(ctx)
}

// parse finds the verb and sets the flags, which may stand anywhere after it. A worker has
// no verb.
func parse(args []string) (v *verb, inputs []string, err error) {
	flag.Usage = func() { usage(v) }
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		i := slices.IndexFunc(verbs, func(v verb) bool { return v.name == args[0] })
		if i < 0 {
			return nil, nil, fmt.Errorf("there is no verb %s", args[0])
		}
		v, args = &verbs[i], args[1:]
		common.flags(flag.CommandLine)
		v.flags(flag.CommandLine)
	} else if len(args) == 0 {
		usage(nil)
	}
	for {
		if err := flag.CommandLine.Parse(args); err != nil {
			return nil, nil, err
		}
		if flag.NArg() == 0 {
			return v, inputs, nil
		}
		inputs, args = append(inputs, flag.Arg(0)), flag.Args()[1:]
	}
}

func usage(v *verb) {
	if v == nil {
		fmt.Fprintln(os.Stderr, "usage: sudokubeam VERB [flags] FILE...   with -h for the flags")
		for _, v := range verbs {
			fmt.Fprintf(os.Stderr, "  %-8s %s\n", v.name, v.does)
		}
		return
	}
	fmt.Fprintf(os.Stderr, "usage: sudokubeam %s [flags] FILE...\n%s. Flags, with those of Beam:\n", v.name, v.does)
	flag.PrintDefaults()
}

func say(code int, err error) int {
	fmt.Fprintln(os.Stderr, "sudokubeam:", err)
	return code
}
