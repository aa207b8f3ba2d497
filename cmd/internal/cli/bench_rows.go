package cli

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"lockcheck/cmd/internal/ask"
	"lockcheck/specs"
)

// benchRow is a check whose numbers are known.
type benchRow struct {
	name  string
	check benchCheck
	known specs.Expect
	long  bool // not in a usual run: with --all if it is large, or by its name
}

// benchCheck says what is checked.
type benchCheck struct {
	Protocol   string
	Faults     string // "" means default
	Params     map[string]string
	Properties []string
	Symmetry   bool
	Ranks      bool
}

// references are the sizes of the reference system. Independent checkers found
// the same numbers of states.
var references = []struct {
	clients, rounds     string
	symmetry            bool
	states, transitions int64
	depth               int
	long                bool
}{
	{"2", "2", false, 717, 2_220, 14, true}, // for tests
	{"3", "2", false, 29_787, 138_924, 21, true},
	{"3", "4", false, 1_091_225, 5_612_700, 39, false},
	{"1", "300", false, 271_801, 542_700, 901, false},
	{"5", "2", true, 1_047_645, 8_138_825, 35, false},
	{"4", "3", false, 28_688_032, 191_400_624, 40, true},
	{"3", "8", false, 51_946_641, 281_349_720, 75, true},
	{"5", "2", false, 117_706_173, 934_016_550, 35, true},
}

// Of each protocol, bench knows the row of expected.yaml that has most states.
// Those with leastLarge are run with --all, and the ones among them that have
// at most mostQuick also without.
const (
	leastLarge = 170_000
	mostQuick  = 300_000
)

// benchRows returns all rows, the reference system first, then the protocols
// by falling number of states.
func benchRows() ([]benchRow, error) {
	var rows []benchRow
	for _, r := range references {
		name := "lease-" + r.clients + "-" + r.rounds
		if r.symmetry {
			name += "-symmetry"
		}
		rows = append(rows, benchRow{
			name:  name,
			check: benchCheck{Protocol: "lease", Params: map[string]string{"clients": r.clients, "rounds": r.rounds}, Symmetry: r.symmetry},
			known: specs.Expect{Verdict: "safe", States: r.states, Transitions: r.transitions, Depth: r.depth},
			long:  r.long,
		})
	}
	expected, err := specs.Expected()
	if err != nil {
		return nil, err
	}
	first := len(rows)
	for _, m := range expected {
		if len(m.Rows) == 0 {
			continue
		}
		x := slices.MaxFunc(m.Rows, func(a, b specs.Expect) int { return cmp.Compare(a.States, b.States) })
		rows = append(rows, benchRow{
			name:  m.Name,
			check: benchCheck{m.Name, x.Faults, x.Params, x.Properties, true, true},
			known: x,
			long:  x.States < leastLarge || x.States > mostQuick,
		})
	}
	slices.SortStableFunc(rows[first:], func(a, b benchRow) int { return cmp.Compare(b.known.States, a.known.States) })
	return rows, nil
}

// chooseRows returns the rows of the names, or without names those of a usual
// run, or of a long one.
func chooseRows(rows []benchRow, names []string, all bool) ([]benchRow, error) {
	var chosen []benchRow
	for _, name := range names {
		i := slices.IndexFunc(rows, func(r benchRow) bool { return r.name == name })
		if i < 0 {
			return nil, ask.Unknown("row", name, rowNames(rows))
		}
		chosen = append(chosen, rows[i])
	}
	if len(names) > 0 {
		return chosen, nil
	}
	for _, r := range rows {
		if !r.long || all && r.known.States >= leastLarge {
			chosen = append(chosen, r)
		}
	}
	return chosen, nil
}

func rowNames(rows []benchRow) []string {
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	return names
}

// command is the check as one would type it.
func (c *benchCheck) command() string {
	words := []string{"lockcheck", "check", c.Protocol}
	if c.Faults != "" {
		words = append(words, "--faults", c.Faults)
	}
	for _, flag := range slices.Sorted(maps.Keys(c.Params)) {
		words = append(words, "--"+flag, c.Params[flag])
	}
	for _, p := range c.Properties {
		words = append(words, "--property", p)
	}
	if !c.Symmetry {
		words = append(words, "--symmetry", "off")
	}
	if !c.Ranks {
		words = append(words, "--ranks", "off")
	}
	return strings.Join(words, " ")
}
