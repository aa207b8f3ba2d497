package gen

import (
	"testing"

	"lockcheck/model/murphi"
)

// A model is a function of its seed, parses, and is the same after printing.
func TestModelsAreModels(t *testing.T) {
	for seed := range uint64(300) {
		text := Model(seed)
		if text != Model(seed) {
			t.Fatalf("seed %d: two models", seed)
		}
		m, diags := murphi.Parse(&murphi.Source{Name: "random.murphi", Text: text})
		if diags.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, diags, text)
		}
		printed := murphi.Print(m)
		again, diags := murphi.Parse(&murphi.Source{Name: "random.murphi", Text: printed})
		if diags.HasErrors() || murphi.Print(again) != printed {
			t.Fatalf("seed %d: printing and parsing changes the model: %v\n%s", seed, diags, printed)
		}
	}
}
