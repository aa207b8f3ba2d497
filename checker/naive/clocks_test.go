package naive

import (
	"fmt"
	"testing"
)

// late asks whether A can be put off until its guard has held for a while.
const late = `
var go, a, late: boolean;
startstate begin go := false; a := false; late := false; end;
rule "Go" !go ==> begin go := true; end;
rule "A" --! delay [0, 0] WHILE
  go & !a ==> begin a := true; end;
rule "Late" go & !a & !late ==> begin late := true; end;
cover "late" late;
`

// aside has a rule whose clock never runs, though its guard holds.
const aside = `
var a, late: boolean;
startstate begin a := false; late := false; end;
rule "A" --! delay [0, 0] while a
  !a ==> begin a := true; end;
rule "Late" !a & !late ==> begin late := true; end;
cover "a" a;
cover "late" late;
`

const restarted = `
type id: 1..2;
var kicked, late: boolean; ended: array [id] of boolean; at: id;
startstate begin kicked := false; late := false; undefine at; for i: id do ended[i] := false; end; end;
ruleset i: id do
  rule "End" --! delay [0, 0]
    !ended[i] ==> begin ended[i] := true; end;
  rule "Late" !ended[i] & isundefined(at) ==> begin at := i; end;
  rule "Kick" --! restarts "End"(i)
    i = 1 & !kicked ==> begin kicked := true; end;
end;
cover "first late" !isundefined(at) & at = 1;
cover "second late" !isundefined(at) & at = 2;
`

const beats = `
var n: 0..9; stopped: boolean;
startstate begin n := 0; stopped := false; end;
rule "Beat" n < 9 & !stopped ==> begin n := n + 1; end;
rule "Stop" !stopped ==> begin stopped := true; end;
cover "two" n = 2;
cover "three" n = 3;
`

const switched = `
var on, a, late: boolean;
startstate begin on := true; a := false; late := false; end;
rule "Switch" true ==> begin on := !on; end;
rule "A" --! delay [0, 0] WHILE
  on & !a ==> begin a := true; end;
rule "Late" --! delay [0, 0] while !a
  on & !a & !late ==> begin late := true; end;
cover "late" late;
`

// minted has a rule that chooses a token. Which one it may choose changes.
const minted = `
const TOP: 3;
type token: 0..TOP; --! ordinal
var last: token; taken, stopped, late: boolean; n: 0..9;
startstate begin last := 0; n := 0; taken := false; stopped := false; late := false; end;
rule "Mint" last < TOP & last = 0 ==> begin last := last + 1; end;
ruleset t: token do
  rule "Take" t = last & !taken ==> begin taken := true; end;
  rule "Use" t <= last & last != 0 & !stopped & n < 9 ==> begin n := n + 1; end;
end;
rule "Stop" !stopped ==> begin stopped := true; end;
rule "Late" --! delay [0, 0] while !taken
  !taken & last != 0 & !late ==> begin late := true; end;
cover "late" late;
cover "two uses" n = 2;
`

// meeting needs an action that may happen at any time to happen between all
// bounds: 2 before 3.
const meeting = `
var x, two, three, over, met: boolean;
startstate begin x := false; two := false; three := false; over := false; met := false; end;
rule "Any" !x ==> begin x := true; end;
rule "Two" x & !two ==> begin two := true; end;
rule "Three" !three ==> begin three := true; end;
rule "Over" two != three & !over ==> begin over := true; end;
rule "Meet" two & three & !over & !met ==> begin met := true; end;
cover "met" met;
`

const added = `
var n: 0..2; lease, late: boolean;
startstate begin n := 0; lease := true; late := false; end;
rule "First" n = 0 ==> begin n := 1; end;
rule "Second" n = 1 ==> begin n := 2; end;
rule "Expire" lease ==> begin lease := false; end;
rule "Late" n < 2 & !lease & !late ==> begin late := true; end;
cover "late" late;
`

const assumed = `
var a, b, late: boolean;
startstate begin a := false; b := false; late := false; end;
rule "B" !b ==> begin b := true; end;
rule "A" WHILE !a ==> begin cover true "tried"; assume b; a := true; end;
rule "Late" !a & !late ==> begin late := true; end;
cover "a" a;
cover "late" late;
`

