//go:build ci

package out

import (
	"bytes"
	"testing"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/specs"
)

// TestPicturesOfTheCatalogue draws every violated property of every protocol:
// the pictures are well-formed, small, and no label lies on another.
func TestPicturesOfTheCatalogue(t *testing.T) {
	entries, err := specs.All()
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, e := range entries {
		t.Run(e.Name, func(t *testing.T) {
			faults, err := murphi.ParseFaults(orText(e.Faults, "default"))
			if err != nil {
				t.Fatal(err)
			}
			p, ds := vm.Load(specs.Files(), e.Spec, vm.Options{Params: e.Params, Faults: faults})
			if ds.HasErrors() {
				t.Fatal(ds.Err())
			}
			res, err := checker.Check(t.Context(), p, checker.Options{Tree: p.Tree, Ranks: true})
			if err != nil {
				t.Fatal(err)
			}
			r := &Report{Model: Model{Name: e.Name}, Result: res, Owners: OwnersOf(p.Tree)}
			for i := range res.Properties {
				if q := &res.Properties[i]; q.Trace != nil {
					drawn++
					sound(t, newLanesPicture(r, sceneOf(r, q), false))
				}
			}
			for _, write := range []func(*bytes.Buffer) error{
				func(b *bytes.Buffer) error { return HTML(b, r) }, func(b *bytes.Buffer) error { return ITF(b, r) },
			} {
				if err := write(&bytes.Buffer{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if drawn < 60 {
		t.Errorf("only %d pictures", drawn)
	}
}
