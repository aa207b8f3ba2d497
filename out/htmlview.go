package out

import (
	"fmt"
	"reflect"
	"strings"

	"lockcheck/checker"
)

// page is what the page says, in the order in which it says it.
type page struct {
	Verdict, Class string
	Name, About    string
	Claim          gathered
	Story          string

	Traced     bool // there is a run to step through; else what follows is empty
	Heading    string
	LeftOut    string
	Lanes      raw
	Broken     string // why the property is false, in one line
	Why        []fact
	Chains     [][]pagePoint
	Remedies   []fact
	Otherwise  *pageOtherwise
	Beliefs    [][2]string
	Data       *pageData
	Last       int
	Command    string
	Properties []pageProperty
	Facts      []fact
	Bounded    *pageBounded

	Tool, File, SHA256 string
}

// pagePoint is a turning point; its name is left out where it stands before.
type pagePoint struct {
	Number int
	Name   string
}

type pageProperty struct{ Name, Class, Decision, Says string }

// pageOtherwise is what becomes of the schedule under a repair.
type pageOtherwise struct {
	Heading, Same string
	Steps         []pageAltered
}

type pageAltered struct {
	Number int
	Text   string
}

// pageBounded is the answer with the durations that were given.
type pageBounded struct {
	Heading, Verdict, Class string
	Claim                   gathered
}

// gathered is what a printer says, for a page instead of lines.
type gathered struct {
	Said, Warned []string
	Facts        []fact
}

// fact is a label and what it says.
type fact struct {
	Label string
	Texts []string
}

// add notes a fact; one without a label goes on with the one before.
func (g *gathered) add(label, text string) {
	if n := len(g.Facts); label == "" && n > 0 {
		g.Facts[n-1].Texts = append(g.Facts[n-1].Texts, text)
		return
	}
	g.Facts = append(g.Facts, fact{strings.TrimSuffix(label, ":"), []string{text}})
}

// gather collects what printing says.
func gather(r *Report, say func(p *printer)) gathered {
	p := &printer{r: r, into: &gathered{}}
	say(p)
	return *p.into
}

// pageOf says what stands on the page of a report, whose run is cut to its last
// steps. Its texts are clean of control characters, wherever they come from.
func pageOf(r *Report, most int) *page {
	p := &page{
		Name: r.Model.Name, About: r.Model.Title, Tool: r.Tool, File: r.Model.File, SHA256: r.Model.SHA256,
		Claim: claimOf(r), Command: commandOf(r), Data: &pageData{},
	}
	p.Verdict, p.Class = verdictWords(r.Result.Verdict)
	q := explainedIn(r)
	if q != nil {
		p.Heading, p.Story = "How it happens", storyOf(q.Trace)
		p.Why = gather(r, func(pr *printer) { pr.why(q) }).Facts
		p.Remedies = gather(r, func(pr *printer) { pr.remedies(q) }).Facts
		if len(p.Why) > 0 {
			p.Broken = "Here " + q.Name + " is violated: " + p.Why[0].Texts[0] + "."
		}
	} else if r.Run != nil {
		p.Heading = "The run"
	}
	if run := shown(r); run != nil {
		p.addRun(r, run, most)
	}
	for _, d := range r.Result.Properties {
		p.Properties = append(p.Properties, pageProperty{d.Name, decisionNames[d.Decision], decisionText(d), (&printer{r: r}).says(d)})
	}
	p.Facts = factsOf(r)
	if b := r.Bounded; b != nil {
		p.Bounded = &pageBounded{Heading: sentence(strings.TrimSuffix(numbersSaid(&b.Config), ".")), Claim: claimOf(b)}
		p.Bounded.Verdict, p.Bounded.Class = verdictWords(b.Result.Verdict)
		p.Bounded.Claim.Facts = factsOf(b)
	}
	clean(reflect.ValueOf(p).Elem())
	return p
}

