package murphi

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// prelude declares what the table tests use.
const prelude = "type t: 0..9; var x, y: t; a, b, c: boolean; m: array [t] of t;\nstartstate begin x := 0; end;\n"

// parseExpr parses one expression, or returns the first error.
func parseExpr(text string) (Expr, string) {
	m, ds := Parse(&Source{Name: "expr", Text: "invariant \"e\" " + text})
	if ds.HasErrors() {
		return nil, ds[0].Message
	}
	return m.Items[0].(*Rule).Expr, ""
}

// full writes an expression with all its parentheses, in symbols that tell
// && from &.
func full(e Expr) string {
	switch e := e.(type) {
	case *Unary:
		return "(" + e.Op.String() + full(e.X) + ")"
	case *Binary:
		op := e.Op.String()
		if e.Double {
			op += op
		}
		return "(" + full(e.X) + " " + op + " " + full(e.Y) + ")"
	case *Cond:
		return "(" + full(e.C) + " ? " + full(e.X) + " : " + full(e.Y) + ")"
	}
	return PrintExpr(e)
}

func TestPrecedence(t *testing.T) {
	for text, want := range map[string]string{
		"!a = b":                       "(!(a = b))",
		"!a & b":                       "((!a) & b)",
		"a = !b = c & a":               "((a = (!(b = c))) & a)",
		"a | b & c":                    "(a | (b & c))",
		"a && b | c":                   "(a && (b | c))",
		"a ∧ b | c":                    "(a && (b | c))",
		"a || b ∨ c && a":              "((a || b) || (c && a))",
		"a & b ∨ c":                    "((a & b) || c)",
		"x | y ^ x & y":                "(x | (y ^ (x & y)))",
		"a -> b || c":                  "(a -> (b || c))",
		"a -> b ? c : a":               "((a -> b) ? c : a)",
		"a ? b : c -> a":               "(a ? b : (c -> a))",
		"a ? b ? c : a : b":            "(a ? (b ? c : a) : b)",
		"x + y * x = y":                "((x + (y * x)) = y)",
		"x - y - x = y":                "(((x - y) - x) = y)",
		"x / y % x = y":                "(((x / y) % x) = y)",
		"x << 1 + y = y":               "((x << (1 + y)) = y)",
		"-x << 1 = y":                  "(((-x) << 1) = y)",
		"-x * y = y":                   "(((-x) * y) = y)",
		"-x - -y = y":                  "(((-x) - (-y)) = y)",
		"~-x * y = y":                  "(((~(-x)) * y) = y)",
		"2 * -x + 1 = y":               "(((2 * (-x)) + 1) = y)",
		"+x = y":                       "(x = y)",
		"m[x + 1] ≥ 0x1F":              "(m[x + 1] >= 31)",
		"TRUE & False":                 "(true & false)",
		"(a & (b & c))":                "(a & (b & c))",
		"forall i: t do a & b end & c": "(forall i: t do a & b end & c)",
	} {
		e, problem := parseExpr(text)
		if problem != "" {
			t.Errorf("%s: %s", text, problem)
			continue
		}
		if got := full(e); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

// TestPrintExprParentheses: what is printed has the parentheses that it needs.
func TestPrintExprParentheses(t *testing.T) {
	for _, text := range []string{
		"!(a & b)", "!a & b", "!a = b", "(!a) = b", "(a = b) = c", "a = (b = c)", "a -> (b -> c)", "(a -> b) -> c",
		"(a ? b : c) ? a : b", "a ? b : (c ? a : b)", "a ? b ? c : a : b", "x - (y - 1)", "x - y - 1", "-(-x)", "-(x * y)",
		"-x * y", "~(x + 1)", "x - -y", "(x & 1) = 1", "x & y = 1", "(a && b) | c", "a && b | c", "isundefined(m[x])",
		"exists i := 9 to 0 by -1 do m[i] = x end", "f(a, (b = c), x + 1)", "(x + 1) * 2", "-(x + 1)", "-x",
	} {
		e, problem := parseExpr(text)
		if problem != "" {
			t.Errorf("%s: %s", text, problem)
			continue
		}
		want := strings.ReplaceAll(text, "f(a, (b = c),", "f(a, b = c,")
		if got := PrintExpr(e); got != want {
			t.Errorf("%s is printed as %s", want, got)
		}
	}
}

// dialect lists texts that Rumur accepts or refuses, and whether we do the
// same. The first word says what: "both" accept, "neither" does, "rumur" or
// "we" alone.
var dialect = []string{
	"both rule begin end", "both rule begin end;;; rule begin end;", "both rule x = 1 ==> x := 2; end", "neither rule x := 2; end",
	"both rule if a then x := 1; end; end", "both rule \"r\" begin endrule", "neither rule begin endif", "neither rule begin ; end",
	"both rule begin x := 1;; x := 2 end", "neither rule begin x := 1 x := 2; end", "neither rule a ==> var z: t; z := 1; end",
	"both rule a ==> var z: t; begin z := 1; end", "both rule a ==> const K: 3; type s: 0..K; var z: s; begin z := K; end",
	"both startstate x := 1; end", "both startstate \"s\" begin end", "both ruleset i: t do startstate begin x := i; end; end",
	"both ruleset i: t;; j: t do rule begin x := j; end endruleset", "neither ruleset i: t; do rule begin end; end",
	"neither ruleset i: t do var z: t; rule begin end; end", "neither ruleset i: t do function f(); begin end; end",
	"both alias q: x; r: y do rule begin q := r; end; end", "both alias q, r: x do rule begin q := r; end; end", "both alias do rule begin end; end",
	"both invariant a", "both invariant \"n\" a;", "both invariant a \"n\";", "neither invariant \"n\" a \"n\"", "both assert a assume b cover c",
	"both liveness \"l\" a", "both rule begin assert \"n\" a; assert a \"n\"; assume a; cover b; invariant c; end",
	"both var z: 0..1 w: 0..1", "both var z, w: 0..1;;; v: t", "neither var ; z: t", "both const K: 3 L: K + 1;", "both const", "both type e: enum { p, q, }",
	"both type e: enum {};", "both type r: record u, v: t w: t endrecord", "both type s: scalarset(3); u: array [s] of array [boolean] of s",
	"both type w: 1..3 + 1", "neither type w: 5", "neither type w: (t)", "neither type w: [0..3]", "both var z: 0 .. true ? 1 : 2",
	"both function f(): t; return 1; end", "both function f(u, v: t; var w: t): t; begin return u; endprocedure;", "neither function f(u, v,: t); begin end",
	"both function f(u: t v: t;); begin end", "both procedure f(): t begin return 1; end", "both function f() end", "both function f(); var z: t; return; end",
	"both function f(u: t): t; begin return u; end; rule begin x := f(1,); end", "neither function f(): t; begin return 1; end; rule begin x := f(,); end",
	"both rule begin if a then x := 1 elsif b then x := 2; else endif; end", "neither rule begin if a then else x := 1; elsif b then end; end",
	"both rule begin switch x case 1, 2,: y := 1 case 3: else y := 2; endswitch; end", "both rule begin switch x end; end",
	"rumur rule begin switch x case : y := 1; end; end", "both rule begin for i := 0 to 9 by 3 do x := i; endfor; for i: t do end; while a do end; end",
	"both rule begin for i := 0 to 3do x := i; end; end", "both rule begin put \"s\"; put x; put a; end", "neither rule begin put; end",
	"both rule begin clear x; undefine m[1]; clear m; end", "neither rule begin clear x + 1; end", "neither rule begin error x; end",
	"both invariant isundefined(m[1])", "neither invariant isundefined((x))", "neither invariant isundefined(x + 1)", "neither invariant (m)[1] = 2",
	"neither invariant 0 < x < 3", "neither invariant a = b = c", "neither invariant a -> b -> c", "neither invariant a ? b : c ? a : b", "both invariant a ? b ? c : a : b",
	"both invariant !a = b", "both invariant a = !b", "both invariant x = 1 + -y", "both invariant x = - -y", "both invariant x = ~y + +y", "both invariant x = 010",
	"neither invariant x = 08", "neither invariant x = 1.5", "neither var _z: t", "both var choose: t", "neither var z: real", "neither type z: union { t, t }",
	"both invariant x = 0X1f", "both invariant “n” a", "both invariant “n\" a", "neither invariant x = 2 × 3", "neither invariant x = 3 ÷ 1", "neither invariant x = 3 − 1",
	"both invariant ∀ i: t do ∃ j: t do i ≤ j ∧ j ≥ i ∨ i ≠ j end end", "both rule ¬a ⇒ begin x ≔ 1; end", "both invariant a → b",
	"both RULE TRUE ==> BEGIN X; END", "both invariant x == 1 && a || b", "rumur rule \"two\nlines\" begin end", "rumur var : t", "rumur /* open",
	"both -- comment\nrule begin /* c */ end /* ** */", "neither end", "neither rule begin", "neither rule \"x\" a => begin end", "neither rule begin x = 1; end",
	"rumur ruleset i: t do alias q: i do invariant q >= 0; end; end; const : 3;",
}

func TestDialect(t *testing.T) {
	rumur, err := exec.LookPath("rumur")
	if err != nil {
		t.Log("rumur is not installed: only our own verdicts are checked")
	}
	dir := t.TempDir()
	for _, entry := range dialect {
		who, text, _ := strings.Cut(entry, " ")
		text = strings.ReplaceAll(text, "BEGIN X; END", "BEGIN x := 1; END")
		whole := prelude + text
		_, ds := Parse(&Source{Name: "dialect", Text: whole})
		if ours := !ds.HasErrors(); ours != (who == "both" || who == "we") {
			t.Errorf("%s: accepted by us: %v %v", entry, ours, ds)
		}
		if rumur == "" {
			continue
		}
		file := filepath.Join(dir, "m.m")
		if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(rumur, "-o", filepath.Join(dir, "m.c"), file).CombinedOutput()
		if theirs := err == nil; theirs != (who == "both" || who == "rumur") {
			t.Errorf("%s: accepted by rumur: %v\n%s", entry, theirs, out)
		}
	}
}

// TestHostileInputs: whatever the text, there is an answer soon.
func TestHostileInputs(t *testing.T) {
	deep := 20_000
	for name, text := range map[string]string{
		"parentheses":      "invariant " + strings.Repeat("(", deep),
		"balanced":         "invariant " + strings.Repeat("(", deep) + "x" + strings.Repeat(")", deep),
		"not":              "invariant " + strings.Repeat("!", deep) + "x",
		"sum":              "invariant x" + strings.Repeat(" + x", deep),
		"implications":     "invariant " + strings.Repeat("(x -> ", deep),
		"conditionals":     "invariant " + strings.Repeat("x ? ", deep),
		"indices":          "invariant " + strings.Repeat("x[", deep),
		"index chain":      "invariant x" + strings.Repeat("[0]", deep),
		"fields":           "invariant x" + strings.Repeat(".y", deep),
		"quantifiers":      "invariant " + strings.Repeat("forall i: t do ", deep),
		"ifs":              "rule begin " + strings.Repeat("if x then ", deep),
		"elsifs":           "rule begin if x then " + strings.Repeat("elsif x then ", deep),
		"rulesets":         strings.Repeat("ruleset i: t do ", deep),
		"records":          "var x: " + strings.Repeat("record x: ", deep),
		"arrays":           "var x: " + strings.Repeat("array [t] of ", deep),
		"semicolons":       strings.Repeat(";", deep),
		"ends":             strings.Repeat("end ", deep),
		"begins":           strings.Repeat("begin ", deep),
		"bad statements":   "rule begin " + strings.Repeat("wile x := ; ", deep),
		"bad declarations": "var " + strings.Repeat("x: ; ", deep),
		"bad characters":   strings.Repeat("#@", deep),
		"annotations":      strings.Repeat("--! history\n", deep),
		"misplaced":        "rule begin\n" + strings.Repeat("--! history\n", deep) + "end;",
		"annotated":        "var\n" + strings.Repeat("x: t; --! history\n", deep),
		"same line":        "var " + strings.Repeat("x: t; ", deep) + "--! history\n",
		"includes":         strings.Repeat("--! include \"a\"\n", deep),
		"delay":            "rule --! delay [" + strings.Repeat("(", deep) + "\nbegin end",
		"minus":            "rule --! delay [" + strings.Repeat("-", deep) + "\nbegin end",
		"open say":         "rule --! say \"" + strings.Repeat("{", deep) + "\"\nbegin end",
		"pieces":           "rule --! say \"" + strings.Repeat("{x}", deep) + "\"\nbegin end",
		"nested types":     "function f(" + strings.Repeat("x: record ", deep),
		"long name":        "var " + strings.Repeat("x", deep) + " 0;",
		"octal":            "invariant " + strings.Repeat("010+", deep),
		"too large":        strings.Repeat("x", MaxSource+1),
		"flat bodies":      "rule begin " + strings.Repeat("if x then ", 400) + strings.Repeat(" end ", 400) + " end;",
	} {
		t.Run(name, func(t *testing.T) {
			m, ds := Parse(&Source{Name: "hostile", Text: text})
			if len(ds) > maxDiagnostics+1 {
				t.Errorf("%d diagnostics", len(ds))
			}
			var b strings.Builder
			if err := ds.Render(&b, m.Sources); err != nil {
				t.Error(err)
			}
			if b.Len() > 64<<10 {
				t.Errorf("the diagnostics take %d bytes", b.Len())
			}
			Format(&Source{Name: "hostile", Text: text})
		})
	}
}
