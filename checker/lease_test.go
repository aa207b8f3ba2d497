package checker

import (
	"fmt"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// lease is LEASE(K,R), the reference system whose counts independent checkers
// agree on, packed by hand: a system for tests that depends on no compiler.
//
// Bits from the bottom: owner, next, max, bad, then pc, tok and rounds of each
// client. words > 1 spreads a state over several words, to exercise wide
// stores.
type lease struct {
	clients, rounds int
	fencing         bool
	words           int
	liveness        bool // add the property that the lock can be free
	panics          func(s leaseState) bool
}

const (
	idle = iota
	held
	sent
	acked
)

// Rules in order, each but expire with one instance per client.
const (
	acquire = iota
	expire
	send
	deliver
	release
	crash
)

var leaseRules = [...]string{"Acquire", "Expire", "Send", "Deliver", "Release", "Crash"}

type leaseState struct {
	owner, next, max, bad int // owner: client+1
	pc, tok, rounds       [8]int
}

func (l *lease) fields(f func(v *int, width int), s *leaseState) {
	f(&s.owner, 3)
	f(&s.next, 6)
	f(&s.max, 6)
	f(&s.bad, 1)
	for c := range l.clients {
		f(&s.pc[c], 2)
		f(&s.tok[c], 6)
		f(&s.rounds[c], 4)
	}
}

func (l *lease) pack(s leaseState, out []uint64) {
	var x uint64
	shift := 0
	l.fields(func(v *int, width int) {
		x |= uint64(*v) << shift
		shift += width
	}, &s)
	for i := range out {
		out[i] = 0
	}
	out[0], out[len(out)-1] = x>>32, x&(1<<32-1)
	if len(out) == 1 {
		out[0] = x
	}
}

func (l *lease) unpack(p []uint64) (s leaseState) {
	x := p[0]
	if len(p) > 1 {
		x = p[0]<<32 | p[len(p)-1]
	}
	l.fields(func(v *int, width int) {
		*v = int(x & (1<<width - 1))
		x >>= width
	}, &s)
	return s
}

// fire returns the successor by a rule and client, if it is enabled.
func (l *lease) fire(s leaseState, rule, c int) (leaseState, bool) {
	switch rule {
	case acquire:
		if s.pc[c] != idle || s.rounds[c] >= l.rounds || s.owner != 0 {
			return s, false
		}
		s.owner, s.tok[c], s.pc[c] = c+1, s.next, held
		s.next++
		s.rounds[c]++
	case expire:
		if s.owner == 0 {
			return s, false
		}
		s.owner = 0
	case send:
		if s.pc[c] != held {
			return s, false
		}
		s.pc[c] = sent
	case deliver:
		if s.pc[c] != sent {
			return s, false
		}
		late := s.tok[c] < s.max
		if late && !l.fencing {
			s.bad = 1
		}
		s.max = max(s.max, s.tok[c])
		s.pc[c] = acked
	case release:
		if s.pc[c] != acked {
			return s, false
		}
		if s.owner == c+1 {
			s.owner = 0
		}
		s.pc[c], s.tok[c] = idle, 0
	case crash:
		if s.pc[c] != held && s.pc[c] != sent {
			return s, false
		}
		s.pc[c], s.tok[c] = idle, 0
	}
	return s, true
}

func (l *lease) Words() int                { return max(l.words, 1) }
func (l *lease) Asserts() int              { return 0 }
func (l *lease) CoverStmts() int           { return 0 }
func (l *lease) PermSize() int             { return 0 }
func (l *lease) PermBlocks() []int         { return nil }
func (l *lease) NewMachine() model.Machine { return &leaseMachine{l} }

func (l *lease) Rules() []model.RuleInfo {
	var rules []model.RuleInfo
	for i, name := range leaseRules {
		info := model.RuleInfo{Name: name, Fault: i == crash, ActorOffset: -1}
		if i == expire {
			info.Actor = -1
		}
		rules = append(rules, info)
	}
	return rules
}

func (l *lease) Properties() []model.PropertyInfo {
	p := []model.PropertyInfo{
		{Name: "not-bad", Kind: murphi.Invariant, Instances: 1},
		{Name: "a write is late", Kind: murphi.Cover, Instances: 1},
		{Name: "never", Kind: murphi.Cover, Instances: 1},
	}
	if l.liveness {
		p = append(p, model.PropertyInfo{Name: "can-acquire", Kind: murphi.Liveness, Instances: 1})
	}
	return p
}

// number and Instance agree on the order: rules, then clients.
func (l *lease) number(rule, c int) uint32 {
	if rule <= expire {
		return uint32(rule*l.clients + c)
	}
	return uint32((rule-1)*l.clients + 1 + c)
}

func (l *lease) Instance(id uint32) model.Instance {
	i := int(id)
	switch {
	case i < l.clients:
		return model.Instance{Rule: acquire, Args: []int64{int64(i)}}
	case i == l.clients:
		return model.Instance{Rule: expire}
	}
	i -= l.clients + 1
	return model.Instance{Rule: send + i/l.clients, Args: []int64{int64(i % l.clients)}}
}

func (l *lease) MapInstance(id uint32, _ []uint8) uint32 { return id }

type leaseMachine struct{ *lease }

func (m *leaseMachine) Starts(out *model.Successors) {
	out.States = append(out.States, make([]uint64, m.Words())...)
	m.pack(leaseState{next: 1}, out.States[len(out.States)-m.Words():])
	out.Instances = append(out.Instances, 0)
}

func (m *leaseMachine) Expand(p []uint64, out *model.Successors) {
	s := m.unpack(p)
	for rule := range leaseRules {
		clients := m.clients
		if rule == expire {
			clients = 1
		}
		for c := range clients {
			t, ok := m.fire(s, rule, c)
			if !ok {
				continue
			}
			if out.Enabled != nil {
				out.Enabled[rule]++
				out.Taken[rule]++
			}
			n := len(out.States)
			for range m.Words() {
				out.States = append(out.States, 0)
			}
			m.pack(t, out.States[n:])
			out.Instances = append(out.Instances, m.number(rule, c))
		}
	}
	if m.panics != nil && m.panics(s) {
		panic(fmt.Sprintf("cannot expand a state with owner %d", s.owner))
	}
}

func (m *leaseMachine) Evaluate(p []uint64, ev *model.Evaluation) {
	s := m.unpack(p)
	late, free := false, false
	for c := range m.clients {
		late = late || s.pc[c] == sent && s.tok[c] < s.max
		free = free || s.owner == 0 && s.pc[c] == idle && s.rounds[c] < m.rounds
	}
	ev.Values = append(ev.Values[:0], s.bad == 0, late, false)
	if m.liveness {
		ev.Values = append(ev.Values, free)
	}
}
