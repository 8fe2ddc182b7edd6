//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// This file compares the recipes that no test runs on a cluster with the types of their systems.

// TestRecipeKubernetesFields has kubectl read the recipe as objects of its types, which drops
// unknown fields. No field may be lost, and none may change.
func TestRecipeKubernetesFields(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("kubectl"); err != nil {
		t.Skip("there is no kubectl (package kubernetes-client)")
	}
	text := readFile(t, recipes+"kubernetes.yaml")
	// Label does not know the types, and set env does. Neither asks a server.
	label := []string{"kubectl", "label", "--local", "-f", "-", "-o", "json", "a=b"}
	typed := []string{"kubectl", "set", "env", "--local", "-f", "-", "-o", "json", "A=B"}
	if lost := missing("", jsonOf(t, text, label...), jsonOf(t, text, typed...)); len(lost) != 1 {
		t.Errorf("kubectl does not know %v, want only the label of this test", lost)
	}
	wrong := strings.Replace(text, "completions: 8", "completion: 8", 1)
	if lost := missing("", jsonOf(t, wrong, label...), jsonOf(t, wrong, typed...)); len(lost) != 2 {
		t.Errorf("kubectl drops %v from a recipe with a wrong field", lost)
	}
}

// missing returns the fields of one JSON value that another lacks, or has with another value.
func missing(path string, want, got any) (lost []string) {
	switch want := want.(type) {
	case map[string]any:
		got, _ := got.(map[string]any)
		for key, value := range want {
			lost = append(lost, missing(path+"."+key, value, got[key])...)
		}
	case []any:
		got, _ := got.([]any)
		for i, value := range want {
			var other any
			if i < len(got) {
				other = got[i]
			}
			lost = append(lost, missing(fmt.Sprintf("%s[%d]", path, i), value, other)...)
		}
	default:
		if !reflect.DeepEqual(want, got) {
			lost = append(lost, path)
		}
	}
	return lost
}

// jsonOf returns the JSON value that a program writes.
func jsonOf(t *testing.T, input string, args ...string) (value any) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	if err := json.Unmarshal(out, &value); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return value
}

// awsReport is a script that validates a job definition as Amazon's library does before it sends one.
const awsReport = `
import json, sys, botocore.session, botocore.validate
model = botocore.session.get_session().get_service_model("batch")
shape = model.operation_model("RegisterJobDefinition").input_shape
print(botocore.validate.ParamValidator().validate(json.load(sys.stdin), shape).generate_report())
`

// TestRecipeAWSBatchFields validates the recipe for AWS Batch.
func TestRecipeAWSBatchFields(t *testing.T) {
	t.Parallel()
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import botocore").Run() != nil {
		t.Skip("there is no botocore (package python3-botocore)")
	}
	text := readFile(t, recipes+"aws-batch.json")
	for _, tt := range []struct{ text, want string }{
		{text, "\n"},
		{strings.Replace(text, `"image"`, `"picture"`, 1), "Unknown parameter in containerProperties: \"picture\""},
	} {
		cmd := exec.Command(python, "-c", awsReport)
		cmd.Stdin = strings.NewReader(tt.text)
		out, err := cmd.Output()
		if err != nil || !strings.HasPrefix(string(out), tt.want) {
			t.Errorf("%v: %s", err, out)
		}
	}
}
