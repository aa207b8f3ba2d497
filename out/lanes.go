package out

import (
	"slices"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// lane is a column of the picture: a client, the lock service or storage.
type lane struct {
	name   string
	client bool
	x, w   int // where its text begins, and how wide it is; a client's mark stands at x-2
}

// Names of the lanes that are not clients.
const (
	laneService = "lock service"
	laneStorage = "storage"
)

// narrowest is the least width of a lane in which text is still readable.
const narrowest = 13

// row is one step of the picture.
type row struct {
	step  *checker.Step
	index int               // of the step, from 1
	own   string            // name of the lane in which it happens
	head  string            // what happens
	cells map[string]string // by lane: what changed there
	fold  int               // so many steps, up to this one, are shown as one line; 0: it is shown
}

// picture is a trace cut into rows and lanes.
type picture struct {
	belief *Belief
	rows   []row
	lanes  []lane
	idle   []string // clients that take no part
	times  []string // of the steps; nil if time was left out
}

// newPicture sorts the steps and changes of a trace into lanes.
func newPicture(t *checker.Trace, owners Owners) *picture {
	p := &picture{belief: BeliefOf(t)}
	clients := p.belief.Clients
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Actor != "env" && s.Actor != "" && !contains(clients, s.Actor) {
			clients = append(clients, s.Actor)
		}
	}
	used := map[string]bool{}
	for i := range t.Steps {
		r := newRow(&t.Steps[i], i+1, clients, owners)
		if n := foldedUpTo(t, i); n > 0 {
			if i+1 == len(t.Steps) || foldedUpTo(t, i+1) == 0 {
				p.rows = append(p.rows, row{step: r.step, index: r.index, fold: n})
			}
			continue
		}
		used[r.own] = true
		for name := range r.cells {
			used[name] = true
		}
		p.rows = append(p.rows, r)
	}
	var names []string
	for _, c := range clients {
		if !used[c] {
			p.idle = append(p.idle, c)
			continue
		}
		names = append(names, c)
		if len(names) == 1 && used[laneService] {
			names = append(names, laneService)
		}
	}
	if len(names) == 0 && used[laneService] {
		names = append(names, laneService)
	}
	if used[laneStorage] {
		names = append(names, laneStorage)
	}
	for _, digits := range []int{allDigits, fewDigits} {
		p.times = timesOf(t, digits)
		p.lanes = layout(names, clients, p.left())
		if p.times == nil || p.readable() {
			break
		}
	}
	return p
}

// foldedUpTo counts the steps in a row, up to the i-th, that can be spared.
func foldedUpTo(t *checker.Trace, i int) int {
	n := 0
	for n <= i && slices.Contains(t.Idle, i-n+1) {
		n++
	}
	return n
}

// numbers is the width of the steps' numbers with the gap behind them.
const numbers = 5

// left is where the lanes begin, behind the numbers of the steps and their
// times.
func (p *picture) left() int {
	left := numbers
	for _, text := range p.times {
		left = max(left, numbers-1+max(columns(text), len("time"))+2)
	}
	return left
}

// layout gives each lane its place on a line.
func layout(names, clients []string, left int) []lane {
	if len(names) == 0 {
		return nil
	}
	each := (width - left) / len(names)
	var lanes []lane
	for i, name := range names {
		l := lane{name: name, client: contains(clients, name), x: left + i*each, w: each - 1}
		if l.client {
			l.x, l.w = l.x+2, l.w-2
		}
		lanes = append(lanes, l)
	}
	return lanes
}

// readable reports whether the lanes are wide enough to be shown.
func (p *picture) readable() bool {
	for _, l := range p.lanes {
		if l.w < narrowest {
			return false
		}
	}
	return len(p.belief.Clients) > 0
}

func newRow(s *checker.Step, index int, clients []string, owners Owners) row {
	r := row{step: s, index: index, cells: map[string]string{}}
	r.own = ownLane(s, clients, owners)
	r.head = headOf(s, r.own)
	for _, ch := range s.Changes {
		knower := owners.Of(ch.Path)
		if knower == History && !(r.own == laneStorage && counts(ch)) {
			continue
		}
		if knower == History {
			knower = Storage // what was applied, in the numbers that only history knows
		}
		name := laneOfChange(ch.Path, knower, clients)
		if r.cells[name] != "" {
			r.cells[name] += ", "
		}
		r.cells[name] += changeText(ch, name, knower)
	}
	return r
}

