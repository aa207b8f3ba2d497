package checker

import (
	"math/big"
	"slices"

	"lockcheck/checker/naive"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// The planes hold every shortest violating run. Every concrete step of a
// concrete state is a step of its canonical state seen through the frame, and
// the other way round, so the runs through canonical states are as many as the
// concrete ones, and counting goes forwards, plane by plane.
//
// Two runs are the same up to names if renaming turns one into the other. A
// run in which k of the n values of a type occur, as arguments, is one of
// n!/(n-k)! that are the same up to names of that type: so runs are counted by
// how many values of each type have occurred. Which values these are goes with
// the count, in the frame of the state: other runs through that state name
// other ones.
//
// A search that is interrupted may know some violations of a level and not
// others, so then nothing is counted. Every other limit leaves whole levels.

// names are the types whose values are only names.
type names struct {
	types  []*murphi.Type
	starts []*murphi.Rule
	rules  []*murphi.Rule
	base   []int // by type: where its values begin among all of them
	perm   []int // by type: where they begin in a permutation, -1: not permuted
	size   int   // number of all values
}

// newNames finds the names of a model; without a tree there are none.
func newNames(sys model.System, tree *murphi.Model) *names {
	n := &names{}
	if tree == nil {
		return n
	}
	n.starts, n.rules = tree.Starts, tree.Rules
	offsets := map[*murphi.Type]int{}
	if p, ok := sys.(model.Permuter); ok {
		at := 0
		for i, t := range p.PermTypes() {
			offsets[t] = at
			at += sys.PermBlocks()[i]
		}
	}
	for _, t := range tree.Scalarsets {
		if t.Asymmetric {
			continue
		}
		at, ok := offsets[t]
		if !ok {
			at = -1
		}
		n.types, n.base, n.perm = append(n.types, t), append(n.base, n.size), append(n.perm, at)
		n.size += int(t.Size)
	}
	return n
}

// occurred is which names have occurred, in some frame: one byte for each.
type occurred []byte

// add notes the arguments of an instance of a rule.
func (n *names) add(o occurred, rules []*murphi.Rule, inst model.Instance) {
	if n.size == 0 {
		return
	}
	for i, q := range rules[inst.Rule].Params {
		if t := slices.Index(n.types, q.Type); t >= 0 {
			o[n.base[t]+int(inst.Args[i])] = 1
		}
	}
}

// rename makes dst what o is in the frame of a successor.
func (n *names) rename(dst, o occurred, perm []uint8) {
	if len(perm) == 0 {
		copy(dst, o)
		return
	}
	for t, base := range n.base {
		for v := range int(n.types[t].Size) {
			to := v
			if at := n.perm[t]; at >= 0 {
				to = int(perm[at+v])
			}
			dst[base+to] = o[base+v]
		}
	}
}

// copies is how many runs are the same as one in which these names have
// occurred.
func (n *names) copies(o occurred) *big.Int {
	all := big.NewInt(1)
	for t, base := range n.base {
		left := n.types[t].Size
		for v := range int(n.types[t].Size) {
			if o[base+v] != 0 {
				all.Mul(all, big.NewInt(left))
				left--
			}
		}
	}
	return all
}

// stage is a state of a plane and the number of runs to it.
type stage struct {
	state []uint64
	runs  map[string]*big.Int // by names that have occurred
}

// stages are the states of a plane, by number.
type stages map[int]*stage

func (s stages) add(i int, state []uint64, o occurred, n *big.Int) {
	st := s[i]
	if st == nil {
		st = &stage{slices.Clone(state), map[string]*big.Int{}}
		s[i] = st
	}
	addTo(st.runs, o, n)
}

func addTo(runs map[string]*big.Int, o occurred, n *big.Int) {
	sum := runs[string(o)]
	if sum == nil {
		sum = new(big.Int)
		runs[string(o)] = sum
	}
	sum.Add(sum, n)
}

// counter counts the runs of a walk.
type counter struct {
	*walk
	names *names
	w     *worker
	out   *model.Successors
	here  occurred // scratch
	there occurred
	ends  map[string]*big.Int // whole runs
}

// count returns the number of runs, as they are and up to names; nil if the
// search is interrupted.
func (x *walk) count(w *worker, n *names) (*Shortest, error) {
	c := &counter{
		walk: x, names: n, w: w, ends: map[string]*big.Int{},
		here: make(occurred, n.size), there: make(occurred, n.size),
		out: &model.Successors{WantPerms: true, CoverStmts: make([]bool, x.sys.CoverStmts())},
	}
	now, err := c.start()
	for d := 0; d < x.depth && err == nil; d++ {
		next := stages{}
		for _, st := range now {
			if x.stopped() {
				return nil, nil
			}
			c.step(st, d, next)
		}
		now = next
	}
	if err != nil {
		return nil, err
	}
	for _, st := range now {
		for o, runs := range st.runs {
			addTo(c.ends, occurred(o), runs)
		}
	}
	return c.sum()
}

// startInstance takes the number of a start state apart.
func (x *walk) startInstance(id uint32) (model.Instance, error) {
	if x.opt.Tree == nil {
		return model.Instance{}, nil
	}
	step, err := naive.StartStep(x.opt.Tree, int(id), x.opt.Ranks)
	return model.Instance(step), err
}

// start makes the first stages.
func (c *counter) start() (stages, error) {
	c.w.machine.Starts(c.out)
	first, one, size := stages{}, big.NewInt(1), c.sys.PermSize()
	for i, id := range c.out.Instances {
		st := c.out.States[i*c.words : (i+1)*c.words]
		at, ok := c.planes[0].states.index(st)
		if !ok {
			continue
		}
		inst, err := c.startInstance(id)
		if err != nil {
			return nil, err
		}
		clear(c.here)
		c.names.add(c.here, c.names.starts, inst)
		c.names.rename(c.there, c.here, c.out.Perms[i*size:(i+1)*size])
		first.add(at, st, c.there, one)
	}
	for i := range c.out.Failures {
		f := &c.out.Failures[i]
		if c.depth > 0 || c.ledger.failure(&f.Failure) != c.row {
			continue
		}
		inst, err := c.startInstance(f.Instance)
		if err != nil {
			return nil, err
		}
		clear(c.here)
		c.names.add(c.here, c.names.starts, inst)
		addTo(c.ends, c.here, one)
	}
	return first, nil
}

// step takes all steps on the way from a state at depth d.
func (c *counter) step(st *stage, d int, next stages) {
	c.out.Reset()
	c.w.machine.Expand(st.state, c.out)
	size := c.sys.PermSize()
	c.ways(c.out, c.planes[d+1], d, func(i int, id uint32, _ actor, _ cost) {
		inst := c.sys.Instance(id)
		for o, runs := range st.runs {
			copy(c.here, o)
			c.names.add(c.here, c.names.rules, inst)
			if i < 0 {
				addTo(c.ends, c.here, runs)
				continue
			}
			t := c.out.States[i*c.words : (i+1)*c.words]
			at, _ := c.planes[d+1].states.index(t)
			c.names.rename(c.there, c.here, c.out.Perms[i*size:(i+1)*size])
			next.add(at, t, c.there, runs)
		}
	})
}

// sum adds up whole runs.
func (c *counter) sum() (*Shortest, error) {
	s := &Shortest{Runs: new(big.Int), Classes: new(big.Int)}
	alike := map[string]*big.Int{} // runs, by how many copies each has
	for o, runs := range c.ends {
		s.Runs.Add(s.Runs, runs)
		addTo(alike, occurred(c.names.copies(occurred(o)).Bytes()), runs)
	}
	for copies, runs := range alike {
		q, r := new(big.Int).QuoRem(runs, new(big.Int).SetBytes([]byte(copies)), new(big.Int))
		if r.Sign() != 0 {
			return nil, c.internal("shortest runs are not closed under renaming")
		}
		s.Classes.Add(s.Classes, q)
	}
	return s, nil
}
