package engine

import (
	"slices"
	"strconv"
	"strings"

	"lockcheck/model/murphi"
)

// The states of a lock, as an observer sees them who sees everything.
const (
	statusFree      = "free"
	statusHeld      = "held"
	statusProtected = "protected"   // somebody believes wrongly, and can do no harm
	statusSplit     = "split-brain" // somebody believes wrongly, and nothing keeps its writes out
	statusBroken    = "broken"      // harm is done
)

// moments is what counters and status show, the start first.
func (v *view) moments() []Moment {
	all := make([]Moment, len(v.states))
	token, leases, queues, quorums := v.tokens(), v.leases(), v.queues(), v.quorums()
	next := 0
	for i, s := range v.states {
		m := &all[i]
		if i > 0 {
			m.Accepted, m.Refused, m.Stale = all[i-1].Accepted, all[i-1].Refused, all[i-1].Stale
		}
		for ; next < len(v.writes) && v.writes[next].Step <= i; next++ {
			switch w := &v.writes[next]; {
			case !w.Accepted:
				m.Refused++
			case w.Stale:
				m.Stale++
				m.Accepted++
			default:
				m.Accepted++
			}
		}
		if v.timed() {
			m.Time = murphi.TimeSpan.Text(v.at(i))
		}
		m.Token, m.Lowest, m.Waiting = token[i], v.lowest(s), v.waiting(s)
		m.Status, m.Says = v.status(s, v.writes[:next])
		m.Leases, m.Queue, m.Quorum = leases[i], queues[i], quorums[i]
	}
	return all
}

// tokens is the token of the latest grant: that of the client that has the
// latest, while it has it, and then still.
func (v *view) tokens() []string {
	var all []string
	token, grants := "", 0
	for _, s := range v.states {
		if n := s.number("grants"); n != grants {
			token, grants = "", n
		}
		for _, c := range v.clients {
			shown := s.number("shown[%s].token", c)
			if grants > 0 && shown > 0 && s.number("note[%s][own].grant", c) == grants && s.get("note[%s][own].borrowed", c) != "true" {
				token = strconv.Itoa(shown)
			}
		}
		all = append(all, token)
	}
	return all
}

// lowest is the lowest token that storage takes, "" if it takes any, or does not
// look at tokens; "none" if it takes nothing. Of two resources with a mark each,
// where these differ: "2 and any".
func (v *view) lowest(s state) string {
	g := v.guard()
	if g.rule == "refuse-all" {
		return "none"
	}
	if !g.keepsMark() {
		return ""
	}
	var all []string
	for r := 1; r <= g.resources; r++ {
		if g.mark(r) != r || g.first && r == 2 {
			continue
		}
		n := s.number("mark[%d]", r)
		if n > 0 && g.rule == "reject-lower-or-equal" {
			n++
		}
		if g.readsHaveMark() {
			n = max(n, s.number("read_mark"))
		}
		text := numberText(n)
		if text == "" {
			text = "any"
		}
		all = append(all, text)
	}
	if len(all) == 2 && all[0] != all[1] {
		return all[0] + " and " + all[1]
	}
	if all[0] == "any" {
		return ""
	}
	return all[0]
}

// waits are the phases of a client that wants the lock.
var waits = []string{"asking", "creating", "listing", "checking", "waiting", "notified", "seeking"}

// waiting counts the clients that want the lock and have not got it.
func (v *view) waiting(s state) (n int) {
	for _, c := range v.clients {
		if slices.Contains(waits, s.get("at[%s].phase", c)) && !s.holds(c) {
			n++
		}
	}
	return n
}

// status says how the lock is.
func (v *view) status(s state, writes []Write) (status, says string) {
	if harm := harm(s, writes); harm != "" {
		return statusBroken, harm
	}
	var holders, strangers, believers, dangers []string
	for _, c := range v.clients {
		if s.holds(c) {
			holders = append(holders, c)
		}
		if s.believes(c) {
			believers = append(believers, c)
			if !s.holds(c) {
				strangers = append(strangers, c)
				if !v.kept(s, c) {
					dangers = append(dangers, c)
				}
			}
		}
	}
	switch {
	case len(dangers) > 0 && len(believers) == 1 && s.get("delayed") == "true":
		return statusProtected, mistaken(strangers, holders) + " The lock-delay keeps the others out for now."
	case len(holders) > 1 && len(believers) > 1:
		return statusSplit, names(believers) + " all believe that they have the lock, and the service says so."
	case len(dangers) > 0:
		return statusSplit, mistaken(strangers, holders) + " Nothing keeps a write of " + names(dangers) + " out."
	case len(strangers) > 0:
		return statusProtected, mistaken(strangers, holders) + " Storage refuses what it writes" + v.since(s, strangers)
	case len(holders) > 0 && len(believers) == 0:
		return statusHeld, owed(s, holders[0])
	case len(holders) > 0:
		return statusHeld, names(holders) + " has the lock."
	case s.free():
		return statusFree, "The lock is free."
	}
	return statusHeld, "Nobody has the lock, and it is not free yet."
}

