package murphi

import (
	"strings"
	"testing"
)

// TestDurationProblems: what is wrong with durations is said when a model is
// loaded, in one line with its place.
func TestDurationProblems(t *testing.T) {
	const head = "--! duration TTL 30s \"t\" duration RENEW TTL/3 \"r\" duration DRIFT 1% \"d\"\n"
	delay := func(bounds string) string { return head + "rule \"R\" --! delay " + bounds + "\nbegin end" }
	for name, c := range map[string]struct{ want, text string }{
		"all right":                  {"", delay("[RENEW - 1s, TTL*(1 + DRIFT)/(1 - DRIFT) + 2*RENEW]")},
		"zero needs no unit":         {"", delay("[0, 0 + TTL - 0]")},
		"a ratio of durations":       {"", delay("[0, TTL/RENEW*1s]")},
		"requirements":               {"", head + "--! requires RENEW < TTL \"a\" requires 2*RENEW <= TTL - 1s \"b\" requires TTL > 0 \"c\" requires DRIFT >= 0.01 \"d\""},
		"unknown in a default":       {"2:20: error: no duration is named TLT (did you mean TTL?)", "--! duration TTL 1s \"x\"\n--! duration RENEW TLT/3 \"x\""},
		"unknown in a requirement":   {"no duration is named MAX (declare it: --! duration MAX 1s \"help\")", head + "--! requires TTL < MAX \"x\""},
		"a circle":                   {"the default of A rests on itself: A → B → C → A", "--! duration A B \"a\" duration B 2*C \"b\" duration C A + 1s \"c\""},
		"itself":                     {"the default of A rests on itself: A → A", "--! duration A A/2 \"a\""},
		"a default without unit":     {"1:18: error: the default of TTL, 30, has no unit (write a time such as 30s, or a rate such as 1%)", "--! duration TTL 30 \"t\""},
		"a default zero":             {"the default of TTL, 0, has no unit", "--! duration TTL 0 \"t\""},
		"a default that is a ratio":  {"the default of N, TTL/RENEW, has no unit", head + "--! duration N TTL/RENEW \"n\""},
		"a negative default":         {"BACK is -20s, which is negative", head + "--! duration BACK RENEW - TTL \"b\""},
		"a whole rate":               {"WILD is 100%, which is not below 100%", "--! duration WILD 100% \"w\""},
		"a long default":             {"never: LONG < A is false with 8333h20m0.01s and 1s", "--! duration A 1s \"a\" duration LONG A*30000000.01 + A*0.01 - 10ms \"l\" requires LONG < A \"never\""},
		"an overflow":                {"LONG is about 7686143.364045646506h, which is longer than 2562047h47m16.854775807s", "--! duration A 2562047h47m16.854775807s \"a\" duration LONG A*3 \"l\""},
		"a literal too long":         {"3000000h is too long: the longest duration is 2562047h47m16.854775807s", delay("[0, 3000000h]")},
		"a literal too fine":         {"0.5ns is finer than a nanosecond", delay("[0, 0.5ns]")},
		"a product of durations":     {"TTL, a duration, cannot be multiplied by RENEW, a duration", delay("[0, TTL*RENEW]")},
		"a duration and a number":    {"1, a number, cannot be added to TTL, a duration", delay("[0, TTL + 1]")},
		"a duration less a rate":     {"DRIFT, a percentage, cannot be subtracted from TTL, a duration", delay("[0, TTL - DRIFT]")},
		"a number by a duration":     {"2, a number, cannot be divided by TTL, a duration", delay("[0, 2/TTL]")},
		"a number as bound":          {"the latest delay is a duration; 10 is a number (give it a unit, as in 30s)", delay("[0, 10]")},
		"a percentage as bound":      {"the earliest delay is a duration; 2*DRIFT is a percentage", delay("[2*DRIFT, inf)")},
		"a comparison of unlike":     {"TTL, a duration, cannot be compared with DRIFT, a percentage", head + "--! requires TTL > DRIFT \"x\""},
		"a requirement that fails":   {"half: RENEW < TTL/4 is false with 10s and 7.5s", head + "--! requires RENEW < TTL/4 \"half\""},
		"bounds in the wrong order":  {"rule \"R\": the earliest delay, TTL, is later than the latest, RENEW: 30s and 10s", delay("[TTL, RENEW]")},
		"a negative earliest bound":  {"", delay("[RENEW - TTL, 0]")},
		"a negative latest bound":    {"rule \"R\": the latest delay, RENEW - TTL, is negative: -20s", delay("[0, RENEW - TTL]")},
		"a latest bound out of time": {"rule \"R\": the latest delay, TTL*1000000000, is longer than", delay("[0, TTL*1000000000]")},
		"a division by zero":         {"TTL/(RENEW*3 - TTL) divides by zero", delay("[0, TTL/(RENEW*3 - TTL)*1s]")},
		"numbers that explode":       {"overflows", delay("[0, TTL/(" + strings.Repeat("1000000000001*", 90) + "3)]")},
		"a requirement of one side":  {"expected `<`, `<=`, `>` or `>=`, found `\"x\"`", head + "--! requires TTL \"x\""},
		"a requirement of equality":  {"expected `<`, `<=`, `>` or `>=`, found `==`", head + "--! requires TTL == RENEW \"x\""},
		"a requirement without why":  {"expected what it is compared with, found the end of the comment", head + "--! requires TTL > "},
		"a default inf":              {"the default of A cannot be inf (only the latest delay can)", "--! duration A inf \"a\""},
	} {
		t.Run(name, func(t *testing.T) {
			_, ds := Load(files(map[string]string{"main": c.text}), "main")
			switch {
			case c.want == "" && len(ds) > 0:
				t.Errorf("want no complaint, got %v", ds)
			case c.want != "" && (len(ds) != 1 || !strings.Contains(ds[0].String(), c.want) || ds[0].Span.Start.Line == 0):
				t.Errorf("got  %v\nwant %s", ds, c.want)
			}
		})
	}
}

