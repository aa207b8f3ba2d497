package naive

import (
	"testing"

	"lockcheck/model/murphi"
)

// tokens is a lock whose grants carry a token; a failover takes the counter
// back to what a replica remembers.
const tokens = `
const TOP: 3;
type client: scalarset(2);
  token: 0..TOP; --! ordinal
var last, copied: token; held: array [client] of token;
startstate begin last := 0; copied := 0; for c: client do held[c] := 0; end; end;
ruleset c: client do
  rule "Grant" held[c] = 0 & last < TOP ==> begin last := last + 1; held[c] := last; end;
  rule "End" held[c] != 0 ==> begin held[c] := 0; end;
end;
`

func TestRanksForgetAllButTheOrder(t *testing.T) {
	m := load(t, tokens)
	o := Check(m, Options{Ranks: true})
	// Nothing granted yet; or the last token is held, or not, and so is an older
	// one, by two different clients.
	if o.States != 1+7 || !o.Complete || o.TopBit {
		t.Errorf("got %+v", o)
	}
	if o := Check(m, Options{Ranks: true, Symmetry: true}); o.States != 1+4 {
		t.Errorf("got %d orbits, want 5", o.States)
	}
}

func TestWithoutRanksTopBitesAndNothingIsProved(t *testing.T) {
	o := Check(load(t, tokens), Options{})
	if !o.TopBit || o.property(t, "no-run-time-error").Decision != Undecided {
		t.Errorf("got %+v", o)
	}
}

func TestEqualTokensAreIssuedAgain(t *testing.T) {
	m := load(t, tokens+`
rule "Replicate" copied < last ==> begin copied := last; end;
rule "Failover" copied < last ==> var lost: boolean; begin
  last := copied; for c: client do if held[c] > copied then held[c] := 0; end; end;
end;
var seen: token;
startstate begin undefine seen; last := 0; copied := 0; for c: client do held[c] := 0; end; end;
rule "Remember" isundefined(seen) & last != 0 ==> begin seen := last; end;
rule "Forget" !isundefined(seen) & seen > copied ==> begin undefine seen; end;
invariant "never twice" isundefined(seen) | forall c: client do held[c] != seen | last != seen end;
`)
	o := Check(m, Options{Ranks: true})
	if o.Spec == nil {
		t.Fatalf("a counter that was taken back below a remembered token mints: got %+v", o.Properties)
	}
	if got := told(t, m, o.Spec, true); got != "Grant(c1) Remember Failover Grant(c1)" {
		t.Errorf("got the trace %s", got)
	}
	if o.Spec.Failure.Kind != murphi.MintBelowLive || o.Spec.Failure.Detail != "last + 1 mints from 0, but 1 is a live value of token" {
		t.Errorf("got %+v", o.Spec.Failure)
	}
}

// Locals and parameters are live, too.
func TestMintBelowALocal(t *testing.T) {
	for _, body := range []string{
		"l := last + 1; last := last + 1;",
		"l := next(last + 1);",
	} {
		m := load(t, `
const TOP: 3;
type token: 0..TOP; --! ordinal
var last: token;
function next(n: token): token; begin last := last + 1; return n; end;
startstate begin last := 0; end;
rule "r" last < TOP ==> var l: token; begin `+body+` end;
`)
		if o := Check(m, Options{Ranks: true}); o.Spec == nil || len(o.Spec.Steps) != 1 {
			t.Errorf("%s: got %+v", body, o.Spec)
		}
	}
}

// A chosen token may equal a live one, lie between two, or beyond all.
func TestChoosing(t *testing.T) {
	m := load(t, `
const TOP: 3;
type token: 0..TOP; --! ordinal
var a, b, c: token;
startstate begin a := 0; b := 0; c := 0; end;
ruleset t: token do
  rule "A" a = 0 & t != 0 ==> begin a := t; end;
  rule "B" a != 0 & b = 0 & t != 0 ==> begin b := t; end;
  rule "C" b != 0 & c = 0 & t != 0 ==> begin c := t; end;
end;
invariant "not between" !(c != 0 & a < c & c < b);
invariant "not equal" c = 0 | c != b;
`)
	o := Check(m, Options{Ranks: true})
	// None; a; a and b in 3 orders; a, b and c in 13 (the weak orders of three).
	if o.States != 1+1+3+13 {
		t.Errorf("got %d states, want 18", o.States)
	}
	trace := o.property(t, "not between").Trace
	if got := told(t, m, trace, true); got != "A(1) B(3) C(2)" {
		t.Errorf("got %s", got)
	}
	if got := trace.Steps[2].Args[0]; got != 3 {
		t.Errorf("the choice between the first and the second live value is position 3, got %d", got)
	}
	if got := told(t, m, o.property(t, "not equal").Trace, true); got != "A(2) B(1) C(1)" {
		t.Errorf("got %s", got)
	}
	if o := Check(m, Options{}); o.States != 1+3+9+27 {
		t.Errorf("without ranks: got %d states, want 40", o.States)
	}
}

func TestTwoChoicesSeeEachOther(t *testing.T) {
	m := load(t, `
const TOP: 3;
type token: 0..TOP; --! ordinal
var a, b: token;
startstate begin a := 0; b := 0; end;
ruleset s: token; t: token do rule "Both" a = 0 ==> begin a := s; b := t; end; end;
`)
	// From none, s is none or new; then t is none, new, the same as s, or on
	// either side of it. With b set, s has four places, and t four or six.
	if o := Check(m, Options{Ranks: true}); o.States != 6 || o.Transitions != (2+4)+(4+6+4+6) {
		t.Errorf("got %d states and %d transitions", o.States, o.Transitions)
	}
}
