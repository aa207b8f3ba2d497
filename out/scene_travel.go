package out

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// addMessages finds what travels: a step at one party makes a step at another
// possible, which takes what it left. A copy travels from where the network made
// it; what a fault takes is lost.
func (s *scene) addMessages() {
	for _, f := range s.trace.Flows {
		from, to := &s.steps[f.From-1], &s.steps[f.To-1]
		if !f.Taken || from.Line == "" && from.Fault != "duplicate" {
			continue
		}
		m := message{from: f.From, to: f.To, source: from.lane, target: to.lane, cause: from.cause && to.cause}
		switch {
		case to.Fault == "loss":
			m.lost, m.target = true, s.addressee(from, to)
		case to.Line == "":
			continue
		}
		if m.source == m.target || m.source < 0 || m.target < 0 || s.serves(m.source) && s.serves(m.target) {
			continue
		}
		m.late = s.heldUp(f)
		// Of two steps of one party, the later one has sent what is taken.
		s.messages = slices.DeleteFunc(s.messages, func(o message) bool { return o.to == m.to && o.source == m.source })
		s.messages = append(s.messages, m)
	}
	sort.SliceStable(s.messages, func(i, j int) bool { return s.messages[i].to < s.messages[j].to })
}

// serves reports whether a lane is the service's, or one of its nodes': what one
// of them leaves to another is no message, since they do not talk.
func (s *scene) serves(lane int) bool {
	kind := s.parties[lane].kind
	return kind == serviceParty || kind == nodeParty
}

// addressee is where a lost message would have gone: to the other party that the
// fault names; else from the service or storage to the client that it names,
// from a client to storage if it is about its work, and else to the service.
func (s *scene) addressee(from, to *sceneStep) int {
	for _, a := range to.Args {
		if i := s.lane(a.Value); i >= 0 && i != from.lane {
			return i
		}
	}
	want := serviceParty
	if strings.HasPrefix(from.Line, "W") {
		want = storageParty
	}
	return slices.IndexFunc(s.parties, func(p party) bool { return p.kind == want })
}

// heldUp reports whether a delay has struck what travels along a flow: the step
// in which it arrives puts back what the delay of that client has changed, or
// before it a step of nobody's own doing.
func (s *scene) heldUp(f checker.Flow) bool {
	for i := f.From; i < f.To-1; i++ {
		delay := &s.steps[i]
		if delay.Fault != "delay" || delay.lane != s.steps[f.From-1].lane && delay.lane != s.steps[f.To-1].lane {
			continue
		}
		for _, end := range s.steps[i+1 : f.To] {
			if end.index != f.To && !(end.Line == "" && end.Fault == "") {
				continue
			}
			for _, a := range delay.Changes {
				if slices.ContainsFunc(end.Changes, func(b checker.Change) bool { return a.Path == b.Path }) {
					return true
				}
			}
		}
	}
	return false
}

// stops are the kinds of fault that stop a client until its next step.
var stops = map[string]string{"pause": "stopped", "freeze": "frozen", "crash": "crashed"}

// takes reports whether a step takes what an earlier one left.
func (s *scene) takes(from, to int) bool {
	return slices.ContainsFunc(s.trace.Flows, func(f checker.Flow) bool { return f.From == from && f.To == to && f.Taken })
}

func (s *scene) addPauses() {
	open := map[int]int{} // by lane: in pauses
	for _, step := range s.steps {
		if i, on := open[step.lane]; on && step.Fault == "" && (step.Line != "" || s.takes(s.pauses[i].from, step.index)) {
			s.pauses[i].to, s.pauses[i].ended = step.index, true
			delete(open, step.lane)
		}
		if note := stops[step.Fault]; note != "" && step.lane >= 0 && s.parties[step.lane].kind == clientParty {
			if i, on := open[step.lane]; on { // it crashes while it is stopped
				s.pauses[i].to, s.pauses[i].ended = step.index, true
			}
			open[step.lane] = len(s.pauses)
			s.pauses = append(s.pauses, stretch{lane: step.lane, from: step.index, to: len(s.steps), note: note})
		}
	}
}

// addStretches adds, for a lane, the longest stretches with one note after each
// step; "" is none.
func (s *scene) addStretches(list []stretch, lane int, note func(step int) string) []stretch {
	for from := 0; from <= len(s.steps); {
		to := from
		for to < len(s.steps) && note(to+1) == note(from) {
			to++
		}
		if note(from) != "" {
			x := stretch{lane: lane, from: from, to: to, note: note(from)}
			if to < len(s.steps) {
				x.to, x.ended = to+1, true
			}
			list = append(list, x)
		}
		from = to + 1
	}
	return list
}

func (s *scene) addBeliefs() {
	for lane, p := range s.parties {
		if p.kind == clientParty {
			s.beliefs = s.addStretches(s.beliefs, lane, func(step int) string {
				return strings.TrimSpace(s.belief.Mark(p.name, step))
			})
		}
	}
}

// takenNote is the note of a lock that nobody holds and that is not free.
const takenNote = "(taken)"

// addLeases finds whom the service takes for the holder, or each node.
func (s *scene) addLeases(r *Report) {
	for lane, p := range s.parties {
		switch p.kind {
		case serviceParty:
			s.leases = s.addStretches(s.leases, lane, func(step int) string {
				var all []string
				for _, c := range s.belief.Clients {
					if s.belief.Holds[step][c] {
						all = append(all, c)
					}
				}
				if s.belief.Taken(step) && !s.several() {
					return takenNote
				}
				return strings.Join(all, " ")
			})
		case nodeParty:
			s.leases = s.addStretches(s.leases, lane, func(step int) string { return s.keyOf(r, p.name, step) })
		}
	}
}

// keyOf is the client whose name stands in a variable of a node after a step.
func (s *scene) keyOf(r *Report, node string, step int) string {
	for _, v := range s.state(step).Vars {
		if v.Defined && contains(s.belief.Clients, v.Value) && r.Owners.Of(v.Path) == Node && indicesOf(v.Path)[0] == node {
			return v.Value
		}
	}
	return ""
}

// state is the state after a step; 0 is the start.
func (s *scene) state(step int) *checker.State {
	if step == 0 {
		return &s.trace.Start
	}
	return &s.trace.Steps[step-1].State
}

// queueVariable is what protocols with a queue call the places in it: numbers,
// by client, of which the lowest is first.
const queueVariable = "entry"

// addQueues reads who stands in line.
func (s *scene) addQueues(r *Report) {
	if r.Owners[queueVariable] != Service || s.lane(laneService) < 0 {
		return
	}
	for step := 0; step <= len(s.steps); step++ {
		type place struct {
			number int
			name   string
		}
		var line []place
		for _, v := range s.state(step).Vars {
			n, err := strconv.Atoi(v.Value)
			if at := indicesOf(v.Path); bareOf(v.Path) == queueVariable && err == nil && n > 0 && len(at) > 0 {
				line = append(line, place{n, at[0] + ":" + v.Value})
			}
		}
		sort.SliceStable(line, func(i, j int) bool { return line[i].number < line[j].number })
		var names []string
		for _, p := range line {
			names = append(names, p.name)
		}
		s.queues = append(s.queues, strings.Join(names, " "))
	}
}
