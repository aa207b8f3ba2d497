package script

import (
	"fmt"
	"math/big"
	"slices"

	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
)

// mostSteps is how many steps a scripted run may have.
const mostSteps = 600

// player plays a script.
type player struct {
	Script
	model    *murphi.Model
	settings murphi.Settings
	walk     *naive.TimedWalk
	clients  []string // A first
	queue    bool     // clients wait in a queue, instead of asking again
	now      picture
	had      map[string]bool     // who has had its turn: has believed to have the lock
	acted    string              // who acted last
	since    map[string]*big.Rat // when a lapse without a bound became possible
	steps    int

	stopAt  int      // after which step A is stopped; -1: before its write
	stopped *big.Rat // when A was stopped
	resumed bool     // and goes on
	chance  int      // the last step after which A could be stopped; -1: none
	missed  bool     // A could not be stopped before its write
	jumps   int      // clocks that have jumped
	ends    string
}

func newPlayer(m *murphi.Model, settings murphi.Settings, ranks bool, s Script) (*player, error) {
	if err := possible(m, settings, s); err != nil {
		return nil, err
	}
	start, err := naive.StartStep(m, 0, ranks)
	if err != nil {
		return nil, err
	}
	walk, err := naive.NewTimedWalk(m, start, ranks, settings.Delay)
	if err != nil {
		return nil, err
	}
	p := &player{
		Script: s, model: m, settings: settings, walk: walk, had: map[string]bool{}, since: map[string]*big.Rat{},
		stopAt: -1, chance: -1,
	}
	state := walk.State()
	p.clients = clients(state)
	if len(p.clients) < 2 {
		return nil, fmt.Errorf("a script needs two clients, and %s has fewer", nameOf(m))
	}
	p.look(state)
	p.queue = p.now.has("entry[" + p.clients[0] + "][mine]")
	return p, nil
}

// picture is what a player sees of a state.
type picture struct {
	vars     map[string]string
	believes map[string]bool
	free     bool
}

func (v picture) has(path string) bool { _, ok := v.vars[path]; return ok }

func pictureOf(state naive.State) picture {
	v := picture{vars: map[string]string{}, believes: map[string]bool{}}
	for _, x := range state.Vars {
		v.vars[x.Path] = x.Value
	}
	for _, o := range state.Observed {
		switch {
		case o.Func == "believes":
			v.believes[o.Arg] = o.Value == "true"
		case o.Func == "free" && o.Arg == "":
			v.free = o.Value == "true"
		}
	}
	return v
}

// look takes in a state.
func (p *player) look(state naive.State) {
	p.now = pictureOf(state)
	for c, yes := range p.now.believes {
		p.had[c] = p.had[c] || yes
	}
}

// hero is client A.
func (p *player) hero() string { return p.clients[0] }

// idle reports whether a client neither wants the lock nor has it.
func (p *player) idle(c string) bool { return p.now.vars["at["+c+"].phase"] == "idle" }

// play takes steps until nothing is left to do.
func (p *player) play() error {
	for p.steps < mostSteps {
		options := p.options()
		if o := p.pick(options); o != nil {
			if err := p.take(o); err != nil {
				return err
			}
			continue
		}
		if p.missed || p.over() {
			break
		}
		next := p.next(options)
		if next == nil {
			p.ends = "Nothing else can happen by itself."
			break
		}
		if err := p.walk.Wait(next); err != nil {
			return err
		}
	}
	if p.ends == "" && p.steps == mostSteps {
		p.ends = fmt.Sprintf("The run is cut off after %d steps.", mostSteps)
	}
	return nil
}

// over reports whether all clients have done what they wanted.
func (p *player) over() bool {
	for _, c := range p.clients {
		if !p.had[c] || !p.idle(c) {
			return false
		}
	}
	p.ends = "Every client has had its turn and is done."
	return true
}

func (p *player) take(o *option) error {
	if err := p.walk.Take(o.Step); err != nil {
		return err
	}
	p.steps++
	stop := stops[p.Stop]
	switch {
	case o.Rule.Title == stop.begin && o.client == p.hero():
		p.stopped = p.walk.Now()
	case o.Rule.Title == stop.end && o.client == p.hero():
		p.resumed = true
	case o.jump:
		p.jumps++
	}
	if o.client != "" {
		p.acted = o.client
	}
	p.look(p.walk.State())
	return nil
}

// done says what of the script did not come to pass.
func (p *player) done() error {
	_, stops := stops[p.Stop]
	switch {
	case stops && p.stopped == nil && p.settings.Params["hits"] == "waiters":
		return fmt.Errorf("hits=waiters lets faults touch only clients that wait, and %s does not", p.hero())
	case stops && p.stopped == nil && p.Stop == Delay:
		return fmt.Errorf("%s sends no write that could be held up", p.hero())
	case stops && p.stopped == nil:
		return fmt.Errorf("%s cannot be stopped by a %s before its write", p.hero(), p.Stop)
	case p.Jump != nil && p.jumps == 0:
		return fmt.Errorf("no clock jumps while %s holds: it is done before", p.hero())
	case p.Jump != nil && p.jumps < p.Nodes:
		return fmt.Errorf("only %d of %d clocks can jump while %s holds", p.jumps, p.Nodes, p.hero())
	}
	return nil
}

// duration returns the value of a duration, or nil.
func (p *player) duration(flags ...string) *big.Rat {
	for _, d := range p.settings.Durations {
		if slices.Contains(flags, d.Flag) {
			return d.Value
		}
	}
	return nil
}

// lease is how long a hold lasts that nothing prolongs, by a fast clock.
func (p *player) lease() *big.Rat {
	ttl := p.duration("ttl", "session-timeout", "lease")
	if ttl == nil {
		return new(big.Rat)
	}
	if drift := p.duration("drift"); drift != nil {
		ttl = new(big.Rat).Quo(ttl, new(big.Rat).Add(drift, big.NewRat(1, 1)))
	}
	return ttl
}
