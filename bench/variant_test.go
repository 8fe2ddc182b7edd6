package bench

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// serve is a process of a variant: a right one, or one that lies or dies.
func serve(way string) int {
	switch way {
	case "right":
		if err := Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			return 1
		}
	case "dies":
		return 1
	case "lies":
		fmt.Println(`{"guesses": 1}`)
		time.Sleep(time.Minute)
	case "sleeps":
		time.Sleep(time.Minute)
	}
	return 0
}

func TestVariants(t *testing.T) {
	t.Parallel()
	for way, want := range map[string]string{
		"right": "", "dies": "its process failed: ", "lies": "1 guesses, where the search takes ", "sleeps": "timeout: ",
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			cfg := tiny(peerCorpus(t))
			cfg.Limits, cfg.Modes, cfg.Jobs = []int{2}, []Mode{InMemory, EndToEnd}, []int{1, 2}
			cfg.Variants = []Variant{{"other", "band", []string{"A=1"}}, {"grid", "grid", []string{"A=1"}}}
			cfg.VariantCommand = []string{os.Args[0], "peer", "serve", way}
			if way == "sleeps" {
				cfg.Timeout = 500 * time.Millisecond
			}
			measurements, err := Run(t.Context(), cfg)
			if err != nil || len(measurements) != 2 {
				t.Fatalf("%v, %+v", err, measurements)
			}
			for _, m := range measurements {
				if want != "" {
					if !strings.HasPrefix(m.Error, want) || m.Verified {
						t.Errorf("%+v", m)
					}
					continue
				}
				if m.Error != "" || !m.Verified || m.Engine != "other" || m.Mode != InMemory || len(m.Rounds) != 2 ||
					m.GuessesPerPuzzle == nil || m.GuessBits == nil || m.AllocsPerPuzzle != nil || m.Env[0] != "A=1" {
					t.Errorf("%+v", m)
				}
			}
		})
	}
}

func TestParseVariant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"lanes AVX2=lanes GODEBUG=cpu.avx512f=off": `"lanes AVX2" "lanes" ["GODEBUG=cpu.avx512f=off"]`,
		"a=b C=1 D=2": `"a" "b" ["C=1" "D=2"]`,
		"a=b":         "no VARIABLE=VALUE",
		"a=b c":       `"c" is not VARIABLE=VALUE`,
		"a":           "is not NAME=",
	} {
		v, err := ParseVariant(text)
		got := fmt.Sprintf("%q %q %q", v.Name, v.Engine, v.Env)
		if err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
}
