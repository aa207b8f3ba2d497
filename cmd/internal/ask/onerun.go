package ask

import (
	"slices"

	"lockcheck/checker"
	"lockcheck/out"
)

// GravestRow picks the row that check would show first.
func (p *Prepared) GravestRow(judge *checker.Judge, rows []int) int {
	rank := func(row int) int {
		name, _ := judge.Claim(row)
		if i := slices.Index(p.Properties, name); i >= 0 {
			return i
		}
		return len(p.Properties)
	}
	return slices.MinFunc(rows, func(a, b int) int { return rank(a) - rank(b) })
}

// OneRun makes a report of one run; row is what it violates, or -1.
func (p *Prepared) OneRun(judge *checker.Judge, t *checker.Trace, row int, from out.Origin) *out.Report {
	r := p.Report()
	r.Origin = from
	r.Result = &checker.Result{Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: checker.LimitOneRun}}
	if row < 0 {
		r.Run = t
		return r
	}
	name, kind := judge.Claim(row)
	r.Result.Verdict, r.Result.Limit = checker.Unsafe, nil
	r.Result.Properties = []checker.PropertyResult{{Name: name, Kind: kind, Decision: checker.Violated, Depth: len(t.Steps), Trace: t}}
	return r
}
