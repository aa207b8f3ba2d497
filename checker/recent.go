package checker

import (
	"slices"

	"lockcheck/model"
)

// recent is a worker's memory of states that it has sent lately: a small
// direct-mapped array in front of the store, which catches most repetitions.
// It forgets, but never takes one state for another.
type recent struct {
	w     int
	words []uint64
	taken []bool
}

// recentSlots keeps the array of one-word states in the second-level cache.
const recentSlots = 1 << 12

func newRecent(w int) recent {
	return recent{w: w, words: make([]uint64, recentSlots*w), taken: make([]bool, recentSlots)}
}

// seen reports whether s is remembered, and remembers it.
func (r *recent) seen(s []uint64, h uint64) bool {
	i := int(h>>16) & (recentSlots - 1)
	slot := r.words[i*r.w : (i+1)*r.w]
	if r.taken[i] && slices.Equal(slot, s) {
		return true
	}
	copy(slot, s)
	r.taken[i] = true
	return false
}

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