// shown is the property whose run the page steps through, or a run without one;
// nil if there is none.
func shown(r *Report) *checker.PropertyResult {
	q := explainedIn(r)
	if q == nil && r.Run != nil {
		q = &checker.PropertyResult{Trace: r.Run}
	}
	return q
}

func verdictWords(v checker.Verdict) (word, class string) {
	return strings.ToUpper(v.String()), v.String()
}

// claimOf is the verdict in sentences.
func claimOf(r *Report) gathered {
	return gather(r, func(p *printer) {
		switch q := explained(r.Result); {
		case q != nil:
			p.claimUnsafe(q)
		case r.Result.Verdict == checker.Safe:
			p.claimSafe()
		case r.Run != nil:
			p.claimRun()
		case r.Result.Verdict == checker.Incomplete:
			p.claimBounded()
		}
	})
}

func commandOf(r *Report) string {
	switch {
	case r.Command == "":
		return ""
	case r.Next > 0:
		return fmt.Sprintf("lockcheck check %s --next=%d", r.Command, r.Next)
	}
	return "lockcheck check " + r.Command
}

// factsOf is what was asked, what is assumed and what was exercised.
func factsOf(r *Report) []fact {
	return gather(r, func(p *printer) {
		p.question()
		p.bullets("Assumes", r.Assumptions)
		switch {
		case r.Walks != nil:
			p.walks(r.Walks)
		case r.Origin != "":
			p.origin()
		case explained(r.Result) != nil:
			p.field("Search", p.search())
		default:
			p.field("Search", p.search())
			p.covers()
			if missed := unreached(r.Result); len(missed) > 0 && r.Result.Verdict == checker.Safe {
				p.field("Never exercised", strings.Join(missed, "; "))
			}
			p.neverTaken()
		}
		p.bullets("Note", r.Notes)
	}).Facts
}

// addRun adds the run that the page steps through.
func (p *page) addRun(r *Report, q *checker.PropertyResult, most int) {
	cut := *q
	before := 0
	cut.Trace, before = lastSteps(q.Trace, most)
	n := len(q.Trace.Steps)
	if before > 0 {
		p.LeftOut = fmt.Sprintf("The run has %s steps; the first %s are left out here.", Number(int64(n)), Number(int64(before)))
	}
	s := sceneOf(r, &cut)
	s.before = before
	other := *r
	other.Counterfactual = nil
	if c := r.Counterfactual; c != nil && c.parts() < len(c.Steps) && c.parts() >= before {
		later := *c
		later.Steps = c.Steps[before:]
		other.Counterfactual = &later
		p.Otherwise = otherwiseOf(c)
	}
	p.Traced, p.Last = true, n
	p.Lanes = raw(newLanesPicture(&other, s, true).draw())
	p.Data = pageDataOf(r, s)
	p.Beliefs = BeliefOf(q.Trace).Rows()
	named := map[int]bool{}
	for _, chain := range s.cause.chains() {
		var points []pagePoint
		for _, step := range chain {
			point := pagePoint{Number: before + step}
			if !named[step] {
				named[step], point.Name = true, pointName(&cut.Trace.Steps[step-1])
			}
			points = append(points, point)
		}
		p.Chains = append(p.Chains, points)
	}
}

// otherwiseOf tells the schedule under a repair from the step on that goes
// another way.
func otherwiseOf(c *Counterfactual) *pageOtherwise {
	from := c.parts()
	o := &pageOtherwise{Heading: c.heading()}
	if from > 0 {
		o.Same = stepsText(1, from) + " as above."
	}
	for i, a := range c.Steps[from:] {
		text := "impossible: " + a.Reason
		if a.Step != nil {
			text = a.Step.Say
		}
		o.Steps = append(o.Steps, pageAltered{from + i + 1, text})
	}
	return o
}

// clean makes every text below v harmless, but for what is HTML already.
func clean(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			clean(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			clean(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			clean(v.Index(i))
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString(harmless(v.String(), false))
		}
	case reflect.Bool, reflect.Int:
	default:
		panic("a page cannot hold a " + v.Kind().String())
	}
}
