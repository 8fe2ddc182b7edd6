package explain

import (
	"encoding/json"
	"testing"
)

// TestText writes steps in words and as JSON.
func TestText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		step       Step
		text, json string
	}{
		{
			Step{Technique: hiddenSingle, Rating: 12, Placed: Candidate{20, 3}, Houses: []uint8{0}},
			"Hidden Single in box 1: r3c3 is 3",
			`{"technique":"Hidden Single","rating":1.2,"places":"r3c3=3"}`,
		},
		{
			Step{Technique: nakedPair, Rating: 30, Pattern: []Candidate{{9, 4}, {9, 8}, {10, 8}, {10, 4}}, Removed: []Candidate{{11, 8}, {11, 4}, {12, 4}}, Houses: []uint8{10}},
			"Naked Pair, 4, 8 in r2c1, r2c2: r2c3, r2c4 are not 4, r2c3 is not 8",
			`{"technique":"Naked Pair","rating":3.0,"pattern":["r2c1=4","r2c1=8","r2c2=8","r2c2=4"],"removes":["r2c3=8","r2c3=4","r2c4=4"]}`,
		},
		{
			Step{Technique: forcingChain, Rating: 66, Removed: []Candidate{{0, 1}}, Links: []Link{
				{From: Candidate{0, 1}, To: Candidate{8, 1}, FromOn: true},
				{From: Candidate{8, 1}, To: Candidate{8, 2}, ToOn: true},
				{From: Candidate{80, 9}, To: Candidate{0, 1}, FromOn: true},
			}},
			"Forcing Chain, r1c1=1 → r1c9≠1 → r1c9=2; r9c9=9 → r1c1≠1: r1c1 is not 1",
			`{"technique":"Forcing Chain","rating":6.6,"chain":"r1c1=1 → r1c9≠1 → r1c9=2; r9c9=9 → r1c1≠1","removes":["r1c1=1"]}`,
		},
	} {
		if got := tt.step.String(); got != tt.text {
			t.Errorf("%s, want %s", got, tt.text)
		}
		got := string(tt.step.AppendJSON(nil))
		if got != tt.json || !json.Valid([]byte(got)) {
			t.Errorf("%s, want %s", got, tt.json)
		}
	}
	for house, want := range map[uint8]string{0: "box 1", 8: "box 9", 9: "row 1", 26: "column 9"} {
		if got := houseName(house); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
