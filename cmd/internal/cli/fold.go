package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/out"
)

// A folded graph is made of all states, and drawn with few nodes: beyond these
// limits the one takes too long, and the other is a black square.
const (
	mostFolded = 300_000
	mostNodes  = 100
	mostEdges  = 400
)

// appearance is what a state looks like in a fold: states that look the same
// are in one class.
type appearance struct{ lines, alarming []string }

// folding returns what states of a prepared question look like.
type folding func(p *ask.Prepared, program *vm.Program) (func(s *checker.Space, i int) appearance, error)

// drawFolded explores all states and draws their classes. With forwards only
// steps to later classes have edges of their own.
func (a *app) drawFolded(by string, fold folding, forwards bool) drawFunc {
	return func(w io.Writer, p *ask.Prepared, o *graphOptions, file *pending) error {
		ctx, release := a.interruptible(stopping, func() {
			if file != nil {
				file.discard()
			}
		})
		defer release()
		space, err := explore(ctx, p, by)
		if err != nil {
			return a.specError(p, err)
		}
		look, err := fold(p, space.System.(*vm.Program))
		if err != nil {
			return err
		}
		f, err := foldOf(ctx, p, space, look, forwards)
		if err != nil {
			return err
		}
		f.By = by
		if len(f.Classes) > mostNodes || len(f.Edges) > mostEdges {
			return fmt.Errorf("%s has %s classes by %s with %s edges between them, too many to draw (at most %d and %d)\n%s", p.Target.Name,
				out.Number(int64(len(f.Classes))), by, out.Number(int64(len(f.Edges))), mostNodes, mostEdges, shrink(p, by))
		}
		r := p.Report()
		r.Result = &checker.Result{}
		return out.DotFold(w, r, f)
	}
}

// explore visits all states.
func explore(ctx context.Context, p *ask.Prepared, by string) (*checker.Space, error) {
	space, err := checker.Explore(ctx, p.System, checker.Options{Tree: p.Model, Ranks: p.Ranks}, mostFolded)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, errInterrupted
	case space == nil:
		return nil, fmt.Errorf("%s has more than %s states, too many to fold\n%s", p.Target.Name, out.Number(mostFolded), shrink(p, by))
	}
	return space, nil
}

var errInterrupted = errors.New("interrupted, and nothing is drawn")

// foldOf puts states and steps into classes.
func foldOf(ctx context.Context, p *ask.Prepared, s *checker.Space, look func(*checker.Space, int) appearance, forwards bool) (*out.Fold, error) {
	f := &out.Fold{
		States: len(s.Levels), Transitions: s.Transitions, Dropped: s.Transitions - int64(len(s.Steps)), FailedStarts: s.FailedStarts, Bounded: s.TopBit,
	}
	classes, class := map[string]int{}, make([]int, len(s.Levels))
	violated := map[[2]int]int{} // by class and claim
	for i, level := range s.Levels {
		if ctx.Err() != nil {
			return nil, errInterrupted
		}
		a := look(s, i)
		key := fmt.Sprintf("%q %q", a.lines, a.alarming)
		c, ok := classes[key]
		if !ok {
			c = len(f.Classes)
			classes[key] = c
			f.Classes = append(f.Classes, out.FoldClass{Lines: a.lines, Alarming: a.alarming})
			if !forwards {
				f.Classes[c].Note = fmt.Sprintf(", from depth %d", level)
			}
		}
		class[i] = c
		f.Classes[c].States++
		f.Classes[c].Start = f.Classes[c].Start || s.Starts[i]
		f.Depth = max(f.Depth, level)
		for _, claim := range s.Violated[i] {
			violated[[2]int{c, claim}]++
		}
	}
	for c := range f.Classes {
		for claim, name := range s.Claims {
			if n := violated[[2]int{c, claim}]; n > 0 {
				f.Classes[c].Violates = append(f.Classes[c].Violates, out.Tallied{Name: name, Count: n})
			}
		}
	}
	f.Edges = foldEdges(s, class, p.System.Rules(), forwards)
	return f, nil
}

