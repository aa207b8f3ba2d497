package out

import (
	"fmt"
	"strings"

	"lockcheck/checker"
)

// claimUnsafe says what is violated. It reports false if that is all there is to
// say: see shortest.
func (p *printer) claimUnsafe(q *checker.PropertyResult) bool {
	p.paragraph(fmt.Sprintf("%s is violated after %s, %s.", q.Name, plural(len(q.Trace.Steps), "step"), faultCount(q.Trace)))
	if !p.shortest(q) {
		return false
	}
	if m := p.r.Meanings[q.Name]; m.Broken != "" {
		p.paragraph(sentence(m.Broken))
	}
	p.approximate(q.Trace)
	if r := p.r.Bounded; r != nil {
		p.paragraph("That is for any timing. " + sentence(numbersSaid(&r.Config)+": "+strings.ToUpper(r.Result.Verdict.String())+"; see the end"))
	}
	p.margin()
	return true
}

// claimSafe says what a verdict SAFE means, and what it rests on.
func (p *printer) claimSafe() {
	p.paragraph(fmt.Sprintf("%s in every reachable state (%s).", p.allHold(), p.counts()))
	if missed := unreached(p.r.Result); len(missed) > 0 {
		p.blank()
		p.warn("But never exercised: " + strings.Join(missed, "; "))
	}
	if kinds := p.impossible(); len(kinds) > 0 {
		p.warn("With these parameters no fault of this kind can happen: " + strings.Join(kinds, ", "))
	}
	p.margin()
}

// claimBounded says why a search ended early, and what is claimed all the same.
func (p *printer) claimBounded() {
	res := p.r.Result
	reason := "the search did not end"
	if res.Limit != nil {
		reason = LimitText(res.Limit)
	}
	p.paragraph(sentence(reason))
	p.paragraph(bounded(res))
}

// claimRun says what a run shows that is not known to violate anything.
func (p *printer) claimRun() {
	text := "A run of " + plural(len(p.r.Run.Steps), "step")
	if len(p.r.Run.Steps) > 0 {
		text += ", " + faultCount(p.r.Run)
	}
	if p.r.Result.Limit != nil {
		text += "; " + LimitText(p.r.Result.Limit)
	}
	p.paragraph(text + ".")
}
