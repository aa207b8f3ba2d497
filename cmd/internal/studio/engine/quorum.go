package engine

import (
	"math/big"
	"slices"
	"strings"

	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
)

// quorums is who has the keys of the nodes, for each moment; nil for other locks.
func (v *view) quorums() []*Quorum {
	all := make([]*Quorum, len(v.states))
	nodes := v.nodes()
	if nodes == nil {
		return all
	}
	jumped := map[string]bool{}
	windows := v.windows()
	for i, s := range v.states {
		if i > 0 {
			if step := &v.trace.Steps[i-1]; step.Rule == "ClockJump" {
				jumped[step.Args[0].Value] = true
			}
		}
		q := &Quorum{Needed: len(nodes)/2 + 1, Clients: windows[i]}
		keys := map[string]int{}
		for _, n := range nodes {
			node := nodeOf(s, n, jumped[n])
			if node.State == "held" {
				keys[node.Owner]++
			}
			q.Nodes = append(q.Nodes, node)
		}
		for _, c := range v.clients {
			q.Grants = append(q.Grants, Granted{c, keys[c]})
		}
		all[i] = q
	}
	return all
}

// nodes are the names of the nodes, in the model's order; nil if there are none.
func (v *view) nodes() (all []string) {
	for _, x := range v.trace.Start.Vars {
		if rest, ok := strings.CutPrefix(x.Path, "db["); ok {
			if name, ok := strings.CutSuffix(rest, "].key"); ok {
				all = append(all, name)
			}
		}
	}
	return all
}

func nodeOf(s state, name string, jumped bool) QuorumNode {
	n := QuorumNode{Name: name, Owner: s.get("db[%s].owner", name), Clock: "true"}
	if jumped {
		n.Clock = "jumped"
	}
	switch key := s.get("db[%s].key", name); {
	case s.get("db[%s].away", name) == "true":
		n.State = "away"
	case key == "available":
		n.State = "free"
	case key == "held":
		n.State = "held"
	default:
		n.State = "ending" // released, or its time is up; it goes soon, or with its lease
	}
	return n
}

// windows are the times in which clients rely on their keys, by their own
// timers, for each moment. A client has none while it is idle, or never looks at
// its clock.
func (v *view) windows() [][]Validity {
	all := make([][]Validity, len(v.states))
	for i := range all {
		all[i] = []Validity{}
	}
	if !v.timed() {
		return all
	}
	clocks := v.run.Clocks(v.trace.Times, func(r *murphi.Rule) bool { return r.Title == "TimeUp" || r.Title == "TimeUpLater" })
	last := map[string]*Validity{}
	for i, s := range v.states {
		for _, c := range v.clients {
			if s.get("at[%s].phase", c) == "idle" {
				delete(last, c)
				continue
			}
			if clock := clockOf(clocks[i], c); clock != nil {
				last[c] = v.window(c, clock)
			}
			if w := last[c]; w != nil {
				w.Passed = s.get("overdue[%s]", c) == "true"
				all[i] = append(all[i], *w)
			}
		}
		slices.SortStableFunc(all[i], func(a, b Validity) int { return strings.Compare(a.Client, b.Client) })
	}
	return all
}

// window is the time that a timer leaves.
func (v *view) window(client string, c *naive.Clock) *Validity {
	until := new(big.Rat).Add(c.Since, v.settings.Delay(c.Rule).Earliest)
	return &Validity{Client: client, From: nanoseconds(c.Since), Until: nanoseconds(until)}
}
