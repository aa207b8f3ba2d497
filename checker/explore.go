package checker

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// Space is a whole transition system that is small enough to be kept, with its
// steps: what a picture of all states is made of. Check finds the same states,
// and counts the same transitions.
type Space struct {
	System model.System // that the states are packed for
	Levels []int        // by state: after how many steps it is first reached
	Starts []bool       // by state
	Steps  []SpaceStep  // by the state they leave, then in order of instances
	// Transitions counts enabled instances. Those that an assume drops are not
	// among the steps.
	Transitions int64
	// TopBit says that with ranks off a bound on tokens alone kept a rule from
	// being enabled, so that there may be more.
	TopBit bool
	// FailedStarts counts start states that fail, and so are no states.
	FailedStarts int
	// Claims are the names of what can be violated in a state or by a step, and
	// Violated those that are false in a state: invariants, and run-time errors
	// of guards and properties.
	Claims   []string
	Violated [][]int

	states []uint64
}

// SpaceStep is a step of a Space. One that fails leads to no state: To is -1,
// and Claim is what it violates.
type SpaceStep struct {
	From, To, Claim int
	Rule            int
}

// State returns a packed state.
func (s *Space) State(i int) []uint64 {
	w := s.System.Words()
	return s.states[i*w : (i+1)*w]
}

// Explore visits all states of sys, up to a limit. It returns nil if there are
// more, or if ctx is finished first. Of the options the tree counts.
func Explore(ctx context.Context, sys model.System, opt Options, limit int) (s *Space, err error) {
	defer func() {
		if p := recover(); p != nil {
			s, err = nil, &InternalError{Model: modelName(opt.Tree), Reason: fmt.Sprint(p), Stack: debug.Stack()}
		}
	}()
	for range mostRestarts {
		x := newExplorer(sys, &opt)
		switch err := x.run(ctx, limit); {
		case err == errTooMany:
			return nil, nil
		case err != errNeedRoom:
			return x.space, err
		}
		roomier, ok := sys.(model.Roomier)
		if !ok {
			break
		}
		sys = roomier.WithRoom()
	}
	return nil, &InternalError{Model: modelName(opt.Tree), Reason: errNeedRoom.Error()}
}

// errTooMany says that a space is larger than it may be.
var errTooMany = fmt.Errorf("too many states")

// explorer makes a Space: the search of the package comment without all that
// makes it fast.
type explorer struct {
	space   *Space
	ledger  *ledger
	machine model.Machine
	found   dictionary
	out     model.Successors
	ev      model.Evaluation
}

func newExplorer(sys model.System, opt *Options) *explorer {
	x := &explorer{
		space: &Space{System: sys}, ledger: newLedger(sys, opt), machine: sys.NewMachine(), found: newDictionary(sys.Words()),
	}
	rules := len(sys.Rules())
	x.out.Enabled, x.out.Taken = make([]uint64, rules), make([]uint64, rules)
	x.out.CoverStmts = make([]bool, sys.CoverStmts())
	for _, c := range x.ledger.claims {
		x.space.Claims = append(x.space.Claims, c.name)
	}
	return x
}

func (x *explorer) run(ctx context.Context, limit int) error {
	s := x.space
	w := s.System.Words()
	x.machine.Starts(&x.out)
	for i := range x.out.Failures {
		if err := x.fails(-1, -1, &x.out.Failures[i].Failure); err != nil {
			return err
		}
	}
	for st := range slices.Chunk(x.out.States, w) {
		s.Starts[x.visit(st, 0)] = true
	}
	for from := 0; from < len(s.Levels); from++ {
		if len(s.Levels) > limit || ctx.Err() != nil {
			return errTooMany
		}
		x.out.Reset()
		x.machine.Expand(slices.Clone(s.State(from)), &x.out)
		if x.out.NeedRoom {
			return errNeedRoom
		}
		for i, id := range x.out.Instances {
			to := x.visit(x.out.States[i*w:(i+1)*w], s.Levels[from]+1)
			s.Steps = append(s.Steps, SpaceStep{from, to, -1, s.System.Instance(id).Rule})
		}
		for i := range x.out.Failures {
			f := &x.out.Failures[i]
			rule := s.System.Instance(f.Instance).Rule
			if f.InGuard {
				rule = -1
			}
			if err := x.fails(from, rule, &f.Failure); err != nil {
				return err
			}
		}
	}
	s.TopBit = x.out.TopBit
	for _, n := range x.out.Enabled {
		s.Transitions += int64(n)
	}
	return nil
}

// visit returns the number of a state; a new one is evaluated.
func (x *explorer) visit(st []uint64, level int) int {
	if i, ok := x.found.index(st); ok {
		return i
	}
	s := x.space
	i := x.found.add(st)
	s.states = append(s.states, st...)
	s.Levels, s.Starts, s.Violated = append(s.Levels, level), append(s.Starts, false), append(s.Violated, nil)
	x.machine.Evaluate(s.State(i), &x.ev)
	for row := range x.ledger.claims {
		c := &x.ledger.claims[row]
		if c.kind == kindInvariant && !allTrue(x.ev.Values[c.first:c.first+c.instances]) {
			s.Violated[i] = append(s.Violated[i], row)
		}
	}
	for j := range x.ev.Failures {
		x.violated(i, x.ledger.failure(&x.ev.Failures[j]))
	}
	return i
}

func (x *explorer) violated(i, row int) {
	if v := x.space.Violated[i]; !slices.Contains(v, row) {
		x.space.Violated[i] = append(v, row)
	}
}

// fails notes a failure: of a step, of a guard (rule is -1) or of a start state
// (from is -1, too).
func (x *explorer) fails(from, rule int, f *murphi.Failure) error {
	row := x.ledger.failure(f)
	switch {
	case row == x.ledger.spec:
		return &SpecError{Failure: *f}
	case rule >= 0:
		x.space.Steps = append(x.space.Steps, SpaceStep{from, -1, row, rule})
	case from >= 0:
		x.violated(from, row)
	default:
		x.space.FailedStarts++
	}
	return nil
}
