package faultsets

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// world is a monotone function: it breaks at and above the vectors of broken.
type world struct {
	top    Vector
	broken []Vector
	open   func(Vector) bool // a limit comes first; nil: never
	asked  []Vector
}

func (w *world) breaks(v Vector) bool {
	return slices.ContainsFunc(w.broken, func(b Vector) bool { return b.Within(v) })
}

// oracle answers truthfully. Its counterexamples have more faults than they
// need, as those of a search for few steps may have.
func (w *world) oracle(r *rand.Rand) Oracle {
	return func(v Vector) Answer {
		w.asked = append(w.asked, slices.Clone(v))
		switch {
		case w.open != nil && w.open(v):
			return Answer{Verdict: Open}
		case !w.breaks(v):
			return Answer{Verdict: Safe}
		}
		var within []Vector
		for _, b := range w.broken {
			if b.Within(v) {
				within = append(within, b)
			}
		}
		faults := slices.Clone(within[r.IntN(len(within))])
		for i := range faults {
			faults[i] += r.IntN(min(v[i]-faults[i], 3) + 1)
		}
		return Answer{Unsafe, faults}
	}
}

// random makes a world of a few kinds, each with a budget up to 3 or any
// number of faults, and some vectors that break it.
func random(r *rand.Rand) *world {
	n := 1 + r.IntN(5)
	w := &world{top: make(Vector, n)}
	for i := range w.top {
		if w.top[i] = r.IntN(8); w.top[i] > 3 {
			w.top[i] = Any
		}
	}
	for range 1 + r.IntN(12) {
		b := make(Vector, n)
		for i := range b {
			b[i] = max(0, r.IntN(6)-2)
		}
		w.broken = append(w.broken, b)
	}
	return w
}

// smallest finds by brute force what Search has to find: of all vectors with
// budgets up to 4, those within the top that break it although none with one
// fault less does.
func (w *world) smallest() []Vector {
	var all []Vector
	w.each(func(v Vector) {
		if !w.breaks(v) {
			return
		}
		for i := range v {
			if v[i] > 0 && w.breaks(v.with(i, v[i]-1)) {
				return
			}
		}
		all = append(all, v)
	})
	slices.SortFunc(all, compare)
	return all
}

// each visits the vectors within the top with budgets up to 4.
func (w *world) each(visit func(Vector)) {
	v := make(Vector, len(w.top))
	for {
		visit(slices.Clone(v))
		i := 0
		for ; i < len(v); i++ {
			if v[i] < min(w.top[i], 4) {
				v[i]++
				break
			}
			v[i] = 0
		}
		if i == len(v) {
			return
		}
	}
}

// mistake holds a result to the truth; "" if it says that and no more.
func (w *world) mistake(r *Result) string {
	for _, s := range r.Minimal {
		if !w.breaks(s.Vector) {
			return fmt.Sprint("does not break it: ", s)
		}
		for i := range s.Vector {
			if s.Proved && s.Vector[i] > 0 && w.breaks(s.with(i, s.Vector[i]-1)) {
				return fmt.Sprint("is not minimal: ", s)
			}
		}
	}
	for _, v := range r.Safe {
		if w.breaks(v) {
			return fmt.Sprint("is not safe: ", v)
		}
		for _, other := range r.Safe {
			if v.Within(other) && !other.Within(v) {
				return fmt.Sprint("is not largest: ", v)
			}
		}
	}
	wrong := ""
	w.each(func(v Vector) {
		above := slices.ContainsFunc(r.Minimal, func(s Set) bool { return s.Within(v) })
		safe := slices.ContainsFunc(r.Safe, v.Within)
		open := slices.ContainsFunc(r.Open, v.Within)
		switch {
		case w.breaks(v) && !above && !open:
			wrong = fmt.Sprint("breaks it and is not found: ", v)
		case above && safe:
			wrong = fmt.Sprint("is said to be both: ", v)
		case !above && !safe && !open:
			wrong = fmt.Sprint("nothing is said about ", v)
		}
	})
	return wrong
}

