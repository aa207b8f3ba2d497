package out

import (
	"fmt"
	"math/big"
	"strings"

	"lockcheck/checker"
)

// shortest says how many counterexamples as short as the one that is shown
// there are, if that was asked. It reports false if a later one was asked for
// than there is: then that is all there is to say.
func (p *printer) shortest(q *checker.PropertyResult) bool {
	s := q.Shortest
	switch {
	case !p.r.AllShortest && p.r.Next == 0:
		return true
	case s == nil:
		p.paragraph("How many others as short there are is not known: the search ended too early.")
		return true
	case s.Shown != p.r.Next:
		p.paragraph(fmt.Sprintf("There is no number %d: %s has %s.", p.r.Next+1, q.Name, shortestText(s)))
		return false
	case s.Shown > 0:
		p.paragraph(fmt.Sprintf("Number %d, up to names, of %s%s.", s.Shown+1, shortestText(s), p.anotherText(s)))
	case isOne(s.Runs):
		p.paragraph("No other is as short.")
	default:
		p.paragraph(fmt.Sprintf("One of %s%s.", shortestText(s), p.anotherText(s)))
	}
	return true
}

// shortestText counts: "10 shortest counterexamples, 5 up to names".
func shortestText(s *checker.Shortest) string {
	switch {
	case isOne(s.Runs):
		return "1 shortest counterexample"
	case isOne(s.Classes):
		return bigNumber(s.Runs) + " shortest counterexamples, which differ in names only"
	case s.Runs.Cmp(s.Classes) == 0:
		return bigNumber(s.Runs) + " shortest counterexamples"
	}
	return bigNumber(s.Runs) + " shortest counterexamples, " + bigNumber(s.Classes) + " up to names"
}

// anotherText says how to see the one after.
func (p *printer) anotherText(s *checker.Shortest) string {
	n := s.Shown + 1
	switch {
	case n > checker.MostNext, s.Classes.Cmp(big.NewInt(int64(n))) <= 0:
		return ""
	case n == 1:
		return "; --next shows another"
	}
	return fmt.Sprintf("; --next=%d shows another", n)
}

func isOne(n *big.Int) bool { return n.Cmp(big.NewInt(1)) == 0 }

// bigNumber writes a number as [Number] does.
func bigNumber(n *big.Int) string {
	digits := n.String()
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
