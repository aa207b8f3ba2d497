package vm

import (
	"testing"
	"testing/fstest"

	"lockcheck/model"
)

// load compiles a model given as text.
func load(t testing.TB, text string, opt Options) *Program {
	t.Helper()
	fsys := fstest.MapFS{"m.murphi": {Data: []byte(text)}}
	p, diags := Load(fsys, "m.murphi", opt)
	if diags.HasErrors() {
		t.Fatalf("the model does not load: %v\n%s", diags, text)
	}
	return p
}

// counts is what a plain search finds.
type counts struct{ states, transitions, depth, failures int }

// search visits every reachable state.
func search(t testing.TB, p *Program) counts {
	t.Helper()
	var c counts
	m := p.NewMachine()
	out := model.Successors{Enabled: make([]uint64, len(p.Rules())), CoverStmts: make([]bool, p.CoverStmts())}
	m.Starts(&out)
	seen := map[string]bool{}
	var level [][]uint64
	add := func(out *model.Successors) {
		n := p.Words()
		for i := 0; i < len(out.States); i += n {
			s := append([]uint64(nil), out.States[i:i+n]...)
			if k := key(s); !seen[k] {
				seen[k] = true
				level = append(level, s)
			}
		}
		c.failures += len(out.Failures)
		if out.NeedRoom {
			t.Fatal("the layout needs more room")
		}
		out.Reset()
	}
	add(&out)
	for depth := 0; len(level) > 0; depth++ {
		c.depth = depth
		current := level
		level = nil
		for _, s := range current {
			m.Expand(s, &out)
			add(&out)
		}
	}
	c.states = len(seen)
	for _, n := range out.Enabled {
		c.transitions += int(n)
	}
	return c
}

func key(s []uint64) string {
	var b []byte
	for _, w := range s {
		for range 8 {
			b = append(b, byte(w))
			w >>= 8
		}
	}
	return string(b)
}

const lease = `
const K: 3; R: 2; TOP: K * R + 1;
type client: scalarset(K); token: 0..TOP; pc_t: enum { idle, held, sent, acked };
var owner: client; nxt: token; mx: token; stale: boolean;
    at: array [client] of record pc: pc_t; tok: token; rounds: 0..R; end;
startstate begin
  undefine owner; nxt := 1; mx := 0; stale := false;
  for c: client do at[c].pc := idle; at[c].tok := 0; at[c].rounds := 0; end;
end;
ruleset c: client do
  rule "Acquire" at[c].pc = idle & at[c].rounds < R & isundefined(owner) ==>
  begin owner := c; at[c].tok := nxt; nxt := nxt + 1; at[c].pc := held; at[c].rounds := at[c].rounds + 1; end;
  rule "Send" at[c].pc = held ==> begin at[c].pc := sent; end;
  rule "Deliver" at[c].pc = sent ==> begin
    if at[c].tok >= mx then
      if at[c].tok < mx then stale := true; end;
      mx := at[c].tok;
    end;
    at[c].pc := acked;
  end;
  rule "Release" at[c].pc = acked ==> begin
    if !isundefined(owner) & owner = c then undefine owner; end;
    at[c].pc := idle; at[c].tok := 0; end;
  rule "Crash" at[c].pc = held | at[c].pc = sent ==> begin at[c].pc := idle; at[c].tok := 0; end;
end;
rule "Expire" !isundefined(owner) ==> begin undefine owner; end;
invariant "no-stale-write" !stale;
`

func TestLeaseHasItsKnownCounts(t *testing.T) {
	p := load(t, lease, Options{Symmetry: Off})
	got := search(t, p)
	if want := (counts{29787, 138924, 21, 0}); got != want {
		t.Errorf("without symmetry: got %+v, want %+v", got, want)
	}
	p = load(t, lease, Options{})
	got = search(t, p)
	if want := (counts{5122, 0, 21, 0}); got.states != want.states {
		t.Errorf("with symmetry: got %+v, want %+v", got, want)
	}
}
