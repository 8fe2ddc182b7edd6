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
				{From: Statement{[]Candidate{{0, 1}}, true}, To: Statement{[]Candidate{{8, 1}}, false}},
				{From: Statement{[]Candidate{{8, 1}}, false}, To: Statement{[]Candidate{{8, 2}}, true}},
				{From: Statement{[]Candidate{{79, 9}, {80, 9}}, true}, To: Statement{[]Candidate{{0, 1}, {1, 1}}, false}},
			}},
			"AIC (Forcing Chain), r1c1=1 → r1c9≠1 → r1c9=2; r9c8=9 or r9c9=9 → r1c1≠1 and r1c2≠1: r1c1 is not 1",
			`{"technique":"Forcing Chain","rating":6.6,"chain":"r1c1=1 → r1c9≠1 → r1c9=2; r9c8=9 or r9c9=9 → r1c1≠1 and r1c2≠1","removes":["r1c1=1"]}`,
		},
		{
			Step{Technique: uniqueRectangle, Rating: 45, Type: 1, Digits: []uint8{1, 2}, Pattern: []Candidate{{0, 1}, {0, 2}, {1, 1}, {1, 2}, {1, 3}}, Removed: []Candidate{{1, 1}}},
			"Unique Rectangle (type 1), 1, 2 in r1c1, r1c2: r1c2 is not 1",
			`{"technique":"Unique Rectangle","rating":4.5,"type":1,"digits":[1,2],"pattern":["r1c1=1","r1c1=2","r1c2=1","r1c2=2","r1c2=3"],"removes":["r1c2=1"]}`,
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
		if got := houseName(house, 9); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
