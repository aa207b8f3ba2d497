package cli

import (
	"bytes"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"lockcheck/model/murphi"
)

// TestFlagsAreReserved: no parameter of a model can hide behind a flag of a
// command that takes parameters, for it could not be chosen there.
func TestFlagsAreReserved(t *testing.T) {
	a := &app{env: testEnv(&bytes.Buffer{}, &bytes.Buffer{})}
	commands := 0
	for _, cmd := range a.root().Commands() {
		if cmd.Annotations[takesParameters] == "" {
			continue
		}
		commands++
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(murphi.ReservedFlags, f.Name) {
				t.Errorf("%s --%s is no reserved name", cmd.Name(), f.Name)
			}
		})
	}
	if commands < 7 {
		t.Errorf("only %d commands take parameters", commands)
	}
}
