package sweep

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// oracle is unsafe from a value on, or up to it.
func oracle(flip int, grows bool) Asker {
	return func(i int) Answer {
		if grows == (i >= flip) {
			return Unsafe
		}
		return Safe
	}
}

// TestSearch compares with the change as it is, wherever the search begins.
func TestSearch(t *testing.T) {
	for _, grows := range []bool{true, false} {
		for lo := -3; lo <= 3; lo++ {
			for hi := lo; hi <= 12; hi++ {
				for near := lo - 2; near <= hi+2; near++ {
					for flip := lo; flip <= hi+1; flip++ {
						asked := map[int]bool{}
						got := Search(lo, hi, near, grows, func(i int) Answer {
							if i < lo || i > hi || asked[i] {
								t.Fatalf("asks for %d of %d..%d, twice %v", i, lo, hi, asked[i])
							}
							asked[i] = true
							return oracle(flip, grows)(i)
						})
						want := Flip{HasSafe: grows && flip > lo || !grows && flip <= hi, HasUnsafe: grows && flip <= hi || !grows && flip > lo}
						below, above := &want.Safe, &want.Unsafe
						if !grows {
							below, above = above, below
						}
						if flip > lo {
							*below = flip - 1
						}
						if flip <= hi {
							*above = flip
						}
						if diff := cmp.Diff(want, got); diff != "" {
							t.Fatalf("grows %v, %d..%d from %d, flip %d: %s", grows, lo, hi, near, flip, diff)
						}
					}
				}
			}
		}
	}
}

// TestSearchIsQuick: a far end costs doublings, not steps.
func TestSearchIsQuick(t *testing.T) {
	n := 0
	f := Search(0, 86_400_000, 12_000, true, func(i int) Answer { n++; return oracle(19_602, true)(i) })
	if f.Safe != 19_601 || f.Unsafe != 19_602 || n > 30 {
		t.Errorf("%+v after %d answers", f, n)
	}
}

// TestSearchWithoutAChange: two answers are enough.
func TestSearchWithoutAChange(t *testing.T) {
	for _, flip := range []int{0, 2000} {
		for _, grows := range []bool{true, false} {
			n := 0
			f := Search(0, 1000, 12, grows, func(i int) Answer { n++; return oracle(flip, grows)(i) })
			if n > 2 || f.HasSafe == f.HasUnsafe {
				t.Errorf("flip %d, grows %v: %+v after %d answers", flip, grows, f, n)
			}
		}
	}
}

// TestSearchUpToALimit: what is known stays true, and nothing more is asked.
func TestSearchUpToALimit(t *testing.T) {
	for most := range 12 {
		n := 0
		f := Search(0, 1000, 10, true, func(i int) Answer {
			if n++; n > most {
				return Open
			}
			return oracle(300, true)(i)
		})
		if !f.Open || n != most+1 {
			t.Errorf("after %d answers: %+v, %d asked", most, f, n)
		}
		if f.HasSafe && f.Safe >= 300 || f.HasUnsafe && f.Unsafe < 300 {
			t.Errorf("after %d answers: %+v", most, f)
		}
	}
}

