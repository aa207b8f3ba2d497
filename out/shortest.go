package out

import (
	"fmt"
	"math/big"

	"lockcheck/checker"
)

// shortest says how many counterexamples as short as the one that is shown
// there are, if that was asked. It reports false if a later one was asked for
// than there is: then that is all there is to say.
func (p *printer) shortest(q *checker.PropertyResult) bool {
	if text := countText(p.r, q); text != "" {
		p.paragraph(text)
	}
	return explainedIn(p.r) != nil
}

// explainedIn returns the property whose counterexample is drawn: that which is
// explained, unless a later counterexample was asked for than it has.
func explainedIn(r *Report) *checker.PropertyResult {
	q := explained(r.Result)
	if q != nil && q.Shortest != nil && q.Shortest.Shown != r.Next {
		return nil
	}
	return q
}

// noNext says that there is no counterexample as late as was asked for.
func noNext(r *Report, q *checker.PropertyResult) string {
	return fmt.Sprintf("There is no number %d: %s has %s.", r.Next+1, q.Name, shortestText(q.Shortest))
}

// countText says in a sentence how many counterexamples there are; "" if nobody
// has asked.
func countText(r *Report, q *checker.PropertyResult) string {
	s := q.Shortest
	switch {
	case !r.AllShortest && r.Next == 0:
		return ""
	case s == nil:
		return "How many others as short there are is not known: the search ended too early."
	case s.Shown != r.Next:
		return noNext(r, q)
	case s.Shown > 0:
		return fmt.Sprintf("Number %d, up to names, of %s%s.", s.Shown+1, shortestText(s), anotherText(s))
	case isOne(s.Runs):
		return "No other is as short."
	}
	return fmt.Sprintf("One of %s%s.", shortestText(s), anotherText(s))
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
func anotherText(s *checker.Shortest) string {
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
