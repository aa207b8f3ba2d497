package vm

import (
	"sort"

	"lockcheck/model"
)

// Words implements [model.System].
func (p *Program) Words() int { return p.main.layout.words }

// Asserts implements [model.System].
func (p *Program) Asserts() int { return len(p.Tree.Asserts) }

// CoverStmts implements [model.System].
func (p *Program) CoverStmts() int { return len(p.Tree.CoverStmts) }

// NewMachine implements [model.System].
func (p *Program) NewMachine() model.Machine { return newMachine(p) }

// Rules implements [model.System].
func (p *Program) Rules() []model.RuleInfo {
	var infos []model.RuleInfo
	for _, t := range p.rules {
		r := t.rule
		info := model.RuleInfo{Name: r.Title, Fault: r.Ann.Fault != nil, Off: r.Off, Actor: r.ActorParam(), ActorOffset: -1}
		if info.Actor >= 0 {
			info.ActorOffset = t.params[info.Actor].offset
		}
		infos = append(infos, info)
	}
	return infos
}

// Properties implements [model.System].
func (p *Program) Properties() []model.PropertyInfo {
	var infos []model.PropertyInfo
	for _, t := range p.props {
		infos = append(infos, model.PropertyInfo{
			Name: t.rule.Title, Kind: t.rule.Prop, Instances: int(t.count), Tree: t.rule.Index,
		})
	}
	return infos
}

// Instance implements [model.System].
func (p *Program) Instance(id uint32) model.Instance { return instanceOf(p.rules, id) }

// StartInstance takes the number of a start state apart.
func (p *Program) StartInstance(id uint32) model.Instance { return instanceOf(p.starts, id) }

func instanceOf(tables []*table, id uint32) model.Instance {
	t := tableOf(tables, id)
	args := make([]int64, len(t.params))
	t.args(id-t.first, args)
	return model.Instance{Rule: t.index, Args: args}
}

// tableOf returns the table that numbers the given instance.
func tableOf(tables []*table, id uint32) *table {
	i := sort.Search(len(tables), func(i int) bool { return tables[i].first+tables[i].count > id })
	return tables[i]
}

// MapInstance implements [model.System].
func (p *Program) MapInstance(id uint32, perm []uint8) uint32 {
	t := tableOf(p.rules, id)
	var few [8]int64
	args := few[:0]
	for range t.params {
		args = append(args, 0)
	}
	t.args(id-t.first, args)
	t.rename(args, perm)
	return t.first + t.number(args)
}

// rename applies a permutation to arguments.
func (t *table) rename(args []int64, perm []uint8) {
	for i := range t.params {
		if at := t.params[i].offset; at >= 0 {
			args[i] = int64(perm[at+int(args[i])])
		}
	}
}

// Actor returns the acting client of an instance and its offset in a
// permutation, or -1, -1 for a step of the environment.
func (p *Program) Actor(id uint32) (value int64, offset int) {
	t := tableOf(p.rules, id)
	i := t.rule.ActorParam()
	if i < 0 {
		return -1, -1
	}
	inst := p.Instance(id)
	return inst.Args[i], t.params[i].offset
}
