package vm

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// layoutModel has leaves of many widths, some of which may be undefined.
const layoutModel = `
type c: scalarset(3); colour: enum { red, green, blue };
var wide: 0..1000000000000; one: 7..7; sign: -5..5; free: c; tint: colour; big: 0..70000;
    at: array [c] of record a: boolean; b: array [1..2] of -3..12; c: c; end;
    other: array [c] of colour;
startstate begin
  clear wide; clear one; clear sign; tint := blue; clear big;
  for i: c do clear at[i].a; clear at[i].b; undefine at[i].c; other[i] := red; end;
end;
rule sign < 5 ==> begin sign := sign + 1; undefine tint; end;
ruleset i: c do rule
  true ==> begin wide := 1000; big := 1000; free := i; at[i].a := true; at[i].b[1] := 12; at[i].c := i; other[i] := blue; end;
end;
`

func TestPackedStatesUnpackToTheSameValues(t *testing.T) {
	l := load(t, layoutModel, Options{}).main.layout
	rng := rand.New(rand.NewPCG(1, 2))
	vals, back := make([]int64, len(l.leaves)), make([]int64, len(l.leaves))
	for range 1000 {
		for i := range vals {
			lo, hi := l.leaves[i].typ.Bounds()
			vals[i] = lo + rng.Int64N(hi-lo+1)
			if l.fields[i].undef && rng.IntN(4) == 0 {
				vals[i] = Undefined
			}
		}
		var s [maxWords]uint64
		if !l.pack(vals, &s) {
			t.Fatalf("no room for %v", vals)
		}
		l.unpack(&s, back)
		if !slices.Equal(vals, back) {
			t.Fatalf("packed %v, unpacked %v", vals, back)
		}
		for i := range vals { // writing one leaf touches no other
			l.fields[i].store(&s, vals[i])
		}
		l.unpack(&s, back)
		if !slices.Equal(vals, back) {
			t.Fatalf("stored %v, unpacked %v", vals, back)
		}
	}
}

func TestLayoutKeepsItsInvariants(t *testing.T) {
	l := load(t, layoutModel, Options{}).main.layout
	used := map[int]string{}
	for i, f := range l.fields {
		path := l.leaves[i].path
		width := 0
		for m := f.mask; m != 0; m >>= 1 {
			width++
		}
		if int(f.shift)+width > 64 {
			t.Errorf("%s straddles a word", path)
		}
		for b := range width {
			bit := int(f.word)*64 + int(f.shift) + b
			if used[bit] != "" {
				t.Errorf("%s and %s share bit %d", path, used[bit], bit)
			}
			used[bit] = path
		}
	}
	if len(used) > l.bits || l.words != (l.bits+63)/64 {
		t.Errorf("%d bits in use, %d laid out, in %d words", len(used), l.bits, l.words)
	}
	// The leaves of a lane are neighbours, in whatever arrays they stand.
	var lanes []string
	for bit := range l.bits {
		path := used[bit]
		name := "shared"
		if i := strings.Index(path, "["); i >= 0 {
			name = path[i : i+3]
		}
		if path != "" && (len(lanes) == 0 || lanes[len(lanes)-1] != name) {
			lanes = append(lanes, name)
		}
	}
	if want := []string{"[0]", "[1]", "[2]", "shared"}; !slices.Equal(lanes, want) {
		t.Errorf("lanes come in the order %v, want %v", lanes, want)
	}
}

func TestLeavesGetAsFewBitsAsTheyNeed(t *testing.T) {
	l := load(t, layoutModel, Options{}).main.layout
	for path, want := range map[string]uint64{
		"wide": 1<<40 - 1, "one": 0, "sign": 15, "tint": 3, "big": 1<<17 - 1,
		"free":    3, // three values and undefined
		"at[0].a": 1, "at[1].b[2]": 15, "at[2].c": 3, "other[0]": 3,
	} {
		i := slices.IndexFunc(l.leaves, func(lf leaf) bool { return lf.path == path })
		if l.fields[i].mask != want {
			t.Errorf("%s has mask %#x, want %#x", path, l.fields[i].mask, want)
		}
	}
}