// TestDurationsOfParts: a part's durations and requirements are the model's.
func TestDurationsOfParts(t *testing.T) {
	m, ds := Load(files(map[string]string{
		"main": "--! include \"part\"\n--! duration RENEW TTL \"r\"",
		"part": "--! duration TTL 30s \"t\" requires RENEW < TTL \"in time\"",
	}), "main")
	if len(ds) != 1 || ds[0].String() != "part:1:26: error: in time: RENEW < TTL is false with 30s and 30s" {
		t.Error(ds)
	}
	if again := Print(m); !strings.Contains(again, "--! requires RENEW < TTL \"in time\"") {
		t.Error(again)
	}
}

func TestDelaysOfRules(t *testing.T) {
	rules := func(more string) string {
		return annotated("", "", "ruleset c: client do\nrule \"Go\" --! line C1 delay [0, 1s]\n at[c] ==> begin at[c] := false; end;\n"+more+"\n !at[c] ==> begin at[c] := true; end;\nend;")
	}
	wantChecks(t, []checkCase{
		{"a step with a delay", "", rules("rule \"Come\" --! line W1 delay [0, inf)")},
		{"a step without", "rule Come is a step of a client and states no delay (other rules have delays; write delay [0, inf) if it may take any time)", rules("rule \"Come\" --! line W1")},
		{"a step of the service", "", rules("rule \"Come\" --! line S1")},
		{"a step of storage", "", rules("rule \"Come\" --! line D1")},
		{"a step of the environment", "", rules("rule \"Come\"")},
		{"a fault", "", rules("rule \"Come\" --! fault crash")},
		{"a fault with a line", "", rules("rule \"Come\" --! line C2 fault crash")},
		{"a fault that may wait", "", rules("rule \"Come\" --! fault crash delay [1s, inf)")},
		{"a fault that must happen", "rule Come is a fault, and a fault is never forced to happen (write `inf)` for its latest delay)", rules("rule \"Come\" --! fault crash delay [0, 1s]")},
		{"a clock by the guard, for a choice", "", annotated("", "type token: 0..3; --! ordinal", "ruleset t: token do\nrule \"Go\" --! delay [0, 1s]\n x < 3 & t = 0 ==> begin x := 3; end;\nend;")},
		{"a clock of its own, for a choice", "rule Go chooses a value of an ordinal type, and all its values share one clock (leave it out", annotated("", "type token: 0..3; --! ordinal", "ruleset t: token do\nrule \"Go\" --! delay [0, 1s] while x = 0\n x < 3 & t = 0 ==> begin x := 3; end;\nend;")},
		{"no delays at all", "", annotated("", "", "ruleset c: client do\nrule \"Go\" --! line C1\n at[c] ==> begin at[c] := false; end;\nend;")},
	})
}

// TestRequirementsAtTheEdge: below, at and above what is required.
func TestRequirementsAtTheEdge(t *testing.T) {
	for op, want := range map[string]string{"<": "yes no no", "<=": "yes yes no", ">": "no no yes", ">=": "no yes yes"} {
		var got []string
		for _, x := range []string{"999999999ns", "1s", "1000000001ns"} {
			_, ds := Load(files(map[string]string{"m": "--! duration X " + x + " \"x\" requires X " + op + " 1s \"edge\""}), "m")
			got = append(got, map[bool]string{true: "yes", false: "no"}[len(ds) == 0])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("X %s 1s holds below, at and above 1s: %s, want %s", op, strings.Join(got, " "), want)
		}
	}
}