// atService are the kinds of fault that strike the lock service, whichever
// client suffers from them.
var atService = map[string]bool{"clock-jump": true, "failover": true, "reap": true, "restart": true, "stale-leader": true}

// ownLane says in which lane a step happens: by the letter of its
// pseudo-code line, or, for the environment's steps, at the service if they
// strike it, else in the lane of the client that they touch.
func ownLane(s *checker.Step, clients []string, owners Owners) string {
	if s.Fault == "" {
		switch {
		case strings.HasPrefix(s.Line, "S"):
			return laneService
		case strings.HasPrefix(s.Line, "D"):
			return laneStorage
		}
		if contains(clients, s.Actor) {
			return s.Actor
		}
	}
	if atService[s.Fault] {
		return laneService
	}
	for _, a := range s.Args {
		if contains(clients, a.Value) {
			return a.Value
		}
	}
	for _, ch := range s.Changes {
		if owners.Of(ch.Path) == History {
			continue
		}
		for _, i := range indicesOf(ch.Path) {
			if contains(clients, i) {
				return i
			}
		}
	}
	return laneService
}

// counts reports whether a change is about one number.
func counts(ch checker.Change) bool {
	if ch.To == nil || !single(ch.Path) {
		return false
	}
	_, err := strconv.ParseInt(*ch.To, 10, 64)
	return err == nil
}

// single reports whether a path is a variable of its own, or an element of one
// that numbers tell apart: not a client's, and no field of something larger.
func single(path string) bool {
	name, index, indexed := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	if _, err := strconv.ParseInt(index, 10, 64); indexed && err != nil {
		return false
	}
	return !strings.Contains(name, ".")
}

func laneOfChange(path string, k Knower, clients []string) string {
	switch k {
	case Service, Node:
		return laneService
	case Storage:
		return laneStorage
	}
	for _, i := range indicesOf(path) {
		if contains(clients, i) {
			return i
		}
	}
	return laneService
}

// environment reports whether a step is not the protocol's own: a fault, or
// something that happens to the parties, such as the end of a lease.
func environment(s *checker.Step) bool { return s.Fault != "" || s.Line == "" }

// headOf names the step: "C1 Acquire", "! PAUSE", "* Expire".
func headOf(s *checker.Step, own string) string {
	var args []string
	for _, a := range s.Args {
		if a.Value != own {
			args = append(args, a.Value)
		}
	}
	name := s.Rule
	if len(args) > 0 {
		name += " " + strings.Join(args, " ")
	}
	switch {
	case s.Fault != "":
		head := "! " + strings.ToUpper(s.Fault)
		if !strings.EqualFold(name, s.Fault) {
			head += ": " + name
		}
		return head
	case s.Line == "":
		return "* " + name
	}
	return s.Line + " " + name
}

// changeText says what happened to a variable, as seen in the lane of name.
func changeText(ch checker.Change, name string, k Knower) string {
	label := strings.ReplaceAll(ch.Path, "["+name+"]", "")
	if label != ch.Path {
		if _, field, ok := strings.Cut(label, "."); ok {
			label = field
		}
	}
	if k == Network {
		label = "~" + label
	}
	from, to := valueText(ch.From), valueText(ch.To)
	switch to {
	case "true":
		return label + ": yes"
	case "false":
		return label + ": no"
	}
	return label + " " + from + " -> " + to
}

// shorter leaves the old value out where the line is too long with it: it
// stands further up in the same lane.
func shorter(change string, w int) string {
	if columns(change) <= w {
		return change
	}
	before, to, ok := strings.Cut(change, " -> ")
	if i := strings.LastIndexByte(before, ' '); ok && i > 0 {
		return before[:i] + ": " + to
	}
	return change
}

func valueText(v *string) string {
	if v == nil {
		return "none"
	}
	return *v
}
