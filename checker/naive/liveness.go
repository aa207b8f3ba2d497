package naive

// decideLiveness decides, after all states are known, from which of them a
// state with the predicate cannot be reached by steps that are no faults. It
// goes backwards from the states that have it.
func (s *search) decideLiveness() {
	before := make([][]int, len(s.states))
	for i, st := range s.states {
		for _, a := range st.steps {
			if s.model.Rules[a.Rule].Ann.Fault == nil {
				before[a.to] = append(before[a.to], i)
			}
		}
	}
	for g, goal := range s.goals {
		reaches := make([]bool, len(s.states))
		var mark func(i int)
		var open []int
		mark = func(i int) {
			if !reaches[i] {
				reaches[i] = true
				open = append(open, i)
			}
		}
		for i, st := range s.states {
			if st.goals[g] {
				mark(i)
			}
		}
		for len(open) > 0 {
			i := open[len(open)-1]
			open = open[:len(open)-1]
			for _, j := range before[i] {
				mark(j)
			}
		}
		for i, st := range s.states {
			if !reaches[i] {
				s.sight(goal.row, sighting{level: st.level, from: i})
			}
		}
	}
}