// TestSearch compares with brute force on random monotone functions.
func TestSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 3000 {
		w := random(r)
		got := Search(w.top, w.oracle(r))
		var found []Vector
		for _, s := range got.Minimal {
			found = append(found, s.Vector)
		}
		if want := w.smallest(); !slices.EqualFunc(found, want, slices.Equal[Vector]) {
			t.Fatalf("top %v, broken at %v\ngot  %v\nwant %v", w.top, w.broken, found, want)
		}
		if wrong := w.mistake(got); wrong != "" || !got.Complete() {
			t.Fatalf("top %v, broken at %v: complete %v, %s\n%+v", w.top, w.broken, got.Complete(), wrong, got)
		}
		if got.Asked != len(w.asked) {
			t.Fatalf("counts %d questions, asked %d", got.Asked, len(w.asked))
		}
		if len(found) > 2 {
			several++
		}
	}
	if several < 200 {
		t.Errorf("only %d functions with more than two smallest vectors", several)
	}
}

// TestSearchUnderLimits leaves some questions without an answer: what is
// claimed all the same is true, and what is not claimed is named.
func TestSearchUnderLimits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	complete := 0
	for range 3000 {
		w := random(r)
		seed := r.Uint64()
		w.open = func(v Vector) bool {
			h := seed
			for _, n := range v {
				h = (h ^ uint64(n)) * 0x9e3779b97f4a7c15
				h ^= h >> 29
			}
			return h%4 == 0
		}
		got := Search(w.top, w.oracle(r))
		if wrong := w.mistake(got); wrong != "" {
			t.Fatalf("top %v, broken at %v: %s\n%+v", w.top, w.broken, wrong, got)
		}
		if got.Complete() {
			complete++
		}
		if len(got.Minimal) == 0 && len(got.Open) == 0 && len(w.smallest()) > 0 {
			t.Fatal("nothing is found and nothing is open")
		}
	}
	if complete == 0 || complete == 3000 {
		t.Errorf("%d of 3000 searches are complete: the limits are none", complete)
	}
}

// TestNothingIsAskedTwice: an answer is asked for only where it does not
// follow from others.
func TestNothingIsAskedTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		w := random(r)
		Search(w.top, w.oracle(r))
		for i, v := range w.asked {
			for _, before := range w.asked[:i] {
				if !w.breaks(before) && v.Within(before) {
					t.Fatalf("top %v, broken at %v: %v follows from %v", w.top, w.broken, v, before)
				}
				if w.breaks(before) && before.Within(v) {
					t.Fatalf("top %v, broken at %v: %v follows from %v", w.top, w.broken, v, before)
				}
			}
		}
	}
}

// TestMistake: the judge of the other tests finds a vector too many, one too
// few, one that is not the smallest and a proof too large.
func TestMistake(t *testing.T) {
	w := &world{top: Vector{Any, Any, 2}, broken: []Vector{{1, 1, 0}, {0, 2, 1}}}
	good := func() *Result { return Search(w.top, w.oracle(rand.New(rand.NewPCG(7, 8)))) }
	if wrong := w.mistake(good()); wrong != "" {
		t.Fatal(wrong)
	}
	for name, spoil := range map[string]func(*Result){
		"too many":     func(r *Result) { r.Minimal = append(r.Minimal, Set{Vector{1, 0, 0}, true}) },
		"too few":      func(r *Result) { r.Minimal = r.Minimal[1:] },
		"not smallest": func(r *Result) { r.Minimal[0].Vector = Vector{2, 1, 0} },
		"too safe":     func(r *Result) { r.Safe = append(r.Safe, w.top) },
		"no proof":     func(r *Result) { r.Safe = r.Safe[1:] },
	} {
		r := good()
		spoil(r)
		if w.mistake(r) == "" {
			t.Errorf("%s is not noticed: %+v", name, r)
		}
	}
}

// TestSearchByHand: one pause, or a crash together with two losses; restarts
// do no harm.
func TestSearchByHand(t *testing.T) {
	w := &world{top: Vector{Any, Any, Any, Any}, broken: []Vector{{1, 0, 0, 0}, {0, 1, 2, 0}}}
	got := Search(w.top, w.oracle(rand.New(rand.NewPCG(9, 10))))
	want := &Result{
		Minimal: []Set{{Vector{1, 0, 0, 0}, true}, {Vector{0, 1, 2, 0}, true}},
		Safe:    []Vector{{0, 0, Any, Any}, {0, Any, 1, Any}},
		Asked:   got.Asked,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
