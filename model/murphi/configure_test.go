package murphi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const configurable = `--! protocol p "P"
--! variant fenced guard=reject-lower,n=3 "with a guard"
--! default-faults crash,pause
type guard_t: enum { none, reject_lower, reject_lower_or_equal };
const GUARD: none;  --! param guard "what is checked"
const N: 2;         --! param n 1..4 "clients"
const SLOW: false;  --! param slow "slow"
type client: scalarset(N);  --! names A B C D
var busy: array [client] of boolean;
startstate begin for c: client do busy[c] := false; end; end;
ruleset c: client do
  rule "Work"  --! line C1
    !busy[c] ==> begin busy[c] := true; end;
  rule "Crash"  --! fault crash
    busy[c] ==> begin busy[c] := false; end;
  rule "Clock"  --! fault clock-jump
    true ==> begin busy[c] := false; end;
  rule "Pause"  --! fault pause per c until "Work"
    busy[c] ==> begin busy[c] := false; end;
  rule "Fall"  --! fault crash
    begin busy[c] := false; end;
end;
`

// configured parses, configures and checks the model above.
func configured(t *testing.T, cfg Config) (*Model, Settings, string) {
	t.Helper()
	m, diags := Parse(&Source{Name: "m", Text: configurable})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	s, diags := Configure(m, cfg)
	if !diags.HasErrors() {
		diags = Check(m, CheckOptions{Symmetry: true})
	}
	var lines []string
	for _, d := range diags {
		lines = append(lines, d.String())
	}
	return m, s, strings.Join(lines, "\n")
}

func TestParameters(t *testing.T) {
	m, s, problems := configured(t, Config{Params: map[string]string{"guard": "reject-lower-or-equal", "slow": "true"}})
	if problems != "" {
		t.Fatal(problems)
	}
	var vals []int64
	for _, d := range m.Consts {
		vals = append(vals, d.Val)
	}
	if diff := cmp.Diff([]int64{2, 2, 1}, vals); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"guard": "reject-lower-or-equal", "n": "2", "slow": "true"}, s.Params); diff != "" {
		t.Error(diff)
	}
	for _, tc := range []struct {
		name, want string
		cfg        Config
	}{
		{"unknown flag", "there is no parameter --gaurd (did you mean guard?)", Config{Params: map[string]string{"gaurd": "none"}}},
		{"unknown value", `--guard has no value "reject" (possible: none, reject-lower, reject-lower-or-equal)`, Config{Params: map[string]string{"guard": "reject"}}},
		{"the constant's own spelling", `--guard has no value "reject_lower" (did you mean reject-lower? possible:`, Config{Params: map[string]string{"guard": "reject_lower"}}},
		{"out of range", `--n must be a number from 1 to 4, not "5"`, Config{Params: map[string]string{"n": "5"}}},
		{"not a number", `--n must be a number from 1 to 4, not "two"`, Config{Params: map[string]string{"n": "two"}}},
		{"huge", `--n must be a number from 1 to 4, not "99999999999999999999"`, Config{Params: map[string]string{"n": "99999999999999999999"}}},
		{"unknown variant", `there is no variant "fence" (did you mean fenced? possible: fenced)`, Config{Variant: "fence"}},
		{"contradiction", "--guard none contradicts variant fenced, which means --guard reject-lower", Config{Variant: "fenced", Params: map[string]string{"guard": "none"}}},
		{"agreement", "", Config{Variant: "fenced", Params: map[string]string{"guard": "reject-lower"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, _, problems := configured(t, tc.cfg); tc.want == "" && problems != "" || !strings.Contains(problems, tc.want) {
				t.Errorf("want %q, got %q", tc.want, problems)
			}
		})
	}
}

func TestFaultsAreChosen(t *testing.T) {
	off := func(m *Model) string {
		var names []string
		for _, r := range m.Rules {
			if r.Off {
				names = append(names, r.Name)
			}
		}
		return strings.Join(names, " ")
	}
	for _, tc := range []struct{ faults, off, problem string }{
		{"default", "Clock", ""},
		{"all", "", ""},
		{"none", "Crash Clock Pause Fall", ""},
		{"clock-jump", "Crash Pause Fall", ""},
		{"crash=0,pause", "Crash Clock Fall", ""},
		{"loss", "", "fault loss does not apply to this model (possible: crash, clock-jump, pause)"},
	} {
		t.Run(tc.faults, func(t *testing.T) {
			set, err := ParseFaults(tc.faults)
			if err != nil {
				t.Fatal(err)
			}
			m, _, problems := configured(t, Config{Faults: set})
			if tc.problem != "" || problems != "" {
				if !strings.Contains(problems, tc.problem) || tc.problem == "" {
					t.Errorf("want %q, got %q", tc.problem, problems)
				}
				return
			}
			if got := off(m); got != tc.off {
				t.Errorf("off: %q, want %q", got, tc.off)
			}
		})
	}
}

func TestBudgetsArePartOfTheModel(t *testing.T) {
	set, _ := ParseFaults("crash=2,pause=1")
	m, s, problems := configured(t, Config{Faults: set})
	if problems != "" {
		t.Fatal(problems)
	}
	if diff := cmp.Diff([]FaultBudget{{"crash", 2}, {"pause", 1}}, s.Faults); diff != "" {
		t.Error(diff)
	}
	text := strings.Join(strings.Fields(Print(m)), " ")
	for what, want := range map[string]string{
		"one variable for both crash rules": "budget_crash: 0..2;",
		"one budget per client":             "budget_pause: array [client] of 0..1;",
		"it is full at the start":           "budget_crash := 2;",
		"for each client":                   "for each: client do budget_pause[each] := 1;",
		"it comes first in the guard":       "budget_crash > 0 & busy[c] ==>",
		"it is a guard if there is none":    "budget_crash > 0 ==>",
		"it is spent first":                 "begin budget_pause[c] := budget_pause[c] - 1;",
		"it is renewed":                     "begin budget_pause[c] := 1; busy[c] := true;",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s: %q is missing in\n%s", what, want, text)
		}
	}
	if v := m.Vars[len(m.Vars)-1]; v.Budget == "" {
		t.Errorf("variable %s does not say that it is a budget", v.Name)
	}
}

func TestParseFaults(t *testing.T) {
	for _, text := range []string{"default", "all", "none", "pause", "pause=3,clock-jump,crash=0"} {
		set, err := ParseFaults(text)
		if err != nil || set.String() != text {
			t.Errorf("%q: %q, %v", text, set, err)
		}
	}
	for text, want := range map[string]string{
		"pasue":          `unknown kind of fault "pasue" (did you mean pause?`,
		"":               "a kind of fault is missing",
		"pause,":         "a kind of fault is missing",
		"pause=-1":       `must be from 0 to 1000000, not "-1"`,
		"pause=":         `must be from 0 to 1000000, not ""`,
		"pause=99999999": "must be from 0 to 1000000",
		"pause,pause=1":  "fault pause is named twice",
		"none,pause":     "none stands alone",
		"all=1":          "all stands alone",
	} {
		if _, err := ParseFaults(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want %q, got %v", text, want, err)
		}
	}
}
