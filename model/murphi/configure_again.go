package murphi

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// Parse reads a value of the duration from a command line, as --FLAG: its
// error names that flag.
func (d DurationInfo) Parse(text string) (*big.Rat, error) {
	v, problem, _ := d.parse(text)
	if problem != "" {
		return nil, errors.New(problem)
	}
	return v, nil
}

// Text writes a value of that dimension as people write it: nanoseconds as in
// 1m30s, a fraction as in 1%. One that needs more digits than can be read is
// "about" what is written.
func (d Dimension) Text(v *big.Rat) string { return quantityText(v, d) }

// WithDurations settles anew the durations of a model that Configure made s
// of: those in values, by flag, instead of what they were; what was given
// stays, and derived defaults follow. Nothing else of s or of the model
// changes, so what was compiled of it still holds. The error is one line and
// says why the values make no sense.
func (s Settings) WithDurations(m *Model, values map[string]*big.Rat) (Settings, error) {
	t := newTiming(m)
	if len(t.diags) > 0 {
		return s, errors.New(t.diags[0].Message)
	}
	given := map[string]*big.Rat{}
	again := s
	again.Durations = slices.Clone(s.Durations)
	known := map[string]bool{}
	for i := range again.Durations {
		d := &again.Durations[i]
		known[d.Flag] = true
		if v := values[d.Flag]; v != nil {
			if problem := outside(v, d.Dimension); problem != "" {
				return s, fmt.Errorf("--%s: %s %s", d.Flag, quantityText(v, d.Dimension), problem)
			}
			d.Given, d.Value = true, v
		}
		if d.Given {
			given[d.Ann.Name] = d.Value
		}
	}
	for _, flag := range slices.Sorted(maps.Keys(values)) {
		if !known[flag] {
			return s, fmt.Errorf("there is no duration --%s", flag)
		}
	}
	settled, err := t.settle(given)
	if err != nil {
		return s, errors.New(err.message)
	}
	again.delays = settled.delays
	for i := range again.Durations {
		d := &again.Durations[i]
		v := settled.values[d.Ann.Name]
		if values[d.Flag] != nil || v.Cmp(s.Durations[i].Value) != 0 {
			d.Value, d.Text = v, quantityText(v, d.Dimension)
		}
	}
	return again, nil
}
