package timed

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"lockcheck/checker"
	"lockcheck/checker/zone"
)

// search is one check. Level d holds the zones that some run of d steps
// reaches and that are not within one reached by as few.
type search struct {
	passage
	ctx     context.Context
	visited [][]*zone.DBM // by node: its zones, those left out that are within others
	level   []visit       // the last level that is complete
	found   map[int32][]*zone.DBM
	touched []int32 // the nodes of found, in the order in which they were found

	broken, reached []int   // the least depth; -1: never
	rules           []int64 // by rule: how often a step was possible in time
	failed          []int64 // of these, how often it failed
	result          checker.Result
	complete        bool
	topBit          bool // see node
	bytes           int64
}

// visit is a zone of a node.
type visit struct {
	node int32
	zone *zone.DBM
}

func (g *Graph) newSearch(ctx context.Context, b *bounds) *search {
	s := &search{
		passage: passage{g: g, bounds: b, extrapolate: true},
		ctx:     ctx,
		found:   map[int32][]*zone.DBM{},
		broken:  nevers(g.judge.Rows()), reached: nevers(g.judge.Covers()),
		rules: make([]int64, len(g.rules)), failed: make([]int64, len(g.rules)),
	}
	return s
}

func nevers(n int) []int { return slices.Repeat([]int{-1}, n) }

// run visits level after level until there is nothing more, enough tells that
// what was found will do, or a limit is reached and there is something beyond
// it.
func (s *search) run(enough func() bool) error {
	if err := s.begin(); err != nil {
		return err
	}
	for depth := 0; ; depth++ {
		if err := s.settle(depth); err != nil {
			return err
		}
		switch {
		case len(s.level) == 0:
			s.complete = true
			if s.topBit {
				s.result.Limit = s.g.judge.TokenLimit(s.result.Depth)
			}
			return nil
		case enough():
			return nil
		}
		s.result.Depth = depth
		limit := s.passed(depth)
		s.progress(depth)
		before := slices.Clone(s.broken)
		for i, v := range s.level {
			if i%64 == 0 && s.ended(0) {
				limit = s.interrupted(depth)
				break
			}
			if err := s.expand(v, depth); err != nil {
				return err
			}
		}
		if limit != nil && (limit.Depth < depth || len(s.touched) > 0 || !slices.Equal(before, s.broken)) {
			s.result.Limit, s.broken = limit, before
			return nil
		}
	}
}

// interrupted is the limit that ends a search in the middle of a level.
func (s *search) interrupted(depth int) *checker.Limit {
	kind := checker.LimitMemory
	switch {
	case errors.Is(s.ctx.Err(), context.DeadlineExceeded):
		kind = checker.LimitTime
	case s.ctx.Err() != nil:
		kind = checker.LimitInterrupt
	}
	return &checker.Limit{Kind: kind, Depth: depth - 1}
}

// ended reports whether there is no time left, or no memory for more bytes than
// what was found takes.
func (s *search) ended(more int64) bool {
	return s.ctx.Err() != nil || s.g.opt.Memory > 0 && s.bytes+s.g.bytes()+more > s.g.opt.Memory
}

// begin finds the zones of the start states.
func (s *search) begin() error {
	if err := s.g.beginning(); err != nil {
		return err
	}
	for _, st := range s.g.starts {
		if st.to < 0 {
			s.violate(st.row, 0)
			continue
		}
		to, err := s.g.node(st.to)
		if err != nil {
			return err
		}
		s.passage.begin(to)
		s.stay(to, func(z *zone.DBM, _ bool) { s.offer(st.to, z) })
	}
	return nil
}

