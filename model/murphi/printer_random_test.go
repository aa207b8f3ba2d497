package murphi

import (
	"fmt"
	"math/rand/v2"
	"testing"

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

const printSeed = 7

// randomModels makes a model of random expressions twice: as it is printed, and
// with all parentheses.
func randomModels() (printed, explicit string) {
	r := rand.New(rand.NewPCG(printSeed, printSeed))
	// Rumur takes & and | for logical if the left operand has a named type.
	const declarations = "var x, y: 0..9; a, b, c: boolean;\nstartstate begin x := 0; end;\n"
	printed, explicit = declarations, declarations
	for i := range 300 {
		e := randomExpr(r, true, 1+i%5)
		printed += fmt.Sprintf("rule \"r%d\" %s ==> begin end;\n", i, PrintExpr(e))
		explicit += fmt.Sprintf("rule \"r%d\" %s ==> begin end;\n", i, full(e))
	}
	return printed, explicit
}

// TestRandomExpressionsReadAsPrinted: a printed expression is read as the same
// expression with all parentheses is.
func TestRandomExpressionsReadAsPrinted(t *testing.T) {
	printed, explicit := randomModels()
	if diff := cmp.Diff(mustParse(t, "printed", printed).Items, mustParse(t, "explicit", explicit).Items, sameTree); diff != "" {
		t.Errorf("seed %d: they are read differently:\n%s", printSeed, diff)
	}
}
