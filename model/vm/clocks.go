package vm

import (
	"slices"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

var _ model.Timed = (*Program)(nil)

// clocks are those of one rule.
type clocks struct {
	table *table // numbers them; its parameters are the rule's without ordinals
	// condition is where the values of its `while` begin among those of the
	// properties, or -1.
	condition int
}

// compileClocks numbers the clocks of all rules with a delay, and returns the
// conditions behind `while` as properties, to be evaluated after those of the
// model.
func (p *Program) compileClocks(l *layout) ([]*table, error) {
	p.clocks = make([]*clocks, len(p.Tree.Rules))
	var conditions []*table
	next := uint32(0)
	for i, r := range p.Tree.Rules {
		d := r.Ann.Delay
		if d == nil || r.Off {
			continue
		}
		of := *r
		of.Params = slices.DeleteFunc(slices.Clone(r.Params), func(q *murphi.Quantifier) bool { return q.Type.Ordinal })
		tables, err := p.tables([]*murphi.Rule{&of}, l)
		if err != nil {
			return nil, err
		}
		t := tables[0]
		t.index, t.first = i, next
		next += t.count
		p.clocks[i] = &clocks{t, -1}
		if d.While == nil {
			continue
		}
		condition := *r // a cover: where it fails it is false
		condition.Kind, condition.Prop, condition.Guard, condition.Expr = murphi.Property, murphi.Cover, nil, d.While
		if tables, err = p.tables([]*murphi.Rule{&condition}, l); err != nil {
			return nil, err
		}
		conditions = append(conditions, tables[0])
		p.clocks[i].condition = 0 // settled by number
	}
	return conditions, nil
}

// numberConditions numbers the instances of conditions behind those of the
// properties.
func (p *Program) numberConditions(conditions []*table) {
	next := uint32(len(p.verdicts))
	for _, c := range p.clocks {
		if c == nil || c.condition < 0 {
			continue
		}
		conditions[0].first = next
		c.condition = int(next)
		next += conditions[0].count
		conditions = conditions[1:]
	}
	for uint32(len(p.verdicts)) < next {
		p.verdicts = append(p.verdicts, false)
	}
}

// Clocks implements [model.Timed].
func (p *Program) Clocks() []model.Clock {
	var all []model.Clock
	for _, c := range p.clocks {
		if c == nil {
			continue
		}
		for i := range c.table.count {
			clock := model.Clock{Rule: c.table.index, Args: make([]int64, len(c.table.params)), Condition: -1}
			c.table.args(i, clock.Args)
			if c.condition >= 0 {
				clock.Condition = c.condition + int(i)
			}
			all = append(all, clock)
		}
	}
	return all
}

// ClockOf implements [model.Timed].
func (p *Program) ClockOf(instance uint32) int {
	t := tableOf(p.rules, instance)
	c := p.clocks[t.index]
	if c == nil {
		return -1
	}
	args := make([]int64, len(t.params))
	t.args(instance-t.first, args)
	kept := args[:0]
	for i, q := range t.params {
		if !q.q.Type.Ordinal {
			kept = append(kept, args[i])
		}
	}
	return int(c.table.first + c.table.number(kept))
}

// MapClock implements [model.Timed].
func (p *Program) MapClock(clock int, perm []uint8) int {
	for _, c := range p.clocks {
		if c == nil || uint32(clock) >= c.table.first+c.table.count {
			continue
		}
		args := make([]int64, len(c.table.params))
		c.table.args(uint32(clock)-c.table.first, args)
		c.table.rename(args, perm)
		return int(c.table.first + c.table.number(args))
	}
	panic("vm: no such clock")
}

// Restarts implements [model.Timed].
func (p *Program) Restarts(list []int, instance uint32) []int {
	t := tableOf(p.rules, instance)
	if len(t.rule.Ann.Restarts) == 0 {
		return list
	}
	own := make([]int64, len(t.params))
	t.args(instance-t.first, own)
	for _, re := range t.rule.Ann.Restarts {
		for i, c := range p.clocks {
			if c == nil || p.Tree.Rules[i].Name != re.Rule {
				continue
			}
			var args []int64
			for j, q := range p.Tree.Rules[i].Params {
				if !q.Type.Ordinal {
					args = append(args, t.argument(re.Args[j], own))
				}
			}
			list = append(list, int(c.table.first+c.table.number(args)))
		}
	}
	return list
}

// argument is the value of an argument of `restarts`: a parameter of the rule,
// whose values are own, or a constant.
func (t *table) argument(e murphi.Expr, own []int64) int64 {
	if id, ok := e.(*murphi.Ident); ok {
		for i := range t.params {
			if id.Decl == t.params[i].q {
				return own[i]
			}
		}
	}
	v, ok := murphi.ConstValue(e)
	if !ok {
		panic("vm: an argument of restarts is no constant")
	}
	return v
}