// expand takes every step that is possible in time from a zone.
func (s *search) expand(v visit, depth int) error {
	x, err := s.g.node(v.node)
	if err != nil {
		return err
	}
	s.from(x)
	s.topBit = s.topBit || x.topBit
	edges := x.edges
	for i := range edges {
		e := &edges[i]
		if !s.fire(v.zone, e) {
			continue
		}
		if err := s.fired.Err(); err != nil {
			return err
		}
		for _, c := range e.covers {
			s.cover(c, depth+1)
		}
		if e.to < 0 && e.row < 0 {
			continue
		}
		rule := s.g.sys.Instance(e.instance).Rule
		s.rules[rule]++
		s.result.Transitions++
		if e.to < 0 {
			s.failed[rule]++
			s.violate(e.row, depth+1)
			continue
		}
		to, err := s.g.follow(v.node, i)
		if err != nil {
			return err
		}
		s.enter(e, to)
		s.stay(to, func(z *zone.DBM, _ bool) { s.offer(e.to, z) })
	}
	return nil
}

// offer takes a zone for the next level, unless it is within another one.
func (s *search) offer(n int32, z *zone.DBM) {
	for int(n) >= len(s.visited) {
		s.visited = append(s.visited, nil)
	}
	list, touched := s.found[n]
	if within(z, s.visited[n]) || within(z, list) {
		return
	}
	if !touched {
		s.touched = append(s.touched, n)
	}
	keep := zone.New(0, z.Clocks())
	keep.Copy(z)
	s.found[n] = append(outside(list, z), keep)
	s.bytes += int64(z.Clocks()+1)*int64(z.Clocks()+1)*8 + 128
}

// within reports whether z is within one of list.
func within(z *zone.DBM, list []*zone.DBM) bool {
	for _, other := range list {
		if other.Includes(z) {
			return true
		}
	}
	return false
}

// outside returns those of list that are not within z.
func outside(list []*zone.DBM, z *zone.DBM) []*zone.DBM {
	return slices.DeleteFunc(list, func(other *zone.DBM) bool { return z.Includes(other) })
}

// settle makes the zones that were found the next level: the greatest of each
// node, whatever the order in which they came.
func (s *search) settle(depth int) error {
	s.level = s.level[:0]
	for _, n := range s.touched {
		list := s.found[n]
		if len(s.visited[n]) == 0 {
			s.result.States++
			s.arrive(n, depth)
		}
		for _, z := range list {
			s.visited[n] = append(outside(s.visited[n], z), z)
			s.level = append(s.level, visit{n, z})
		}
		delete(s.found, n)
	}
	s.touched = s.touched[:0]
	s.result.Zones += int64(len(s.level))
	return nil
}

// arrive notes what the state of a node, reached for the first time, means.
func (s *search) arrive(n int32, depth int) {
	x := &s.g.nodes[n]
	for _, row := range x.broken {
		s.violate(row, depth)
	}
	for _, c := range x.reached {
		s.cover(c, depth)
	}
}

func (s *search) cover(c int32, depth int) {
	if d := s.reached[c]; d < 0 || depth < d {
		s.reached[c] = depth
	}
}

func (s *search) violate(row int32, depth int) {
	if d := s.broken[row]; d < 0 || depth < d {
		s.broken[row] = depth
	}
}

// passed returns the limit that forbids expanding a level, if any.
func (s *search) passed(depth int) *checker.Limit {
	opt := &s.g.opt
	if n := opt.MaxStates; n > 0 && s.result.Zones > n {
		return &checker.Limit{Kind: checker.LimitStates, Value: strconv.FormatInt(n, 10), Depth: depth}
	}
	if d := opt.MaxDepth; d != nil && depth >= *d {
		return &checker.Limit{Kind: checker.LimitDepth, Value: strconv.Itoa(*d), Depth: depth}
	}
	return nil
}

func (s *search) progress(depth int) {
	if s.g.opt.Progress == nil {
		return
	}
	s.g.opt.Progress(checker.Progress{
		Phase: checker.PhaseSearch, Level: depth, States: s.result.Zones, Transitions: s.result.Transitions,
		Frontier: int64(len(s.level)), Memory: s.bytes + s.g.bytes(),
	})
}