// TestConstantLeavesNeedNoBits names the variables that can take more than one
// value; all others of each model must do without bits, and without a code for
// "undefined".
func TestConstantLeavesNeedNoBits(t *testing.T) {
	const declarations = `
const TOP: 5;
type ix: 0..1; c: scalarset(2);
  tok: 0..TOP; --! ordinal
  pair: record a: 0..2; b: 0..2; end;
var x: 0..2; y: 0..2; p: pair; q: pair; r: array [ix] of pair; u: 0..2; who: c; t: tok; lane: array [c] of pair;
procedure give(var n: 0..2; v: 0..2); begin n := v; end;
startstate begin
  x := 0; y := 1; clear p; clear q; clear r; undefine u; undefine who; t := 0;
  for i: c do clear lane[i]; end;
end;
`
	for text, want := range map[string]string{
		`rule true ==> begin y := 1; clear p; undefine u; end;`:                      "",
		`rule true ==> begin x := 1; end;`:                                           "x",
		`rule x = 1 ==> begin y := 2; end;`:                                          "",
		`rule x = 0 ==> begin x := 1; end; rule x = 1 ==> begin y := 2; end;`:        "x y",
		`rule true ==> begin if x != 0 then y := 0; else q.b := 1; end; end;`:        "q.b",
		`rule x = 1 | isundefined(u) ==> begin p.a := 2; end;`:                       "p.a",
		`rule !isundefined(u) ==> begin p.a := 2; end;`:                              "",
		`rule true ==> begin x := y; end;`:                                           "x",
		`rule true ==> begin p := q; end;`:                                           "",
		`rule true ==> begin q.b := 1; p := q; end;`:                                 "p.b q.b",
		`rule true ==> begin r[y].b := 0; end;`:                                      "",
		`rule true ==> begin r[y].b := 2; end;`:                                      "r[0].b r[1].b",
		`rule true ==> var l: pair; begin clear l; p := l; end;`:                     "p.a p.b",
		`rule true ==> begin give(p.a, 0); give(p.b, 1); end;`:                       "p.b",
		`rule true ==> begin alias z: x; do z := 2; end; end;`:                       "x",
		`rule true ==> begin switch x case 1: y := 0; else p.a := 1; end; end;`:      "p.a",
		`ruleset i: c do rule true ==> begin who := i; end; end;`:                    "who",
		`ruleset i: c do rule true ==> begin lane[i].a := 1; end; end;`:              "lane[0].a lane[1].a",
		`ruleset i: c do rule !isundefined(who) ==> begin lane[i].a := 1; end; end;`: "",
		`rule t < TOP ==> begin t := t + 1; end;`:                                    "t",
		`startstate begin x := 2; y := 1; clear p; clear q; clear r; undefine u; undefine who; t := 0;
  for i: c do clear lane[i]; end; end;`: "x",
		`rule true ==> var k: 0..2; begin k := 0; while k < 2 do r[k].a := k; k := k + 1; end; end;`: "r[0].a r[1].a",
	} {
		p := load(t, declarations+text, Options{})
		var got []string
		l := p.main.layout
		for i, lf := range l.leaves {
			if l.fields[i].mask != 0 {
				got = append(got, lf.path)
			}
			if (lf.path == "u" || lf.path == "who") != l.fields[i].undef && lf.path != "p.a" && lf.path != "p.b" {
				t.Errorf("%s: a code for undefined: %s %v", text, lf.path, l.fields[i].undef)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s\nneed bits: %q, want %q", text, got, want)
		}
	}
}

// TestUndefinableLeaves names the variables that must have a code for
// "undefined"; all others of each model must do without.
func TestUndefinableLeaves(t *testing.T) {
	const declarations = `
type ix: 0..1; pair: record a: 0..2; b: 0..2; end;
var x: 0..2; y: 0..2; p: pair; q: pair; r: array [ix] of pair;
procedure lose(var n: 0..2); begin undefine n; end;
procedure take(var dst: pair; src: pair); begin dst := src; end;
procedure hand(var dst: pair; var src: pair); begin dst := src; end;
startstate begin x := 0; y := 0; clear p; clear q; clear r; end;
`
	for text, want := range map[string]string{
		`rule true ==> begin x := y; end;`:                                                  "",
		`rule true ==> begin undefine x; end;`:                                              "x",
		`startstate begin clear p; clear q; clear r; y := 0; end;`:                          "x",
		`rule true ==> begin undefine r[x % 2].b; end;`:                                     "r[0].b r[1].b",
		`rule true ==> begin undefine p.a; q := p; end;`:                                    "p.a q.a",
		`rule true ==> begin undefine p.a; r[0] := q; q := p; end;`:                         "p.a q.a r[0].a r[1].a",
		`rule true ==> begin lose(q.b); end;`:                                               "q.b",
		`rule true ==> begin take(p, q); end;`:                                              "p.a p.b",
		`rule true ==> begin undefine q.b; hand(p, q); end;`:                                "p.b q.b",
		`rule true ==> var l: pair; begin l := p; end;`:                                     "",
		`rule true ==> var l: pair; begin p := l; end;`:                                     "p.a p.b",
		`rule true ==> begin alias z: q.a; do undefine z; end; end;`:                        "q.a",
		`rule true ==> begin p := x = 0 ? q : r[0]; undefine r; end;`:                       "p.a p.b r[0].a r[0].b r[1].a r[1].b",
		`startstate begin x := 0; y := 0; clear p; clear q; clear r; undefine r[1].a; end;`: "r[0].a r[1].a",
	} {
		l := load(t, declarations+text, Options{}).main.layout
		var got []string
		for i, lf := range l.leaves {
			if l.fields[i].undef {
				got = append(got, lf.path)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s\nmay leave undefined: %q, want %q", text, got, want)
		}
	}
}
