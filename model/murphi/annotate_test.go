package murphi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// diffAnn compares annotations; places do not count.
func diffAnn(want, got any) string { return cmp.Diff(want, got, sameTree) }

func leaf(text string) *Bound { return &Bound{Text: text} }

func TestHeadAnnotations(t *testing.T) {
	m := mustParse(t, "head", `
--! protocol ttl "TTL lock"
--! family "single service" source "a paper" "a manual"
--! assumes "x" assumes-untimed "u" assumes "y \"z\""
--! leaves-out "retries" default-faults pause, renewal-stops
--! variant fenced guard=reject-lower, clients=3 "fenced"
--! duration MAX_PAUSE 1h30m "longest pause"
--! duration RENEW TTL / 3 "renewal"
--! requires RENEW < TTL - 1s "renew first" requires TTL >= 0 "y"
--! include "part/a.murphi"
const A: 1;
--! include "part/b.murphi"
const B: 1;
--! include "part/c.murphi"
`)
	want := Head{
		Protocol:      &ProtocolAnn{Name: "ttl", Title: "TTL lock"},
		Family:        []string{"single service"},
		Source:        []string{"a paper", "a manual"},
		Assumes:       []string{"x", `y "z"`},
		Untimed:       []string{"u"},
		LeavesOut:     []string{"retries"},
		DefaultFaults: []string{"pause", "renewal-stops"},
		Includes:      []*IncludeAnn{{Path: "part/a.murphi"}, {Path: "part/b.murphi"}, {Path: "part/c.murphi"}},
		Variants:      []*VariantAnn{{Name: "fenced", Title: "fenced", Params: []ParamValue{{"guard", "reject-lower"}, {"clients", "3"}}}},
		Durations:     []*DurationAnn{{Name: "MAX_PAUSE", Default: leaf("1h30m"), Help: "longest pause"}, {Name: "RENEW", Default: &Bound{Op: Div, X: leaf("TTL"), Y: leaf("3")}, Help: "renewal"}},
		Requires: []*RequiresAnn{
			{X: leaf("RENEW"), Op: Lt, Y: &Bound{Op: Sub, X: leaf("TTL"), Y: leaf("1s")}, Why: "renew first"},
			{X: leaf("TTL"), Op: Ge, Y: leaf("0"), Why: "y"},
		},
	}
	if diff := diffAnn(want, m.Head); diff != "" {
		t.Error(diff)
	}
	for i, in := range m.Head.Includes {
		if in.From != i || in.To != i {
			t.Errorf("include %d stands before item %d", i, in.From)
		}
	}
}

// TestAnnotationsFindTheirDeclaration: an annotation belongs to what begins on
// its line, else to the next.
func TestAnnotationsFindTheirDeclaration(t *testing.T) {
	m := mustParse(t, "places", `
const N: 2; --! param clients 1..6 "clients"
  --! timing
  T: false;
type c: scalarset(N); --! names A "b c" D-1
  --! ordinal
  -- an ordinary comment between
  token: 0..7;
var x, y: token; --! history
  z: token;
  r: record --! history
    a: token;
  end;
  s: record
    a: token; --! history
    --! history
    b: token;
    d: token;
  end;
function free(): boolean; --! observe
begin return true; end;
function busy(): boolean;
begin return true; end;
ruleset v: c do
  rule "A" --! line C1
    x = 1 ==> begin end;
  --! line C2
  rule "B" x = 1 ==> begin end; --! fault pause
  rule "C" x = 1 ==> begin end;
end;
`)
	var got []string
	note := func(name string, carries bool) {
		if carries {
			got = append(got, name)
		}
	}
	for _, it := range m.Items {
		switch it := it.(type) {
		case *ConstDecl:
			note(it.Name+" param", it.Param != nil)
			note(it.Name+" timing", it.Timing)
		case *TypeDecl:
			note(it.Name+" ordinal", it.Ordinal)
			note(it.Name+" names "+strings.Join(it.Names, ","), it.Names != nil)
		case *VarDecl:
			note(it.Name+" history", it.History)
			if r, ok := it.TypeExpr.(*RecordExpr); ok {
				for _, f := range r.Fields {
					note(it.Name+"."+f.Name+" history", f.History)
				}
			}
		case *Func:
			note(it.Name+" observe", it.Observe)
		case *Ruleset:
			for _, r := range it.Items {
				rule := r.(*Rule)
				note(rule.Name+" line "+rule.Ann.Line, rule.Ann.Line != "")
				note(rule.Name+" fault", rule.Ann.Fault != nil)
			}
		}
	}
	want := []string{
		"N param", "T timing", "c names A,b c,D-1", "token ordinal", "x history", "y history", "r history",
		"s.a history", "s.b history", "free observe", "A line C1", "B line C2", "B fault",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRuleAnnotations(t *testing.T) {
	m := mustParse(t, "rule", `
--! fault pause per c until "Ask" delay [0, TTL*(1 + DRIFT) + 1.5s] while x = 1 & !b
--! restarts "Expire"(c, x + 1) restarts "Other" say "{{{c}}} \"has\" {old(x + 1)}, {x}"
rule "R" begin end;
rule "S" --! delay [RENEW - 10ms, inf)
begin end;
`)
	ident := func(name string) Expr { return &Ident{Name: name} }
	plus := &Binary{Op: Add, X: ident("x"), Y: &Int{Value: 1}}
	latest := &Bound{Op: Add, X: &Bound{Op: Mul, X: leaf("TTL"), Y: &Bound{Op: Add, X: leaf("1"), Y: leaf("DRIFT")}}, Y: leaf("1.5s")}
	want := RuleAnn{
		Fault: &FaultAnn{Kind: "pause", Per: "c", Until: "Ask"},
		Delay: &DelayAnn{Earliest: leaf("0"), Latest: latest, While: &Binary{
			Op: And, X: &Binary{Op: Eq, X: ident("x"), Y: &Int{Value: 1}}, Y: &Unary{Op: Not, X: ident("b")},
		}},
		Restarts: []*RestartAnn{{Rule: "Expire", Args: []Expr{ident("c"), plus}}, {Rule: "Other"}},
		Say: &Template{Pieces: []TemplatePiece{
			{Text: "{"}, {Expr: ident("c")}, {Text: `} "has" `}, {Expr: plus, Old: true}, {Text: ", "}, {Expr: ident("x")},
		}},
	}
	if diff := diffAnn(want, m.Items[0].(*Rule).Ann); diff != "" {
		t.Error(diff)
	}
	if diff := diffAnn(&DelayAnn{Earliest: &Bound{Op: Sub, X: leaf("RENEW"), Y: leaf("10ms")}}, m.Items[1].(*Rule).Ann.Delay); diff != "" {
		t.Error(diff)
	}
}

// TestAnnotationPlaces: expressions inside annotations know where they stand.
func TestAnnotationPlaces(t *testing.T) {
	const text = "rule \"R\" --! say \"é {old(abc)} {d.ef}\" delay [0, 1] while ghi\nbegin end;"
	m := mustParse(t, "places", text)
	ann := m.Items[0].(*Rule).Ann
	for want, e := range map[string]Expr{"abc": ann.Say.Pieces[1].Expr, "d.ef": ann.Say.Pieces[3].Expr, "ghi": ann.Delay.While} {
		at := e.Place()
		if got := text[at.Start.Col-1 : at.End.Col-1]; got != want || at.Start.Line != 1 {
			t.Errorf("the place of %s is that of %q", want, got)
		}
	}
}
