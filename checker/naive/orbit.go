package naive

import "lockcheck/model/murphi"

// permutation says for each scalarset type which value becomes which.
type permutation map[*murphi.Type][]int64

// orbitKey returns a function that gives the same text for two states if one
// becomes the other by renaming scalarset values: the least key of all
// renamings. Without symmetry it is the key of the state itself. Types whose
// values the model tells apart, in liveness properties too, are not renamed.
func (s *search) orbitKey() func([]cell) string {
	renamings := []permutation{{}}
	if s.opt.Symmetry {
		for _, t := range s.model.Scalarsets {
			if !t.Asymmetric {
				renamings = product(renamings, t)
			}
		}
	}
	return func(cells []cell) string {
		least := key(cells)
		for _, p := range renamings[1:] {
			least = min(least, key(s.renamed(cells, p)))
		}
		return least
	}
}

// product extends every permutation by every permutation of t, the identity
// first.
func product(ps []permutation, t *murphi.Type) []permutation {
	var all []permutation
	var extend func(image []int64)
	extend = func(image []int64) {
		if int64(len(image)) == t.Size {
			for _, p := range ps {
				q := permutation{t: append([]int64(nil), image...)}
				for other, o := range p {
					q[other] = o
				}
				all = append(all, q)
			}
			return
		}
	next:
		for n := range t.Size {
			for _, used := range image {
				if used == n {
					continue next
				}
			}
			extend(append(image, n))
		}
	}
	extend(nil)
	return all
}

// renamed returns a copy of a state with every scalarset value, and every
// index by one, renamed.
func (m *machine) renamed(cells []cell, p permutation) []cell {
	next := make([]cell, len(cells))
	from, to := m.run(cells), m.run(next)
	for _, v := range m.model.Vars {
		rename(from.variable(v), to.variable(v), p)
	}
	return next
}

func rename(from, to place, p permutation) {
	switch from.typ.Kind {
	case murphi.Record:
		for i := range from.typ.Fields {
			rename(from.field(i), to.field(i), p)
		}
	case murphi.Array:
		image := p[from.typ.Index]
		for i := range count(from.typ.Index) {
			j := i
			if image != nil {
				j = int(image[i])
			}
			rename(from.element(i), to.element(j), p)
		}
	default:
		to.cells[0] = from.cells[0]
		if image := p[from.typ]; image != nil && from.cells[0].defined {
			to.cells[0].n = image[from.cells[0].n]
		}
	}
}
