package murphi_test

import (
	"fmt"
	"os"
	"testing/fstest"

	"lockcheck/model/murphi"
)

func ExampleParse() {
	m, ds := murphi.Parse(&murphi.Source{Name: "lock.murphi", Text: `
var held: boolean;
startstate begin held = false; end;
rule "Take" !held ==> begin held := true; end;
`})
	fmt.Println(len(m.Items), "items")
	ds.Render(os.Stdout, m.Sources)
	// Output:
	// 3 items
	// lock.murphi:3:23: error: expected `:=`, found `=`
	//    3 | startstate begin held = false; end;
	//      |                       ^
	//   hint: did you mean `:=`?
}

func ExampleLoad() {
	fsys := fstest.MapFS{
		"lock.murphi":      {Data: []byte("--! include \"part/held.murphi\"\ninvariant \"free\" !held;\n")},
		"part/held.murphi": {Data: []byte("var held: boolean;\n")},
	}
	m, ds := murphi.Load(fsys, "lock.murphi")
	fmt.Println(ds.HasErrors())
	fmt.Print(murphi.Print(m))
	// Output:
	// false
	// var
	//   held: boolean;
	//
	// invariant "free" !held;
}

func ExampleFormat() {
	text, _ := murphi.Format(&murphi.Source{Name: "lock.murphi", Text: `
VAR held:boolean -- the lock
rule "Take"!held==>begin held:=true;end
`})
	fmt.Print(text)
	// Output:
	// var held: boolean;  -- the lock
	// rule "Take" !held ==> begin held := true; end;
}
