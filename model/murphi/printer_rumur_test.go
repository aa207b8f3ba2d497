package murphi

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// randomExpr makes a well-typed expression over boolean a, b, c and numeric x, y.
func randomExpr(r *rand.Rand, boolean bool, depth int) Expr {
	pick := func(names ...string) Expr { return &Ident{Name: names[r.IntN(len(names))]} }
	sub := func(b bool) Expr { return randomExpr(r, b, depth-1) }
	if depth == 0 {
		if boolean {
			return pick("a", "b", "c")
		}
		return pick("x", "y")
	}
	if !boolean {
		switch r.IntN(6) {
		case 0:
			return &Unary{Op: []Op{Neg, BitNot}[r.IntN(2)], X: sub(false)}
		case 1:
			return &Cond{C: sub(true), X: sub(false), Y: sub(false)}
		default:
			return &Binary{Op: []Op{Add, Sub, Mul, Div, Mod, Shl, Shr, And, Or, BitXor}[r.IntN(10)], X: sub(false), Y: sub(false)}
		}
	}
	switch r.IntN(6) {
	case 0:
		return &Unary{Op: Not, X: sub(true)}
	case 1:
		return &Cond{C: sub(true), X: sub(true), Y: sub(true)}
	case 2, 3:
		op := []Op{Lt, Le, Eq, Ne, Ge, Gt}[r.IntN(6)]
		numbers := op != Eq && op != Ne || r.IntN(2) == 0
		return &Binary{Op: op, X: sub(!numbers), Y: sub(!numbers)}
	default:
		op := []Op{And, Or, Implies}[r.IntN(3)]
		return &Binary{Op: op, X: sub(true), Y: sub(true), Double: op != Implies && r.IntN(2) == 0}
	}
}

// TestRumurReadsWhatWePrint: Rumur's tools translate printed expressions just
// as they do the same expressions with all parentheses, and so do we.
func TestRumurReadsWhatWePrint(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, seed))
	// Rumur takes & and | for logical if the left operand has a named type.
	const declarations = "var x, y: 0..9; a, b, c: boolean;\nstartstate begin x := 0; end;\n"
	printed, explicit := declarations, declarations
	for i := range 300 {
		e := randomExpr(r, true, 1+i%5)
		printed += fmt.Sprintf("rule \"r%d\" %s ==> begin end;\n", i, PrintExpr(e))
		explicit += fmt.Sprintf("rule \"r%d\" %s ==> begin end;\n", i, full(e))
	}
	if diff := cmp.Diff(mustParse(t, "printed", printed).Items, mustParse(t, "explicit", explicit).Items, sameTree); diff != "" {
		t.Errorf("seed %d: we read them differently:\n%s", seed, diff)
	}
	translator, err := exec.LookPath("murphi2c")
	if err != nil {
		t.Skip("Rumur's murphi2c is not installed")
	}
	translate := func(text string) string {
		file := filepath.Join(t.TempDir(), "m.m")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(translator, file).CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out)
		}
		return string(out)
	}
	if diff := cmp.Diff(translate(explicit), translate(printed)); diff != "" {
		t.Errorf("seed %d: Rumur reads them differently:\n%s", seed, diff)
	}
}

// TestRumurAcceptsPrintedProtocols: a protocol of the library, printed with its
// parts in place, is a model that Rumur accepts.
func TestRumurAcceptsPrintedProtocols(t *testing.T) {
	rumur, err := exec.LookPath("rumur")
	if err != nil {
		t.Skip("rumur is not installed")
	}
	fsys := fstest.MapFS{}
	for name, text := range sampleModels(t) {
		if rest, ok := strings.CutPrefix(name, "../../specs/"); ok {
			fsys[rest] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	for name := range fsys {
		if strings.HasPrefix(name, "part/") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m, ds := Load(fsys, name)
			if ds.HasErrors() {
				t.Fatal(ds.Err())
			}
			dir := t.TempDir()
			file := filepath.Join(dir, "m.m")
			if err := os.WriteFile(file, []byte(Print(m)), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(rumur, "-o", filepath.Join(dir, "m.c"), file).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