// since says from when on storage refuses what clients write.
func (v *view) since(s state, clients []string) string {
	for _, c := range clients {
		if accepted, _ := v.guard().judge(s, v.nextSent(s, c), 0); accepted {
			return " once a newer grant has written."
		}
	}
	return "."
}

// owed says why a client that has the lock does not rely on it.
func owed(s state, c string) string {
	switch phase := s.get("at[%s].phase", c); {
	case s.get("body[%s]", c) == "crashed":
		return "The lock is kept for " + c + ", which has crashed."
	case s.get("work[%s].step", c) == "refused":
		return "The lock is kept for " + c + ", which storage has refused."
	case slices.Contains([]string{"leaving", "looking", "matched", "left"}, phase):
		return c + " gives the lock back."
	case phase == "idle":
		return "The lock is kept for " + c + ", which does not know of it."
	case phase == "jeopardy":
		return c + " has the lock, and is not sure of it."
	}
	return c + " has the lock, and does not know it yet."
}

// mistaken says who believes to have the lock and has not.
func mistaken(strangers, holders []string) string {
	verb := " believes that it has the lock, and "
	if len(strangers) > 1 {
		verb = " believe that they have the lock, and "
	}
	if len(holders) == 0 {
		return names(strangers) + verb + "nobody has it."
	}
	return names(strangers) + verb + names(holders) + " has it."
}

// harm says what has been done to the data, "" if nothing has.
func harm(s state, writes []Write) string {
	for _, w := range slices.Backward(writes) {
		if w.Accepted && w.Stale {
			return "Storage has taken a stale write of " + w.Client + ": a newer grant had written before."
		}
	}
	switch {
	case s.get("lost") == "true":
		return "An update is lost: a client has overwritten what it had not seen."
	case s.get("crossed") == "true":
		return "An older grant has written to one resource after a newer one had written to the other."
	}
	return ""
}

// nextSent is the write that a client has sent, or sends next.
func (v *view) nextSent(s state, client string) sent {
	g, c := v.guard(), sentOf(s, client, false)
	if s.get("work[%s].step", client) != "writing" {
		c.number = min(s.number("work[%s].sent", client)+1, g.writes*g.resources)
	}
	return c
}

// kept reports whether storage's guard keeps out of harm's way what a client may
// still write: it refuses the write, or no newer grant has written yet and the
// guard is sure to refuse it when one has.
func (v *view) kept(s state, client string) bool {
	g := v.guard()
	if g.rule == "none" || g.first && g.resources > 1 {
		return false
	}
	c := v.nextSent(s, client)
	if accepted, _ := g.judge(s, c, 0); !accepted {
		return v.shownFor(s, client)
	}
	switch {
	case late(s, client, false, g.resource(c.number)), strings.HasPrefix(g.rule, "in-store"):
		return false
	case v.param("workload") == "rmw" && v.param("reads") == "plain":
		return false // a newer grant may have read already
	case g.resources > 1 && !g.shared && g.rule != "seal":
		return false // a newer grant may have written to the other one
	}
	return v.ordered() && s.get("note[%s][own].borrowed", client) != "true"
}

// shownFor reports whether a client is sure to show with its next write the token
// that it has now.
func (v *view) shownFor(s state, client string) bool {
	if s.get("work[%s].step", client) == "writing" || !v.guard().keepsMark() {
		return true
	}
	return s.number("shown[%s].token", client) != 0 && v.param("shows") != "present-token"
}

// ordered reports whether newer grants are sure to show higher tokens: the lock
// service counts them, loses no count, and holders show their own.
func (v *view) ordered() bool {
	if v.param("token") != "counter" || v.param("shows") == "present-token" || v.param("session") == "shared-by-all" {
		return false
	}
	for _, f := range v.settings.Faults {
		if f.Kind == "failover" || f.Kind == "restart" && v.param("counter") != "durable" {
			return false
		}
	}
	return true
}
