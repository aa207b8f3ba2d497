package script

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"lockcheck/checker/naive"
)

// option is a step that may be taken by the script, now or later.
type option struct {
	naive.Option
	client string   // whose it is, "" if no client's
	class  class    // of its rule
	from   *big.Rat // when the script takes it, if nothing changes before
	order  int      // among those of one moment: see order
	jump   bool
}

// options returns what the script could do in this state, in the model's order.
func (p *player) options() []*option {
	var all []*option
	seen := map[string]*big.Rat{}
	for _, o := range p.walk.Options() {
		x := &option{Option: o, class: classes[o.Rule.Title], from: o.Earliest}
		for _, a := range o.Args {
			if slices.Contains(p.clients, a) {
				x.client = a
				break
			}
		}
		if waitsOut[o.Rule.Title] {
			key := o.Rule.Title + " " + x.client
			if seen[key] = p.since[key]; seen[key] == nil {
				seen[key] = p.walk.Now()
			}
			x.from = later(x.from, new(big.Rat).Add(seen[key], p.lease()))
		}
		all = append(all, x)
	}
	p.since = seen
	for _, x := range all {
		x.from = p.when(x, all)
		x.order = p.order(x)
	}
	return slices.DeleteFunc(all, func(x *option) bool { return x.from == nil })
}

// when says when the script takes a step, nil for never as things are.
func (p *player) when(x *option, all []*option) *big.Rat {
	due := x.Latest
	if due != nil {
		due = later(due, p.walk.Now())
	}
	switch {
	case x.Rule.Ann.Fault != nil:
		return p.jumping(x)
	case x.class == never:
		return due
	case x.class == timer:
		if due == nil { // no time bounds it: as soon as anything
			return x.from
		}
		return later(due, x.Earliest)
	case x.class == goingOn:
		if p.stopped != nil && !p.resumed && x.client == p.hero() {
			return later(x.from, new(big.Rat).Add(p.stopped, p.For))
		}
		return due
	case x.class == lapse:
		return p.lapses(x)
	case x.class == ask:
		return p.asks(x, all)
	case writes[x.Rule.Title] && x.client == p.hero() && p.Jump != nil && p.stopped == nil && p.Stop == None:
		// A works as long as it may while clocks jump.
		if due != nil {
			return due
		}
	}
	return x.from
}

// jumping is when a clock jumps: when the jump ends what A holds, but not before
// A has been stopped, if it is to be.
func (p *player) jumping(x *option) *big.Rat {
	if p.Jump == nil || x.Rule.Title != "ClockJump" || p.jumps >= p.Nodes || !p.now.believes[p.hero()] {
		return nil
	}
	if p.Stop != None && p.stopped == nil {
		return nil
	}
	if x.client != "" && x.client != p.hero() {
		return nil
	}
	if x.client == "" && p.now.vars["db["+x.Args[0]+"].owner"] != p.hero() {
		return nil
	}
	x.jump = true
	// The spec allows it from when a jump of the longest length ends the hold.
	from := x.from
	if most := p.duration("max-jump"); most != nil && p.Jump.Cmp(most) < 0 {
		ripe := new(big.Rat).Sub(p.lease(), p.Jump)
		from = later(from, new(big.Rat).Add(p.walk.Since(x.Step), ripe))
	}
	return from
}

// lapses is when a hold ends that may end: as soon as it can, if somebody wants
// the lock; and if that makes the lock free, only once somebody has asked.
func (p *player) lapses(x *option) *big.Rat {
	wanted, asked := false, false
	for _, c := range p.clients {
		if p.had[c] || c == x.client {
			continue
		}
		wanted, asked = true, asked || !p.idle(c)
	}
	if !wanted || (!asked && p.frees(x)) {
		return nil
	}
	return x.from
}

// frees reports whether a step makes the lock free.
func (p *player) frees(x *option) bool {
	state, ok := p.walk.After(x.Step)
	return ok && pictureOf(state).free
}

