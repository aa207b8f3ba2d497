package model_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"lockcheck/model"
	"lockcheck/model/vm"
)

// Walk through the states of a model by hand.
func ExampleMachine() {
	fsys := fstest.MapFS{"dice.murphi": {Data: []byte(`
var n: 0..6;
startstate begin n := 0; end;
ruleset k: 1..2 do
  rule "Roll" n + k <= 6 ==> begin n := n + k; end;
end;
`)}}
	program, diags := vm.Load(fsys, "dice.murphi", vm.Options{})
	if err := diags.Err(); err != nil {
		log.Fatal(err)
	}
	machine := program.NewMachine()
	var out model.Successors
	machine.Starts(&out)
	start := append([]uint64(nil), out.States...)
	out.Reset()
	machine.Expand(start, &out)
	for i, id := range out.Instances {
		step := program.Instance(id)
		fmt.Printf("%s %v leads to %#x\n", program.Rules()[step.Rule].Name, step.Args, out.States[i])
	}
	// Output:
	// Roll [1] leads to 0x1
	// Roll [2] leads to 0x2
}