// foldEdges tallies the steps between classes by rule.
func foldEdges(s *checker.Space, class []int, rules []model.RuleInfo, forwards bool) []out.FoldEdge {
	type ends struct{ from, to, claim int }
	tally := map[ends][]int{} // by rule
	var keys []ends
	for _, step := range s.Steps {
		e := ends{class[step.From], -1, step.Claim}
		if step.To >= 0 {
			e.to = class[step.To]
			if forwards {
				e.to = max(e.to, e.from)
			}
		}
		if tally[e] == nil {
			tally[e] = make([]int, len(rules))
			keys = append(keys, e)
		}
		tally[e][step.Rule]++
	}
	slices.SortFunc(keys, func(x, y ends) int {
		return slices.Compare([]int{x.from, x.to, x.claim}, []int{y.from, y.to, y.claim})
	})
	var edges []out.FoldEdge
	for _, e := range keys {
		edge := out.FoldEdge{From: e.from, To: e.to, Back: forwards && e.to == e.from, Faults: true}
		if e.claim >= 0 {
			edge.Fails = s.Claims[e.claim]
		}
		for i, n := range tally[e] {
			if n > 0 {
				edge.Rules = append(edge.Rules, out.Tallied{Name: rules[i].Name, Count: n})
				edge.Faults = edge.Faults && rules[i].Fault
			}
		}
		edges = append(edges, edge)
	}
	return edges
}

// byDepth folds by level.
func byDepth(*ask.Prepared, *vm.Program) (func(*checker.Space, int) appearance, error) {
	return func(s *checker.Space, i int) appearance {
		return appearance{lines: []string{fmt.Sprintf("depth %d", s.Levels[i])}}
	}, nil
}

// byBeliefs folds by who believes to hold the lock and who does.
func byBeliefs(p *ask.Prepared, program *vm.Program) (func(*checker.Space, int) appearance, error) {
	var client *murphi.Type
	known := map[string]bool{}
	for _, f := range p.Model.Funcs {
		if f.Observe && (f.Name == "believes" || f.Name == "holds") && len(f.Params) > 0 {
			client, known[f.Name] = f.Params[0].Type, true
		}
	}
	if len(known) < 2 {
		return nil, fmt.Errorf("%s does not say who believes and who holds (observe functions believes and holds); --what depth draws any model", p.Target.Name)
	}
	observer, nameless := naive.NewObserver(p.Model, p.Ranks, "believes", "holds"), slices.Contains(program.PermTypes(), client)
	return func(s *checker.Space, i int) appearance {
		for j, v := range program.Decode(s.State(i)) {
			observer.Set(j, v.N, v.Defined)
		}
		return beliefsOf(observer.Observe(), nameless)
	}, nil
}

// beliefsOf says who believes and who holds; without names, how many.
func beliefsOf(all []naive.Observation, nameless bool) appearance {
	believes, holds := map[string]bool{}, map[string]bool{}
	var clients []string
	for _, o := range all {
		switch o.Func {
		case "believes":
			clients = append(clients, o.Arg)
			believes[o.Arg] = o.Value == "true"
		case "holds":
			holds[o.Arg] = o.Value == "true"
		}
	}
	var groups [4][]string
	for _, c := range clients {
		switch {
		case believes[c] && holds[c]:
			groups[0] = append(groups[0], c)
		case holds[c]:
			groups[1] = append(groups[1], c)
		case believes[c]:
			groups[2] = append(groups[2], c)
		}
	}
	say := func(group int, one, many string) string {
		names := groups[group]
		words := one
		if len(names) > 1 {
			words = many
		}
		if nameless {
			return fmt.Sprintf("%d %s", len(names), words)
		}
		return strings.Join(names, ", ") + " " + words
	}
	var a appearance
	if len(groups[0]) > 0 {
		a.lines = append(a.lines, say(0, "holds the lock", "hold the lock"))
	}
	if len(groups[1]) > 0 {
		a.lines = append(a.lines, say(1, "is the owner", "are owners"))
	}
	if len(groups[2]) > 0 {
		a.alarming = append(a.alarming, say(2, "believes, does not hold", "believe, do not hold"))
	}
	if a.lines == nil && a.alarming == nil {
		a.lines = []string{"nobody believes or holds"}
	}
	return a
}
