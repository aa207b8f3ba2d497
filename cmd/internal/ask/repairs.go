package ask

import (
	"maps"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/out"
)

// mostRepairs is how many repairs are tried together.
const mostRepairs = 3

// repairs checks a protocol again, which is unsafe, with each repair that the
// catalogue knows and does not have yet, and with two and three of them: by
// size, without what contains a set that is found already. nil: it knows none.
func (k *rechecker) repairs(p *Prepared, c Choices, res *checker.Result) (*out.Repairs, error) {
	if p.Target.Entry == nil {
		return nil, nil
	}
	broken := FirstViolated(res)
	m := &mender{k: k, p: p, c: c, broken: broken, out: &out.Repairs{Property: broken.Name, Most: mostRepairs}}
	for _, q := range res.Properties {
		if q.Decision == checker.Violated {
			m.violated = append(m.violated, q.Name)
		}
	}
	for _, r := range p.Target.Entry.Repairs {
		if !same(r.Params, p.Settings.Params) {
			m.changes = append(m.changes, r.Params)
			m.out.Changes = append(m.out.Changes, out.Change{Remedy: out.Remedy{Flags: FlagsText(r.Params), Params: r.Params, Title: r.Title}})
		}
	}
	for size := 1; size <= mostRepairs; size++ {
		if err := m.try(nil, 0, size); err != nil {
			return nil, err
		}
	}
	m.judge()
	return m.out, nil
}

// mender looks for sets of changes that make a protocol safe.
type mender struct {
	k        *rechecker
	p        *Prepared
	c        Choices
	broken   *checker.PropertyResult // that is explained
	violated []string                // without any change
	changes  []map[string]string     // as in out.Changes
	out      *out.Repairs
	open     [][]int // sets for which a limit came first
}

// try checks each set of the given size that begins with chosen and goes on
// with changes from the given one on.
func (m *mender) try(chosen []int, from, size int) error {
	if size == 0 {
		return m.check(chosen)
	}
	for i := from; i < len(m.changes); i++ {
		if m.agrees(chosen, i) {
			if err := m.try(append(slices.Clip(chosen), i), i+1, size-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// agrees reports whether change i gives no parameter another value than the
// chosen ones do.
func (m *mender) agrees(chosen []int, i int) bool {
	for _, j := range chosen {
		for flag, value := range m.changes[i] {
			if other, ok := m.changes[j][flag]; ok && other != value {
				return false
			}
		}
	}
	return true
}

// together merges changes.
func (m *mender) together(set []int) map[string]string {
	all := map[string]string{}
	for _, i := range set {
		maps.Copy(all, m.changes[i])
	}
	return all
}

// contains reports whether all of part is in set; both are sorted.
func contains(set, part []int) bool {
	return !slices.ContainsFunc(part, func(i int) bool { return !slices.Contains(set, i) })
}

// check answers with a set of changes, unless a part of it is enough.
func (m *mender) check(set []int) error {
	if slices.ContainsFunc(m.out.Sets, func(s out.RepairSet) bool { return contains(set, s.Changes) }) {
		return nil
	}
	if m.k.ctx.Err() != nil {
		m.undecided(set, m.k.interrupted())
		return nil
	}
	change := m.together(set)
	about := FlagsText(change)
	t, c := m.p.repaired(m.c, change)
	p, res, err := m.k.ask(t, c, about, true)
	if err != nil {
		return err
	}
	if len(set) == 1 {
		if res.Verdict == checker.Unsafe && !violates(res, m.broken.Name) {
			if res, err = m.k.check(p, c, about, false); err != nil { // what becomes of the property that is explained?
				return err
			}
		}
		note(&m.out.Changes[set[0]].Remedy, res, m.broken.Name)
	}
	switch res.Verdict {
	case checker.Incomplete:
		m.undecided(set, res.Limit)
	case checker.Safe:
		s := out.RepairSet{Changes: set, Flags: about, States: res.States}
		if s.Instead, err = m.p.instead(m.broken.Trace, p); err != nil {
			return err
		}
		m.out.Sets = append(m.out.Sets, s)
	}
	return nil
}

func (m *mender) undecided(set []int, l *checker.Limit) {
	m.open = append(m.open, set)
	if m.out.Limit == nil {
		m.out.Limit = l
	}
	if len(set) == 1 {
		m.out.Changes[set[0]].Verdict = checker.Incomplete
	}
}

func violates(res *checker.Result, name string) bool {
	return slices.ContainsFunc(res.Properties, func(q checker.PropertyResult) bool {
		return q.Name == name && q.Decision == checker.Violated
	})
}

// judge sorts the changes. Useless is what is in no set although every set with
// it has an answer, and leaves the verdict and the property as they are.
func (m *mender) judge() {
	for i := range m.changes {
		c := &m.out.Changes[i]
		with := func(s out.RepairSet) bool { return slices.Contains(s.Changes, i) }
		switch {
		case c.Verdict == checker.Safe:
			c.Use = out.Enough
		case slices.ContainsFunc(m.out.Sets, with):
			c.Use = out.Part
		case c.Verdict == checker.Unsafe && c.Property == checker.Holds:
			c.Use = out.Mends
		case c.Verdict != checker.Unsafe || c.Property == checker.Undecided ||
			slices.ContainsFunc(m.open, func(set []int) bool { return slices.Contains(set, i) }):
			c.Use = out.Unclear
		default:
			c.Use = out.Useless
		}
		for _, name := range c.Others {
			if !slices.Contains(m.violated, name) {
				c.Opened = append(c.Opened, name)
			}
		}
	}
}

// instead follows a counterexample on a repaired model, and says where it goes
// another way.
func (p *Prepared) instead(t *checker.Trace, repaired *Prepared) (*out.Instead, error) {
	run, f, err := p.follow(t, repaired)
	if f == nil || err != nil {
		return nil, err
	}
	for i, b := range f.Became {
		if b.Fate == naive.Taken {
			continue
		}
		x := &out.Instead{Step: i + 1, Was: said(run.Steps[i]), Why: b.Reason}
		if b.Fate == naive.TakenOtherwise {
			x.Now = said(f.Run.Steps[b.Step])
		}
		return x, nil
	}
	return &out.Instead{}, nil
}

// said is a step in words.
func said(s naive.RunStep) string { return strings.TrimRight(s.Say, ". ") }
