package checker

import "lockcheck/model"

// ruleIndex finds the rule of an instance number. Numbers are in the order of
// rules, so that all between two of one rule are its own.
type ruleIndex struct {
	sys   model.System
	spans []ruleSpan // by rule
	last  int        // answered last: successors come in order
}

type ruleSpan struct{ least, most uint32 }

func (x *ruleIndex) of(id uint32) int {
	if x.spans == nil {
		x.spans = make([]ruleSpan, len(x.sys.Rules()))
		for i := range x.spans {
			x.spans[i] = ruleSpan{1, 0} // empty
		}
	}
	i := x.last
	if id < x.spans[i].least {
		i = 0
	}
	for ; i < len(x.spans); i++ {
		if s := x.spans[i]; s.least <= id && id <= s.most {
			x.last = i
			return i
		}
	}
	rule := x.sys.Instance(id).Rule
	s := &x.spans[rule]
	if s.least > s.most {
		*s = ruleSpan{id, id}
	} else {
		s.least, s.most = min(s.least, id), max(s.most, id)
	}
	x.last = rule
	return rule
}
