package engine

import (
	"fmt"
	"strings"
)

// sent is a write on its way to storage.
type sent struct {
	client string
	number int  // of the write under its grant
	stray  bool // it is a copy, or one that its sender has given up
	token  int  // 0: none
	stamp  int  // of its grant; by what the service knows it
}

// sentOf is the write that a client has sent, or of which a copy is on its way.
func sentOf(s state, client string, stray bool) sent {
	if stray {
		return sent{client, s.number("loose[%s].number", client), true, s.number("loose[%s].token", client), s.number("loose[%s].stamp", client)}
	}
	c := sent{client: client, number: max(1, s.number("work[%s].sent", client)), token: s.number("shown[%s].token", client)}
	for _, path := range []string{"at[%s].value", "at[%s].hold", "at[%s].key", "entry[%s][mine]"} {
		if s.has(path, client) {
			c.stamp = s.number(path, client)
			break
		}
	}
	return c
}

// guard is the guard of storage, as part/guard.murphi has it. A test compares the
// two.
type guard struct {
	rule              string
	first, shared     bool // only the first resource checks; two have one mark
	writes, resources int
}

func (v *view) guard() guard {
	g := guard{rule: v.param("guard"), first: v.param("registers") == "first-only", shared: v.param("registers") == "shared", writes: 1, resources: 1}
	if g.rule == "" {
		g.rule = "none"
	}
	if v.param("writes") == "2" {
		g.writes = 2
	}
	if v.param("workload") == "two-resources" {
		g.resources = 2
	}
	return g
}

// resource is what write number n goes to.
func (g guard) resource(n int) int {
	if n > g.writes {
		return 2
	}
	return 1
}

func (g guard) looksAway(n int) bool { return g.first && g.resource(n) == 2 }

// mark is the resource that has the mark for a resource.
func (g guard) mark(r int) int {
	if g.shared {
		return 1
	}
	return r
}

// keepsMark reports whether storage remembers the highest token.
func (g guard) keepsMark() bool {
	return g.rule != "none" && g.rule != "refuse-all" && !strings.HasPrefix(g.rule, "in-store")
}

// judge says whether storage takes a write, and why, with the numbers. highest
// is the highest token that it has taken, be it remembered or not.
func (g guard) judge(s state, c sent, highest int) (accepted bool, reason string) {
	m := g.mark(g.resource(c.number))
	mark := s.number("mark[%d]", m)
	switch {
	case g.looksAway(c.number):
		return true, "the second resource does not look at tokens"
	case g.rule == "none" && c.token != 0 && c.token < highest:
		return true, fmt.Sprintf("no guard: storage takes %d after %d", c.token, highest)
	case g.rule == "none":
		return true, "no guard: storage takes every write"
	case g.rule == "refuse-all":
		return false, "refuse-all refuses every write"
	case strings.HasPrefix(g.rule, "in-store"):
		return g.judgeByRecord(s, c, m)
	case c.token < mark:
		return false, fmt.Sprintf("%s refuses a lower token: %d < %d", g.rule, c.token, mark)
	case c.token == mark && mark != 0:
		return g.judgeEqual(s, c, m, mark)
	case g.readsHaveMark() && c.token < s.number("read_mark"):
		return false, fmt.Sprintf("%s refuses a lower token than one that has read: %d < %d", g.rule, c.token, s.number("read_mark"))
	case mark == 0:
		return g.rule != "reject-lower-or-equal" || c.token > 0, fmt.Sprintf("%s takes %d: it has seen no token yet", g.rule, c.token)
	}
	return true, fmt.Sprintf("%s takes %d: %d > %d", g.rule, c.token, c.token, mark)
}

// readsHaveMark reports whether reads raise a mark of their own.
func (g guard) readsHaveMark() bool {
	return g.rule == "reject-lower-or-equal" || g.rule == "token-sequence"
}

// judgeEqual judges a write with the highest token, once more.
func (g guard) judgeEqual(s state, c sent, m, mark int) (accepted bool, reason string) {
	equal := fmt.Sprintf("%d = %d", c.token, mark)
	switch g.rule {
	case "reject-lower-or-equal":
		return false, fmt.Sprintf("%s refuses a lower or equal token: %s", g.rule, equal)
	case "token-owner":
		if owner := s.get("mark_owner[%d]", m); owner != c.client {
			return false, fmt.Sprintf("%s refuses a token that is another's: %s, which %s has shown", g.rule, equal, owner)
		}
		return true, fmt.Sprintf("%s takes %d again: it is the same client's", g.rule, c.token)
	case "token-sequence":
		last := s.number("mark_seq[%d]", m)
		if c.number <= last {
			return false, fmt.Sprintf("%s refuses a number that it has seen: %s, and write %d is not after %d", g.rule, equal, c.number, last)
		}
		if read := s.number("read_mark"); c.token < read {
			return false, fmt.Sprintf("%s refuses a lower token than one that has read: %d < %d", g.rule, c.token, read)
		}
		return true, fmt.Sprintf("%s takes %d again: write %d is after %d", g.rule, c.token, c.number, last)
	}
	return true, fmt.Sprintf("%s takes an equal token: %s", g.rule, equal)
}

// judgeByRecord judges by the lock service's own record, which is in the same
// store.
func (g guard) judgeByRecord(s state, c sent, m int) (accepted bool, reason string) {
	if !current(s, c) {
		return false, fmt.Sprintf("%s refuses: the record of the lock is not that of this grant of %s", g.rule, c.client)
	}
	if g.rule == "in-store-sequence" && s.number("mark_grant[%d]", m) == c.stamp && c.number <= s.number("mark_seq[%d]", m) {
		return false, fmt.Sprintf("%s refuses a number that it has seen: write %d is not after %d", g.rule, c.number, s.number("mark_seq[%d]", m))
	}
	return true, fmt.Sprintf("%s takes it: the record of the lock is that of this grant of %s", g.rule, c.client)
}

// current reports whether the lock service's record is that of the grant of a
// write: is_current of the specs.
func current(s state, c sent) bool {
	switch {
	case s.has("lease"): // ttl
		return s.get("owner") == c.client && s.number("lease") == c.stamp
	case s.has("delayed"): // chubby
		return s.get("owner") == c.client && s.get("delayed") == "false" && s.number("latest") == c.stamp
	case s.has("ended[%s]", c.client): // zkqueue: any entry with that number
		for path, value := range s.vars {
			if strings.HasPrefix(path, "entry[") && c.stamp != 0 && value == fmt.Sprint(c.stamp) {
				return true
			}
		}
		return false
	}
	return c.stamp != 0 && s.number("entry[%s][mine]", c.client) == c.stamp // etcd
}
