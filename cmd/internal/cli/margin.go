package cli

import (
	"context"
	"math/big"
	"slices"

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

// margin finds how far off the other verdict is, in the duration that matters
// most; nil if there is none, or nothing was decided.
func (a *app) margin(ctx context.Context, p *prepared, res *checker.Result, l *limits) (*out.Margin, error) {
	if res.Verdict == checker.Incomplete {
		return nil, nil
	}
	directions := p.settings.Directions(p.model)
	for _, c := range margins {
		f := slices.IndexFunc(p.settings.Faults, func(f murphi.FaultBudget) bool { return f.Kind == c.fault })
		d := slices.IndexFunc(p.settings.Durations, func(d murphi.DurationSetting) bool { return d.Flag == c.flag })
		if f < 0 || d < 0 || directions[d] == murphi.NoEffect {
			continue
		}
		at := p.settings.Durations[d]
		m := &out.Margin{Flag: c.flag, Fault: c.fault, Value: at.Text, Unclear: directions[d] != murphi.Grows}
		var config out.Config
		p.faultConfig(&config)
		m.Budget, m.Per = config.Faults[f].Budget, config.Faults[f].Per
		if m.Unclear {
			return m, nil
		}
		ctx, cancel := withTimeout(ctx, l.timeout)
		defer cancel()
		return m, p.searchMargin(ctx, m, at, res.Verdict)
	}
	return nil, nil
}

// searchMargin fills m.
func (p *prepared) searchMargin(ctx context.Context, m *out.Margin, at murphi.DurationSetting, verdict checker.Verdict) error {
	row := &line{oracle: oracle{ctx: ctx, p: p, graph: p.graph}, flag: at.Flag, first: new(big.Rat), step: usualStep[at.Dimension]}
	near := row.index(at.Value)
	if row.is(near, at.Value) {
		row.known = map[int]sweep.Answer{near: sweep.Safe}
		if verdict == checker.Unsafe {
			row.known[near] = sweep.Unsafe
		}
	}
	if row.refused(near) != nil {
		near++
	}
	lo, hi := sweep.Ends(0, max(near, row.index(usualEnd[at.Dimension])), near, func(i int) bool { return row.refused(i) == nil })
	flip := sweep.Search(lo, hi, near, true, row.answer)
	text := func(i int) string { return at.Dimension.Text(row.value(i)) }
	m.Step, m.Checks, m.End = at.Dimension.Text(row.step), row.checks, text(hi)
	if flip.HasSafe {
		m.LastSafe, m.Below = text(flip.Safe), at.Dimension.Text(fewerDigits(row.value(flip.Safe)))
	}
	if flip.HasUnsafe {
		m.FirstUnsafe = text(flip.Unsafe)
	}
	if flip.Open && row.limit != nil {
		m.Limit = out.LimitText(row.limit)
	}
	return row.err
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
