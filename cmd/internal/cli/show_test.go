package cli

import (
	"maps"
	"slices"
	"testing"

	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// TestGuardsAreExplained: `lockcheck show` says what each guard does, from the
// comment of the file that has it. The two rules that are called fencing must
// not read the same.
func TestGuardsAreExplained(t *testing.T) {
	entries, err := specs.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		m, _ := murphi.Load(specs.Files(), e.Spec)
		for _, p := range murphi.Params(m) {
			if p.Flag != "guard" && p.Flag != "token" {
				continue
			}
			says := valueWords(m, p)
			for _, v := range p.Values {
				if says[v] == "" {
					t.Errorf("%s: the head comment of %s does not say what --%s %s means", e.Spec, p.Const.Start.File, p.Flag, v)
				}
			}
			if len(slices.Compact(slices.Sorted(maps.Values(says)))) < len(says) {
				t.Errorf("%s: two values of --%s are explained alike", e.Spec, p.Flag)
			}
		}
	}
}
