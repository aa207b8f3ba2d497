package naive

import (
	"fmt"
	"strings"
	"testing"
)

// quorum is a client that goes on once two of three servers have answered, and
// a value that everybody reads and nobody needs.
const quorum = `
type server: scalarset(3);
var
  asked, done, noise: boolean;
  said: array [server] of boolean;
  total: 0..9;
function answers(): 0..9; var k: 0..9;
begin k := 0; for s: server do if said[s] then k := k + 1; end; end; return k; end;
startstate begin asked := false; done := false; noise := false; total := 0; for s: server do said[s] := false; end; end;
rule "Ask" !asked ==> begin asked := true; end;
ruleset s: server do
  rule "Answer" asked & !said[s] & (noise | !noise) ==> begin said[s] := true; total := total + 1; end;
end;
rule "Noise" !noise ==> begin noise := true; end;
rule "Count" answers() >= 2 & !done ==> begin done := true; for s: server do said[s] := false; end; end;
rule "Harm" done & total < 9 ==> begin total := total + 4; end;
invariant "small" total < 6;
`

func TestFlowsSayWhatMadeAStepPossible(t *testing.T) {
	m := load(t, quorum)
	answer := func(s int64) Step { return Step{1, []int64{s}} }
	run := replay(t, m, Step{2, nil}, Step{0, nil}, answer(0), answer(2), answer(1), Step{3, nil}, Step{4, nil})
	var b strings.Builder
	for _, f := range run.Flows() {
		fmt.Fprintln(&b, f.From, "->", f.To, f.Paths, f.Taken)
	}
	// Noise (1) is read by every answer, and none depends on it. Each of the
	// three answers could be spared, yet Count has waited for them. The total
	// depends on what was there before.
	want := `2 -> 3 [asked] false
2 -> 4 [asked] false
3 -> 4 [] false
2 -> 5 [asked] false
4 -> 5 [] false
3 -> 6 [said[s1]] true
4 -> 6 [said[s3]] true
5 -> 6 [said[s2]] true
5 -> 7 [] false
6 -> 7 [done] false
`
	if b.String() != want {
		t.Errorf("flows:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestDecisiveStepsMakeTheLastOneHarmful(t *testing.T) {
	m := load(t, quorum)
	answer := func(s int64) Step { return Step{1, []int64{s}} }
	harm := func(run *Run) bool { _, bad := run.Why(m.Properties[0]); return bad }
	for _, row := range []struct {
		what  string
		steps []Step
		want  string
	}{
		{"two answers and four make six: the last answer has set the total", []Step{{0, nil}, answer(0), answer(2), {3, nil}, {4, nil}}, "[3]"},
		{"the last step is no violation", []Step{{0, nil}, answer(0), answer(2), {3, nil}}, "[]"},
		{"there is no step", nil, "[]"},
	} {
		if got := fmt.Sprint(replay(t, m, row.steps...).Decisive(harm)); got != row.want {
			t.Errorf("%s: decisive are %s, want %s", row.what, got, row.want)
		}
	}
}
