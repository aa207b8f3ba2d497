package ask

import (
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/faultsets"
	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

// faultSets finds the smallest sets of faults that break a protocol: of all its
// kinds, or of those that the question chose.
//
// With more faults the same runs are possible, and others; and no property is
// left out that is decided with fewer, since the default of one may hang on
// faults that are on, never on faults that are off. So more faults never mend
// what fewer break.
func (k *rechecker) faultSets(t *Target, c Choices, chosen bool) (*out.FaultSets, error) {
	all := *c.Question
	if !chosen {
		all.Faults = "all"
	}
	p, err := Prepare(t, Choices{&all, c.Params}, io.Discard, false)
	if err != nil {
		return nil, err
	}
	o := &faultOracle{k: k, p: p, c: c, kinds: p.Settings.Faults, found: map[string]*checker.Result{}}
	top := make(faultsets.Vector, len(o.kinds))
	for i, b := range o.kinds {
		if top[i] = b.Max; b.Max == murphi.Unbounded {
			top[i] = faultsets.Any
		}
	}
	r := faultsets.Search(top, o.ask)
	if o.err != nil {
		return nil, o.err
	}
	f := &out.FaultSets{
		Kinds: p.Report().Config.Faults, Properties: p.Properties,
		Asked: r.Asked, Limit: o.limit,
	}
	for _, s := range r.Minimal {
		report, err := o.show(s.Vector)
		if err != nil {
			return nil, err
		}
		f.Minimal = append(f.Minimal, out.FaultSet{Budgets: budgetsOf(s.Vector), Proved: s.Proved, Report: report})
	}
	for _, v := range r.Safe {
		f.Safe = append(f.Safe, budgetsOf(v))
	}
	for _, v := range r.Open {
		f.Open = append(f.Open, budgetsOf(v))
	}
	return f, nil
}

// budgetsOf writes a vector for package out.
func budgetsOf(v faultsets.Vector) out.Budgets {
	b := make(out.Budgets, len(v))
	for i, n := range v {
		if b[i] = n; n == faultsets.Any {
			b[i] = out.AnyNumber
		}
	}
	return b
}

// faultOracle answers for a vector of fault budgets.
type faultOracle struct {
	k     *rechecker
	p     *Prepared // with all that is in question
	c     Choices
	kinds []murphi.FaultBudget

	found map[string]*checker.Result // by the faults of a counterexample: that one alone
	limit *checker.Limit             // the first one that came before an answer
	err   error                      // the first one; nothing is asked after it
}

// flag writes a vector as --faults takes it.
func (o *faultOracle) flag(v faultsets.Vector) string {
	var parts []string
	for i, n := range v {
		switch {
		case n == faultsets.Any:
			parts = append(parts, o.kinds[i].Kind)
		case n > 0:
			parts = append(parts, murphi.FaultBudget{Kind: o.kinds[i].Kind, Max: n}.String())
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ",")
}

// question is the one with these faults.
func (o *faultOracle) question(v faultsets.Vector) Choices {
	q := *o.c.Question
	q.Faults = o.flag(v)
	return Choices{&q, o.c.Params}
}

// ask checks with these faults, up to the first violation.
func (o *faultOracle) ask(v faultsets.Vector) faultsets.Answer {
	if o.err != nil {
		return faultsets.Answer{}
	}
	if o.k.ctx.Err() != nil {
		return o.open(o.k.interrupted())
	}
	_, res, err := o.k.ask(o.p.Target, o.question(v), "--faults "+o.flag(v), true)
	switch {
	case err != nil:
		o.err = err
		return faultsets.Answer{}
	case res.Verdict == checker.Safe:
		return faultsets.Answer{Verdict: faultsets.Safe}
	case res.Verdict == checker.Unsafe:
		return faultsets.Answer{Verdict: faultsets.Unsafe, Faults: o.counted(res, v)}
	}
	return o.open(res.Limit)
}

func (o *faultOracle) open(l *checker.Limit) faultsets.Answer {
	if o.limit == nil {
		o.limit = l
	}
	return faultsets.Answer{Verdict: faultsets.Open}
}

// counted returns the faults of the counterexample that has fewest, which are
// enough to break it, with one more where the property is decided only if that
// kind is on. A budget for each hold may be below the number in a whole run;
// then it is enough itself.
func (o *faultOracle) counted(res *checker.Result, allowed faultsets.Vector) faultsets.Vector {
	var fewest faultsets.Vector
	least, at := 0, 0
	for j, q := range res.Properties {
		if q.Trace == nil {
			continue
		}
		n, total := make(faultsets.Vector, len(allowed)), 0
		for i, b := range o.kinds {
			for _, s := range q.Trace.Steps {
				if s.Fault == b.Kind {
					n[i]++
				}
			}
			n[i] = min(n[i], allowed[i])
			total += n[i]
		}
		for i := 0; i < len(n) && !o.decides(q.Name, n); i++ {
			if n[i] == 0 && allowed[i] > 0 {
				if more := slices.Clone(n); o.decides(q.Name, set(more, i)) {
					n, total = more, total+1
				}
			}
		}
		if fewest == nil || total < least {
			fewest, least, at = n, total, j
		}
	}
	alone := *res
	alone.Properties = res.Properties[at : at+1]
	o.found[o.flag(fewest)] = &alone
	return fewest
}

// set puts one fault of kind i into a vector.
func set(v faultsets.Vector, i int) faultsets.Vector {
	v[i] = 1
	return v
}

// decides reports whether a property is decided with these faults.
func (o *faultOracle) decides(name string, v faultsets.Vector) bool {
	if entry := o.p.Target.Entry; len(o.c.Question.Properties) > 0 || entry != nil && len(entry.Properties) > 0 || !o.p.Model.Annotated() {
		return true
	}
	var on []string
	for i, n := range v {
		if n > 0 {
			on = append(on, o.kinds[i].Kind)
		}
	}
	return specs.Default(name, o.p.Settings.Params, on)
}

// show checks a smallest vector as the command does that the report names: far
// enough to know the gravest property that is violated. If a limit comes first,
// the counterexample that led here is shown.
func (o *faultOracle) show(v faultsets.Vector) (*out.Report, error) {
	c, about := o.question(v), "--faults "+o.flag(v)
	p, res, err := o.k.ask(o.p.Target, c, about, true)
	if err == nil && (len(p.Properties) == 0 || !violates(res, p.Properties[0])) {
		res, err = o.k.check(p, c, about, false) // a graver one may be violated later
	}
	if err != nil {
		return nil, err
	}
	r := p.Report()
	r.Result = res
	if len(o.kinds) > 0 {
		r.Command = " " + about
	}
	if res.Verdict != checker.Unsafe || res.Limit != nil {
		r.Result = o.found[o.flag(v)]
		r.Command += " --first"
		if len(o.c.Question.Properties) == 0 {
			r.Command += " --property " + ShellWord(r.Result.Properties[0].Name)
		}
	}
	return r, nil
}
