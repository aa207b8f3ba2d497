package out

import (
	_ "embed" // of the page
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"lockcheck/checker"
)

// mostComparisonBytes bounds the page of a comparison.
const mostComparisonBytes = 8 << 20

//go:embed page/compare.html
var comparePage string

var compareForm = sync.OnceValue(func() *pageTemplate { return mustPage(comparePage) })

// ComparisonHTML writes a comparison as one page that needs nothing else, and has
// no script: a table of the checks, what differs in words, and folded the run of
// each violation as lanes. It takes at most 8 MiB; where the pictures would take
// more, those of checks that are as expected are left out first, and it says so.
func ComparisonHTML(w io.Writer, c *Comparison) error {
	text, err := comparisonPage(c, mostComparisonBytes)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

type (
	comparePageData struct {
		Title, Suite, Tool, Policy string
		Style                      raw
		Shared                     raw // what all pictures refer to
		Warned                     []string
		Checks                     []pageCheck
	}
	pageCheck struct {
		ID, Name, Verdict, Violated, States, Compared, Command string
		Differs                                                bool
		Said                                                   []string
		Runs                                                   []pageLanes
	}
	pageLanes struct {
		Title, LeftOut string
		Open           bool
		Lanes          raw
	}
)

func comparisonPage(c *Comparison, most int) ([]byte, error) {
	p := &comparePageData{
		Title: comparisonTitle(c), Suite: xmlClean(c.Suite), Tool: xmlClean(c.Tool), Policy: policy(false), Style: raw(pageStyle),
		Shared: raw(`<svg class="lanes" width="0" height="0" aria-hidden="true">` + svgStyle + svgDefs + "</svg>"),
	}
	for i := range c.Checks {
		p.Checks = append(p.Checks, pageCheckOf(&c.Checks[i], i))
	}
	if text := surplusText(c); text != "" {
		p.Warned = append(p.Warned, sentence(xmlClean(text)))
	}
	text, err := p.write()
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, fmt.Errorf("html: a page of %s would take more than %s bytes", plural(len(c.Checks), "check"), Number(int64(most)))
	}
	const last = 200 // for what is said of pictures left out
	size, missing := len(text)+last, 0
	for _, unexpected := range []bool{true, false} {
		for i := range c.Checks {
			k := &c.Checks[i]
			if (k.compared() != markExpected) != unexpected || k.Report == nil {
				continue
			}
			for j := range k.Report.Result.Properties {
				q := &k.Report.Result.Properties[j]
				if q.Decision != checker.Violated || q.Trace == nil {
					continue
				}
				if missing == 0 { // once one has no room, none is tried
					run := pageLanesOf(k, q, i, j)
					if n := len(run.Lanes) + len(run.Title)*6 + 400; size+n <= most {
						size += n
						p.Checks[i].Runs = append(p.Checks[i].Runs, run)
						continue
					}
				}
				missing++
			}
		}
	}
	if missing > 0 {
		p.Warned = append(p.Warned, plural(missing, "picture")+" left out, for the page would be too long.")
	}
	return p.write()
}

func (p *comparePageData) write() ([]byte, error) {
	return compareForm().write(p)
}

func pageCheckOf(k *Compared, i int) pageCheck {
	p := pageCheck{
		ID: "check-" + strconv.Itoa(i+1), Name: xmlClean(clip(k.Name)), Verdict: strings.ToUpper(k.Verdict()),
		Compared: k.compared(), Differs: k.Failed(),
	}
	if k.Command != "" {
		p.Command = xmlClean("lockcheck check " + clip(k.Command))
	}
	if k.Report != nil {
		p.States = Number(k.Report.Result.States)
		var violated []string
		for _, q := range k.Report.Result.Properties {
			if q.Decision == checker.Violated {
				violated = append(violated, q.Name)
			}
		}
		p.Violated = xmlClean(clip(strings.Join(violated, ", ")))
	}
	for _, f := range findingsOf(k) {
		text := f.sentence()
		if len(f.differs) == 0 && f.open() == "" || len(p.Said) > 0 && p.Said[len(p.Said)-1] == text {
			continue
		}
		p.Said = append(p.Said, xmlClean(clip(text)))
	}
	return p
}

// pageLanesOf draws a run, or the end of a long one. What all pictures share is
// taken out, and the names of its title are made those of this picture alone.
func pageLanesOf(k *Compared, q *checker.PropertyResult, check, property int) pageLanes {
	cut := *q
	before := 0
	cut.Trace, before = lastSteps(q.Trace, mostPageSteps)
	s := sceneOf(k.Report, &cut)
	s.before = before
	alone := *k.Report
	alone.Counterfactual = nil // it is that of the whole run, and of one property
	lanes := strings.Replace(newLanesPicture(&alone, s, false).draw(), svgStyle+svgDefs, "", 1)
	own := fmt.Sprintf("lanes-%d-%d", check+1, property+1)
	lanes = strings.NewReplacer(
		`aria-labelledby="lanes-title lanes-desc"`, `aria-labelledby="`+own+"-title "+own+`-desc"`,
		`id="lanes-title"`, `id="`+own+`-title"`, `id="lanes-desc"`, `id="`+own+`-desc"`,
	).Replace(lanes)
	p := pageLanes{
		Title: xmlClean(clip(q.Name)) + " is violated after " + plural(q.Depth, "step"), Lanes: raw(lanes), Open: k.Failed(),
	}
	if before > 0 {
		p.LeftOut = fmt.Sprintf("The first %s are left out here.", plural(before, "step"))
	}
	return p
}