func TestClocks(t *testing.T) {
	for _, row := range []struct {
		what, text string
		bounds     bounds
		covers     string // and the fewest events to each
	}{
		{"runs while the guard is false: due at once",
			with(late, "WHILE", "while !a"), bounds{"Go": {5, 5}, "A": {1, 1}, "Late": {1, inf}}, "late -1"},
		{"runs while the guard is false: due soon",
			with(late, "WHILE", "while !a"), bounds{"Go": {2, 2}, "A": {5, 5}, "Late": {3, inf}}, "late 2"},
		{"runs while the guard is false: not put off",
			with(late, "WHILE", "while !a"), bounds{"Go": {2, 2}, "A": {5, 5}, "Late": {4, inf}}, "late -1"},
		{"runs from the guard on",
			with(late, "WHILE", ""), bounds{"Go": {5, 5}, "A": {1, 1}, "Late": {1, inf}}, "late 2"},
		{"does not run: not forced", aside, bounds{"A": {0, 0}, "Late": {9, inf}}, "a 1, late 1"},
		{"does not run: may not fire", aside, bounds{"A": {1, 1}, "Late": {9, inf}}, "a -1, late 1"},
		{"is restarted by a step, and only that of the instance",
			restarted, bounds{"End": {3, 3}, "Kick": {2, 2}, "Late": {4, inf}}, "first late 3, second late -1"},
		{"is restarted, and runs on",
			restarted, bounds{"End": {3, 3}, "Kick": {2, 2}, "Late": {6, inf}}, "first late -1, second late -1"},
		{"restarts when it fires, too early", beats, bounds{"Beat": {2, 2}, "Stop": {0, 5}}, "two 2, three -1"},
		{"restarts when it fires", beats, bounds{"Beat": {2, 2}, "Stop": {0, 6}}, "two 2, three 3"},
		{"starts anew with the guard",
			with(switched, "WHILE", ""), bounds{"A": {3, 3}, "Late": {9, inf}, "Switch": {2, 2}}, "late 5"},
		{"goes on without the guard",
			with(switched, "WHILE", "while !a"), bounds{"A": {3, 3}, "Late": {9, inf}, "Switch": {2, 2}}, "late -1"},
		{"is one for all tokens", minted, bounds{"Mint": {4, 4}, "Take": {5, 5}, "Late": {6, inf}, "Use": {2, 2}, "Stop": {0, 7}}, "late -1, two uses -1"},
		{"is one for all tokens, at the bounds", minted, bounds{"Mint": {4, 4}, "Take": {5, 5}, "Late": {5, inf}, "Use": {2, 2}, "Stop": {0, 8}}, "late 2, two uses 4"},
		{"is between all bounds", meeting, bounds{"Two": {2, 2}, "Three": {3, 3}, "Over": {0, 0}}, "met 4"},
		{"is never there", meeting, bounds{"Two": {4, 4}, "Three": {3, 3}, "Over": {0, 0}}, "met -1"},
		{"adds to another", added, bounds{"First": {0, 2}, "Second": {0, 3}, "Expire": {5, inf}}, "late 3"},
		{"adds to another, not enough", added, bounds{"First": {0, 2}, "Second": {0, 3}, "Expire": {6, inf}}, "late -1"},
		{"does not run when an assume drops the step",
			with(assumed, "WHILE", ""), bounds{"A": {2, 2}, "B": {9, 9}, "Late": {9, inf}}, "a 2, late 1, tried 2"},
		{"runs when an assume does not drop the step",
			with(assumed, "WHILE", ""), bounds{"A": {2, 2}, "B": {3, 3}, "Late": {5, inf}}, "a 2, late 2, tried 2"},
		{"runs when an assume does not drop the step, not put off",
			with(assumed, "WHILE", ""), bounds{"A": {2, 2}, "B": {3, 3}, "Late": {6, inf}}, "a 2, late -1, tried 2"},
		{"runs when an assume drops the step, which is not forced then",
			with(assumed, "WHILE", "--! delay [0, 0] while !a\n"), bounds{"A": {2, 2}, "B": {3, 3}, "Late": {3, inf}}, "a 2, late 1, tried 1"},
		{"is not needed to try in vain", with(assumed, "WHILE", ""), bounds{"A": {0, 2}, "B": {3, 3}, "Late": {5, inf}}, "a 2, late 2, tried 1"},
	} {
		for _, ranks := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/ranks %v", row.what, ranks), func(t *testing.T) {
				got := ""
				for i, c := range row.bounds.check(t, NewTicks(load(t, row.text), ranks, nil)).Covers {
					if i > 0 {
						got += ", "
					}
					if !c.Reached {
						c.Depth = -1
					}
					got += fmt.Sprint(c.Name, " ", c.Depth)
				}
				if got != row.covers {
					t.Errorf("got %s, want %s", got, row.covers)
				}
			})
		}
	}
}