func TestScan(t *testing.T) {
	answers := []Answer{Refused, Safe, Safe, Unsafe, Safe, Open, Open}
	got := Scan(1, 6, func(i int) Answer { return answers[i] })
	want := []Stretch{{1, 2, Safe}, {3, 3, Unsafe}, {4, 4, Safe}, {5, 6, Open}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEnds(t *testing.T) {
	for lo := range 5 {
		for hi := lo; hi < 15; hi++ {
			for a := lo; a <= hi; a++ {
				for b := a; b <= hi; b++ {
					for near := a; near <= b; near++ {
						first, last := Ends(lo, hi, near, func(i int) bool { return a <= i && i <= b })
						if first != a || last != b {
							t.Fatalf("%d..%d around %d of %d..%d: got %d..%d", a, b, near, lo, hi, first, last)
						}
					}
				}
			}
		}
	}
}

// plane is a random answer for every cell that is monotone in both directions,
// where refused cells lie anywhere.
func plane(r *rand.Rand, w, h int, growsX, growsY bool) (func(Cell) Answer, func(Cell) bool) {
	border := make([]int, w)
	at := h
	for x := range border {
		for at > 0 && r.IntN(3) == 0 {
			at -= r.IntN(at + 1)
		}
		border[x] = at
	}
	if r.IntN(8) == 0 {
		for x := range border {
			border[x] = h * r.IntN(2)
			if x > 0 {
				border[x] = border[0]
			}
		}
	}
	none := make([]bool, w*h)
	density := r.IntN(4)
	for i := range none {
		none[i] = r.IntN(10) < density
	}
	answer := func(c Cell) Answer {
		x, y := c.X, c.Y
		if !growsX {
			x = w - 1 - x
		}
		if !growsY {
			y = h - 1 - y
		}
		if y >= border[x] {
			return Unsafe
		}
		return Safe
	}
	return answer, func(c Cell) bool { return none[c.Y*w+c.X] }
}

// TestFrontier: the walk comes to the map that asking for every cell makes,
// with few answers, and every answer follows from one that was asked for.
func TestFrontier(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 60))
	for range 3000 {
		w, h := 1+r.IntN(12), 1+r.IntN(12)
		growsX, growsY := r.IntN(2) == 0, r.IntN(2) == 0
		answer, refused := plane(r, w, h, growsX, growsY)
		full, walked := NewGrid(w, h), NewGrid(w, h)
		asked := map[Cell]bool{}
		full.Refuse(refused)
		full.All([]func(Cell) Answer{answer, answer})
		walked.Refuse(refused)
		walked.Frontier(growsX, growsY, func(c Cell) Answer {
			if asked[c] || refused(c) {
				t.Fatalf("asks for %v", c)
			}
			asked[c] = true
			return answer(c)
		})
		if len(asked) > w+h {
			t.Fatalf("%d answers for %d x %d", len(asked), w, h)
		}
		for y := range h {
			for x := range w {
				c := Cell{x, y}
				if walked.At(c) != full.At(c) {
					t.Fatalf("%v of %d x %d: got %v, want %v", c, w, h, walked.At(c), full.At(c))
				}
				if by := walked.By(c); walked.At(c) != Refused && (!asked[by] || walked.At(by) != walked.At(c) || asked[c] != (by == c)) {
					t.Fatalf("%v, which is %v, follows from %v, which is %v", c, walked.At(c), by, walked.At(by))
				}
			}
		}
	}
}

// TestFrontierUpToALimit: where a limit comes first, nothing false is said.
func TestFrontierUpToALimit(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 60))
	open := 0
	for range 3000 {
		w, h := 1+r.IntN(8), 1+r.IntN(8)
		growsX, growsY := r.IntN(2) == 0, r.IntN(2) == 0
		answer, refused := plane(r, w, h, growsX, growsY)
		g := NewGrid(w, h)
		g.Refuse(refused)
		most, n := r.IntN(w+h+1), 0
		g.Frontier(growsX, growsY, func(c Cell) Answer {
			if n++; n > most {
				return Open
			}
			return answer(c)
		})
		open += g.Count(Open)
		if g.Count(Unasked) > 0 {
			t.Fatal("a cell without an answer")
		}
		for y := range h {
			for x := range w {
				c := Cell{x, y}
				if a := g.At(c); a == Safe || a == Unsafe {
					if a != answer(c) {
						t.Fatalf("%v of %d x %d: got %v, want %v", c, w, h, a, answer(c))
					}
				}
			}
		}
	}
	if open == 0 {
		t.Error("no limit came")
	}
}

// TestLines: halving line by line finds what asking for every cell finds, where
// answers are monotone along the lines alone.
func TestLines(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 60))
	for range 3000 {
		w, h := 1+r.IntN(12), 1+r.IntN(12)
		columns, grows := r.IntN(2) == 0, r.IntN(2) == 0
		borders := make([]int, max(w, h))
		for i := range borders {
			borders[i] = r.IntN(14) - 1
		}
		refusedCells := map[Cell]bool{}
		for range r.IntN(10) {
			refusedCells[Cell{r.IntN(w), r.IntN(h)}] = true
		}
		answer := func(c Cell) Answer {
			line, i := c.Y, c.X
			if columns {
				line, i = c.X, c.Y
			}
			if (i >= borders[line]) == grows {
				return Unsafe
			}
			return Safe
		}
		full, halved := NewGrid(w, h), NewGrid(w, h)
		for _, g := range []*Grid{full, halved} {
			g.Refuse(func(c Cell) bool { return refusedCells[c] })
		}
		full.All([]func(Cell) Answer{answer})
		halved.Lines(columns, grows, func(c Cell) Answer {
			if refusedCells[c] {
				t.Fatalf("asks for %v", c)
			}
			return answer(c)
		})
		for y := range h {
			for x := range w {
				c := Cell{x, y}
				if halved.At(c) != full.At(c) {
					t.Fatalf("%v of %d x %d, columns %t, grows %t, borders %v: got %v, want %v", c, w, h, columns, grows, borders, halved.At(c), full.At(c))
				}
				if by := halved.By(c); halved.At(c) != Refused && halved.At(by) != halved.At(c) {
					t.Fatalf("%v, which is %v, follows from %v, which is %v", c, halved.At(c), by, halved.At(by))
				}
			}
		}
	}
}
