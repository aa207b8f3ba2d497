package engine

import "strconv"

// arrivals are the rules with which a write reaches storage: whether storage
// takes it, and whether it is a copy.
var arrivals = map[string]struct{ accepted, stray bool }{
	"Apply":      {true, false},
	"Refuse":     {false, false},
	"ApplyCopy":  {true, true},
	"RefuseCopy": {false, true},
}

// judged reads what storage has said of each write.
func (v *view) judged() []Write {
	all := []Write{}
	g := v.guard()
	seen := map[int]int{} // the highest token taken, by mark
	for i, step := range v.trace.Steps {
		a, ok := arrivals[step.Rule]
		if !ok || len(step.Args) == 0 || step.Failure != nil {
			continue
		}
		before := v.states[i]
		c := sentOf(before, step.Args[0].Value, a.stray)
		r := g.resource(c.number)
		highest := seen[g.mark(r)]
		if g.keepsMark() && !g.looksAway(c.number) {
			highest = before.number("mark[%d]", g.mark(r))
		}
		w := Write{Step: i + 1, Client: c.client, Token: numberText(c.token), Highest: numberText(highest), Accepted: a.accepted}
		if g.resources > 1 {
			w.Resource = strconv.Itoa(r)
		}
		w.Stale = late(before, c.client, a.stray, r)
		if _, w.Reason = g.judge(before, c, highest); c.token == 0 && g.rule == "none" {
			w.Reason = "there is no token to look at: storage takes every write"
		}
		if a.accepted {
			seen[g.mark(r)] = max(seen[g.mark(r)], c.token)
		}
		all = append(all, w)
	}
	return all
}

// late reports whether a write to a resource would come after one of a newer
// grant.
func late(s state, client string, stray bool, resource int) bool {
	mail := "own"
	if stray {
		mail = "stray"
	}
	return s.number("note[%s]["+mail+"].grant", client) < s.number("applied[%d]", resource)
}
