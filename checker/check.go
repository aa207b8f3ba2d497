package checker

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// mostRestarts bounds the searches that ask for a roomier layout. Each at
// least doubles the room, so that a layout that needs more is a mistake.
const mostRestarts = 16

// Check searches the states of sys and decides every property that it was
// compiled with, every assert statement, run-time errors and, if asked,
// deadlocks. A finished ctx ends the search with an incomplete result, not
// with an error.
//
// An error means that there is no result: a *SpecError when the model is wrong
// in itself, an *InternalError when lockcheck is.
func Check(ctx context.Context, sys model.System, opt Options) (r *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, err = nil, &InternalError{Model: modelName(opt.Tree), Reason: fmt.Sprint(p), Stack: debug.Stack()}
		}
	}()
	if !inFiles && opt.files() {
		return nil, errInMemory
	}
	var m *manifest
	if inFiles && opt.Run != nil {
		if m, err = opt.Run.open(sys.Words()); err != nil {
			return nil, err
		}
	}
	for restarts := range mostRestarts {
		if m == nil || restarts >= m.Restarts {
			s := newSearch(ctx, sys, &opt)
			s.restarts = restarts
			r, err := s.check(m)
			if err != errNeedRoom {
				return r, err
			}
			if inFiles && m != nil {
				if m, err = opt.Run.restart(restarts+1, s.words); err != nil {
					return nil, err
				}
			}
		}
		roomier, ok := sys.(model.Roomier)
		if !ok {
			break
		}
		sys = roomier.WithRoom()
	}
	return nil, &InternalError{Model: modelName(opt.Tree), Reason: errNeedRoom.Error()}
}

// check begins a search, or takes up the one of a manifest.
func (s *search) check(m *manifest) (*Result, error) {
	from := -1
	if inFiles && m != nil && m.Level >= 0 {
		if err := s.resume(m); err != nil {
			return nil, err
		}
		from = m.Level
	}
	if err := s.run(from); err != nil {
		return nil, err
	}
	if row := s.ledger.spec; s.found.violated[row] != never {
		return nil, s.specError(row)
	}
	live, err := s.decideLiveness()
	if err != nil {
		return nil, err
	}
	r := s.result()
	for i := range r.Properties {
		p := &r.Properties[i]
		if p.Decision != Violated {
			continue
		}
		if err := s.show(p, i, live); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// result states what was found; traces are filled in later.
func (s *search) result() *Result {
	r := &Result{
		Limit:       s.limit,
		States:      s.states(),
		Transitions: s.transitions,
		Depth:       max(0, s.space.levels()-1),
	}
	if s.limit == nil && s.topBit {
		r.Limit = s.tokenLimit(r.Depth)
	}
	for i, c := range s.ledger.claims[:s.ledger.spec] {
		p := PropertyResult{Name: c.name, Kind: c.kind}
		switch d := s.found.violated[i]; {
		case d != never:
			p.Decision, p.Depth = Violated, d
		case s.complete && r.Limit == nil:
			p.Decision = Holds
		}
		r.Properties = append(r.Properties, p)
	}
	for i, c := range s.ledger.covers {
		cr := CoverResult{Name: c.name}
		if d := s.found.reached[i]; d != never {
			cr.Reached, cr.Depth = true, d
		}
		r.Covers = append(r.Covers, cr)
	}
	for i, rule := range s.sys.Rules() {
		r.Rules = append(r.Rules, RuleCount{rule.Name, rule.Off, int64(s.enabled[i]), int64(s.taken[i])})
	}
	r.conclude(s.found.any(), s.opt.Strict)
	return r
}

// conclude draws the verdict: unsafe before incomplete before safe.
func (r *Result) conclude(violated, strict bool) {
	unreached := r.unreached()
	switch {
	case violated:
		r.Verdict = Unsafe
	case r.Limit != nil:
		r.Verdict = Incomplete
	case strict && len(unreached) > 0:
		r.Verdict = Incomplete
		r.Limit = &Limit{Kind: LimitCovers, Value: strings.Join(unreached, ", "), Depth: r.Depth}
	default:
		r.Verdict = Safe
	}
}

func (r *Result) unreached() []string {
	var names []string
	for _, c := range r.Covers {
		if !c.Reached {
			names = append(names, c.Name)
		}
	}
	return names
}

// show finds the trace of a violated claim, replays it, and counts its like if
// that was asked.
func (s *search) show(r *PropertyResult, row int, live *liveness) error {
	x, err := s.walkBack(row, live)
	if err != nil {
		return err
	}
	var p *path
	if s.opt.AllShortest || s.opt.Next > 0 {
		if p, err = x.shortest(r); err != nil {
			return err
		}
	}
	if p == nil {
		if p, err = x.first(); err != nil {
			return err
		}
	}
	r.Trace, err = s.replay(row, p)
	return err
}

// walkBack finds all shortest runs that break a claim, as planes.
func (s *search) walkBack(row int, live *liveness) (*walk, error) {
	x := &walk{
		search: s, row: row, live: live,
		depth:  s.found.violated[row],
		actors: newRuleActors(s.sys, s.opt.Tree),
	}
	return x, x.backwards()
}

// first is the smallest of the shortest runs.
func (x *walk) first() (*path, error) {
	p, err := x.path()
	if err != nil {
		return nil, x.internal(err.Error())
	}
	return p, nil
}

// internal is a mistake of lockcheck about the claim.
func (x *walk) internal(reason string) error {
	return x.teller.broken(x.row, reason)
}

func (s *teller) tokenLimit(depth int) *Limit {
	return &Limit{Kind: LimitTokens, Value: tokenBound(s.opt.Tree), Depth: depth}
}

// tokenBound names the upper bounds of the ordinal types that are minted:
// "at most 5 token".
func tokenBound(m *murphi.Model) string {
	if m == nil {
		return ""
	}
	var bounds []string
	for _, t := range m.Ordinals {
		if slices.ContainsFunc(m.Rules, func(r *murphi.Rule) bool { return slices.Contains(r.Mints, t) }) {
			bounds = append(bounds, fmt.Sprintf("at most %d %s", t.Hi, t.Decl.Name))
		}
	}
	return strings.Join(bounds, ", ")
}
