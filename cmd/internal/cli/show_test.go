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
	seen := map[string]bool{}
	for _, e := range entries {
		if seen[e.Spec] {
			continue
		}
		seen[e.Spec] = true
		m, _ := murphi.Load(specs.Files(), e.Spec)
		for _, p := range murphi.Params(m) {
			if p.Flag != "guard" && p.Flag != "token" {
				continue
			}
			says := valueWords(m, p)
			for _, v := range p.Values {
				if says[v] == "" {
					t.Errorf("%s: no head comment says what --%s %s means", e.Spec, p.Flag, v)
				}
			}
			if len(slices.Compact(slices.Sorted(maps.Values(says)))) < len(says) {
				t.Errorf("%s: two values of --%s are explained alike", e.Spec, p.Flag)
			}
		}
	}
}
