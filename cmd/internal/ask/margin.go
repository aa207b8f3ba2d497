package ask

import (
	"context"
	"math/big"

	"lockcheck/checker"
	"lockcheck/checker/timed/sweep"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// margins are the durations whose margin is worth telling, by the faults that
// they bound, those that matter most first.
var margins = []struct{ fault, flag string }{
	{"pause", "max-pause"}, {"freeze", "max-pause"}, {"delay", "max-delay"},
}

// newMargin begins the margin of a duration; nil if it bounds no fault that is
// on.
func (p *Prepared) newMargin(d murphi.DurationSetting) *out.Margin {
	var config out.Config
	p.faultConfig(&config)
	for _, c := range margins {
		for _, f := range config.Faults {
			if c.flag == d.Flag && c.fault == f.Kind {
				return &out.Margin{Flag: d.Flag, Fault: c.fault, Value: d.Text, Budget: f.Budget, Per: f.Per}
			}
		}
	}
	return nil
}

// fill notes what was found between value 0 and hi.
func (l *line) fill(m *out.Margin, f sweep.Flip, hi int, text func(int) string) {
	m.Step, m.Checks, m.End = text(1), l.checks, text(hi)
	if f.HasSafe {
		m.Adds = f.HasUnsafe && l.value(f.Safe).Cmp(l.step) <= 0
		m.LastSafe, m.Below = text(f.Safe), murphi.TimeSpan.Text(fewerDigits(l.value(f.Safe)))
	}
	if f.HasUnsafe {
		m.FirstUnsafe = text(f.Unsafe)
		if v := l.value(f.Unsafe); !f.Open && f.HasSafe && fewerDigits(v).Cmp(v) == 0 && l.safeBefore(v) {
			m.Below = m.FirstUnsafe
		}
	}
	if f.Open && l.limit != nil {
		m.Limit = out.LimitText(l.limit)
	}
}

// safeBefore reports whether the value a nanosecond less than v is safe: then
// "below v" is as good as exact.
func (l *line) safeBefore(v *big.Rat) bool {
	return l.ask(map[string]*big.Rat{l.flag: new(big.Rat).Sub(v, big.NewRat(1, 1))}) == sweep.Safe
}

// margin finds how far off the other verdict is, in the duration that matters
// most; nil if there is none, or nothing was decided.
func (p *Prepared) margin(ctx context.Context, res *checker.Result, l *Limits) (*out.Margin, error) {
	if res.Verdict == checker.Incomplete {
		return nil, nil
	}
	directions := p.Settings.Directions(p.Model)
	for _, c := range margins {
		for i, d := range p.Settings.Durations {
			m := p.newMargin(d)
			if d.Flag != c.flag || directions[i] == murphi.NoEffect || m == nil {
				continue
			}
			if m.Unclear = directions[i] != murphi.Grows; m.Unclear {
				return m, nil
			}
			ctx, cancel := WithTimeout(ctx, l.Timeout)
			defer cancel()
			return m, p.searchMargin(ctx, m, d, res.Verdict)
		}
	}
	return nil, nil
}

// searchMargin fills m; the verdict is that at d itself.
func (p *Prepared) searchMargin(ctx context.Context, m *out.Margin, d murphi.DurationSetting, verdict checker.Verdict) error {
	l := &line{oracle: oracle{ctx: ctx, p: p, graph: p.graph}, flag: d.Flag, first: new(big.Rat), step: usualStep[d.Dimension]}
	near, _ := l.index(d.Value)
	last, _ := l.index(usualEnd[d.Dimension])
	last = max(last, near)
	if l.is(near, d.Value) {
		l.known = map[int]sweep.Answer{near: sweep.Safe}
		if verdict == checker.Unsafe {
			l.known[near] = sweep.Unsafe
		}
	}
	if l.refused(near) != nil && near < last {
		near++
	}
	lo, hi := sweep.Ends(0, last, near, func(i int) bool { return l.refused(i) == nil })
	flip := sweep.Search(lo, hi, near, true, l.answer)
	l.fill(m, flip, hi, func(i int) string { return d.Dimension.Text(l.value(i)) })
	return l.err
}

// fewerDigits rounds down to three digits that count.
func fewerDigits(v *big.Rat) *big.Rat {
	unit, ten := big.NewRat(1, 1), big.NewRat(10, 1)
	for new(big.Rat).Quo(v, unit).Cmp(big.NewRat(1000, 1)) >= 0 {
		unit.Mul(unit, ten)
	}
	q := new(big.Rat).Quo(v, unit)
	whole := new(big.Int).Quo(q.Num(), q.Denom())
	return unit.Mul(unit, new(big.Rat).SetInt(whole))
}
