package out_test

import (
	"context"
	"fmt"
	"os"
	"testing/fstest"

	"lockcheck/checker"
	"lockcheck/model/vm"
	"lockcheck/out"
)

// A model is loaded from a string, checked, and its counterexample read step
// by step, then printed.
func Example() {
	files := fstest.MapFS{"lock.m": {Data: []byte(`
		-- A lock that forgets to look.
		type client: scalarset(2);   --! names c1 c2
		var held: array[client] of boolean;
		startstate begin for c: client do held[c] := false; end; end;
		ruleset c: client do
		  rule "Acquire" !held[c] ==> begin held[c] := true; end;
		  rule "Release" held[c] ==> begin held[c] := false; end;
		end;
		invariant "one-holder" forall c: client do forall d: client do held[c] & held[d] -> c = d end end;
	`)}}
	program, diags := vm.Load(files, "lock.m", vm.Options{})
	if err := diags.Err(); err != nil {
		fmt.Println(err)
		return
	}
	result, err := checker.Check(context.Background(), program, checker.Options{Tree: program.Tree})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range result.Properties {
		if p.Decision != checker.Violated {
			continue
		}
		fmt.Println(p.Name, "is", p.Decision, "after", p.Depth, "steps:")
		for _, step := range p.Trace.Steps {
			fmt.Println(" ", step.Rule, step.Args[0].Value)
		}
	}
	fmt.Println()

	report := &out.Report{Model: out.Model{Name: "lock.m"}, Result: result}
	if err := out.Text(os.Stdout, report, out.TextOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// one-holder is violated after 2 steps:
	//   Acquire c1
	//   Acquire c2
	//
	// UNSAFE  lock.m
	// one-holder is violated after 2 steps, without any fault.
	//
	//   0  start: start state 1
	//   1  Acquire(c: c1)
	//        held[c1]: false -> true
	//   2  Acquire(c: c2)   <-- VIOLATION
	//        held[c2]: false -> true
	//
	// Why false:    held[c1] & held[c2] -> c1 = c2 is false: held[c1] = true, held[c2]
	//               = true
	//
	// Holds         no-run-time-error
	// Search        complete: 3 states, 6 transitions, depth 2
}
