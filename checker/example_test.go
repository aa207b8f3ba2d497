package checker_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"

	"lockcheck/checker"
	"lockcheck/model/vm"
)

// A lock whose service frees it for anyone who asks.
const careless = `--! protocol careless "a lock that anyone can free"
type client: scalarset(2);  --! names A B
var owner: client; inside: array [client] of boolean;
startstate begin undefine owner; clear inside; end;
ruleset c: client do
  rule "Acquire"  --! line C1 say "{c} takes the lock"
    isundefined(owner) ==> begin owner := c; inside[c] := true; end;
  rule "Leave"    --! line C2 say "{c} leaves"
    inside[c] ==> begin inside[c] := false; undefine owner; end;
  rule "Force"    --! fault reap say "someone frees the lock of {old(owner)}"
    !isundefined(owner) & owner = c ==> begin undefine owner; end;
end;
invariant "one inside" forall c: client do forall d: client do c = d | !inside[c] | !inside[d] end end;
`

// Check a model that is a string, and read the trace.
func ExampleCheck() {
	fsys := fstest.MapFS{"careless.murphi": {Data: []byte(careless)}}
	program, diags := vm.Load(fsys, "careless.murphi", vm.Options{})
	if err := diags.Err(); err != nil {
		log.Fatal(err)
	}
	result, err := checker.Check(context.Background(), program, checker.Options{Tree: program.Tree, Ranks: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict, "after", result.States, "states")
	for _, p := range result.Properties {
		fmt.Printf("%s: %s\n", p.Name, p.Decision)
		if p.Trace == nil {
			continue
		}
		for i, s := range p.Trace.Steps {
			fmt.Printf("%d %s\n", i+1, s.Say)
		}
		fmt.Println("false:", p.Trace.Why.FalseConjunct)
	}
	// Output:
	// unsafe after 5 states
	// one inside: violated
	// 1 A takes the lock
	// 2 someone frees the lock of A
	// 3 B takes the lock
	// false: A = B | !inside[A] | !inside[B]
	// no-run-time-error: holds
}