// asks is when a client asks for the lock: once each, one after the other; in a
// queue as soon as A has the lock, else when it can get it.
func (p *player) asks(x *option, all []*option) *big.Rat {
	if p.had[x.client] {
		return nil
	}
	if x.client == p.hero() {
		return x.from
	}
	if !p.had[p.hero()] && p.stopped == nil {
		return nil
	}
	for _, c := range p.clients[:slices.Index(p.clients, x.client)] {
		if !p.had[c] && (p.idle(c) || !p.queue) && (c != p.hero() || p.stopped == nil) {
			return nil
		}
	}
	if p.queue || p.now.free || p.majority() {
		return x.from
	}
	var first *big.Rat
	for _, y := range all {
		if y.class == lapse && y.client != x.client && p.frees(y) && (first == nil || y.Earliest.Cmp(first) < 0) {
			first = y.Earliest
		}
	}
	if first == nil {
		return nil
	}
	return later(first, x.from)
}

// majority reports whether most of the nodes could give their key.
func (p *player) majority() bool {
	nodes, available := 0, 0
	for path, value := range p.now.vars {
		if strings.HasPrefix(path, "db[") && strings.HasSuffix(path, "].key") {
			nodes++
			if value == "available" {
				available++
			}
		}
	}
	return available > nodes/2
}

// The order of what could happen at one moment.
const (
	orderJump = iota
	orderLapse
	orderOthers    // whoever does not believe, and the service
	orderBelievers // whoever believes to have the lock
	orderTimers
	orderLast
	orderGoingOn
)

func (p *player) order(x *option) int {
	switch {
	case x.jump:
		return orderJump
	case x.class == lapse:
		return orderLapse
	case x.class == goingOn:
		return orderGoingOn
	case x.class == timer:
		return orderTimers
	case x.class == last || x.class == never:
		return orderLast
	case x.client != "" && p.now.believes[x.client]:
		return orderBelievers
	}
	return orderOthers
}

// pick chooses what happens now, nil for nothing.
func (p *player) pick(options []*option) *option {
	now := p.walk.Now()
	var best *option
	for _, x := range options {
		if x.from.Cmp(now) <= 0 && (best == nil || p.compare(x, best) < 0) {
			best = x
		}
	}
	return p.stopping(best)
}

// compare orders options of one moment: whoever acted last goes on, timers
// aside, then in the order of clients and rules; of several values of an ordinal
// the greatest.
func (p *player) compare(x, y *option) int {
	acts := func(o *option) int {
		if o.client == p.acted && o.order != orderTimers {
			return -1
		}
		return slices.Index(p.clients, o.client)
	}
	return cmp.Or(
		cmp.Compare(x.order, y.order),
		cmp.Compare(acts(x), acts(y)),
		cmp.Compare(x.Rule.Index, y.Rule.Index),
		p.compareArgs(x, y),
	)
}

func (p *player) compareArgs(x, y *option) int {
	for i, q := range x.Rule.Params {
		if c := cmp.Compare(x.Step.Args[i], y.Step.Args[i]); c != 0 {
			if q.Type.Ordinal {
				return -c
			}
			return c
		}
	}
	return 0
}

// stopping puts the stop of A in the place of what would happen next, if it is
// time for it.
func (p *player) stopping(next *option) *option {
	stop, stops := stops[p.Stop]
	if !stops || p.stopped != nil || p.missed || next == nil {
		return next
	}
	var begin *option
	for _, o := range p.walk.Options() {
		if o.Rule.Title == stop.begin && o.Args[0] == p.hero() {
			begin = &option{Option: o, client: p.hero()}
		}
	}
	if p.stopAt >= 0 {
		if p.steps == p.stopAt {
			return begin
		}
		return next
	}
	before := writes
	if p.Stop == Delay {
		before = arrivals
	}
	due := before[next.Rule.Title] && next.client == p.hero()
	switch {
	case due && begin != nil:
		return begin
	case due:
		p.missed = true
		return nil
	case begin != nil && p.Stop != Delay:
		p.chance = p.steps
	}
	return next
}

// next is when something happens next, nil for never.
func (p *player) next(options []*option) (next *big.Rat) {
	for _, x := range options {
		if next == nil || x.from.Cmp(next) < 0 {
			next = x.from
		}
	}
	return next
}

func later(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}
