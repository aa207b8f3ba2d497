package sweep

import "sync"

// Cell is a value of the first duration with one of the second.
type Cell struct{ X, Y int }

// Grid holds an answer for every cell.
type Grid struct {
	Width, Height int
	cells         []square
}

type square struct {
	answer Answer
	by     Cell // whose answer this one follows from
}

// NewGrid returns a grid of which nothing is known.
func NewGrid(width, height int) *Grid {
	return &Grid{width, height, make([]square, width*height)}
}

func (g *Grid) at(c Cell) *square { return &g.cells[c.Y*g.Width+c.X] }

// At returns the answer for a cell.
func (g *Grid) At(c Cell) Answer { return g.at(c).answer }

// By returns the cell from whose answer that of c follows: c itself if it was
// asked for.
func (g *Grid) By(c Cell) Cell { return g.at(c).by }

func (g *Grid) set(c Cell, a Answer, by Cell) { *g.at(c) = square{a, by} }

// Count returns how many cells have an answer.
func (g *Grid) Count(a Answer) (n int) {
	for _, s := range g.cells {
		if s.answer == a {
			n++
		}
	}
	return n
}

// Refuse marks the cells that make no sense. They are not asked for.
func (g *Grid) Refuse(refused func(Cell) bool) {
	for y := range g.Height {
		for x := range g.Width {
			if c := (Cell{x, y}); refused(c) {
				g.set(c, Refused, c)
			}
		}
	}
}

// All asks for every cell, with as many workers as there are askers.
func (g *Grid) All(askers []func(Cell) Answer) {
	var mu sync.Mutex
	rows := 0
	next := func() int {
		mu.Lock()
		defer mu.Unlock()
		rows++
		return rows - 1
	}
	var workers sync.WaitGroup
	for _, ask := range askers {
		workers.Go(func() {
			for y := next(); y < g.Height; y = next() {
				for x := range g.Width {
					if c := (Cell{x, y}); g.At(c) != Refused {
						g.set(c, ask(c), c)
					}
				}
			}
		})
	}
	workers.Wait()
}

// Frontier fills the grid by walking along the border between safe and unsafe
// cells, with at most Width + Height answers besides those that are Open. If
// growsX is set, what is unsafe stays so as x grows, else as it falls; growsY
// says the same of y.
func (g *Grid) Frontier(growsX, growsY bool, ask func(Cell) Answer) {
	cell := func(x, y int) Cell { // both grow as the walk counts
		if !growsX {
			x = g.Width - 1 - x
		}
		if !growsY {
			y = g.Height - 1 - y
		}
		return Cell{x, y}
	}
	border, by := g.Height, Cell{} // from here up all columns so far are unsafe, as by is
	for x := range g.Width {
		y := border - 1
		for ; y >= 0; y-- {
			c := cell(x, y)
			if g.At(c) == Refused {
				continue
			}
			a := ask(c)
			g.set(c, a, c)
			if a == Unsafe {
				border, by = y, c
			}
			if a == Safe {
				break
			}
		}
		for i := range g.Height {
			switch c := cell(x, i); {
			case g.At(c) == Refused:
			case i < y:
				g.set(c, Safe, cell(x, y))
			case i > y && i >= border && c != by && g.At(c) != Unsafe:
				g.set(c, Unsafe, by)
			}
		}
	}
}

// Lines fills the grid by halving each column, or each row, by itself: only
// along those is it known where unsafe cells lie. If grows is set, what is unsafe
// stays so along a line, else against it.
func (g *Grid) Lines(columns, grows bool, ask func(Cell) Answer) {
	lines, length := g.Height, g.Width
	if columns {
		lines, length = length, lines
	}
	near := 0 // where the change was in the line before
	for line := range lines {
		cell := func(i int) Cell {
			if columns {
				return Cell{line, i}
			}
			return Cell{i, line}
		}
		var left []Cell // of the line, without those that are refused
		for i := range length {
			if c := cell(i); g.At(c) != Refused {
				left = append(left, c)
			}
		}
		if len(left) == 0 {
			continue
		}
		f := search(0, len(left)-1, near, grows, false, func(i int) Answer {
			a := ask(left[i])
			g.set(left[i], a, left[i])
			return a
		})
		if f.HasSafe {
			near = f.Safe
		}
		for i, c := range left {
			switch {
			case g.At(c) != Unasked:
			case f.HasSafe && (i < f.Safe) == grows:
				g.set(c, Safe, left[f.Safe])
			case f.HasUnsafe && (i > f.Unsafe) == grows:
				g.set(c, Unsafe, left[f.Unsafe])
			default:
				g.set(c, Open, c)
			}
		}
	}
}
