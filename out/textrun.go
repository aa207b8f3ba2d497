package out

import (
	"fmt"
	"strings"

	"lockcheck/checker"
)

// origins say where a run comes from.
var origins = map[Origin]string{
	Replayed:  "a file; every step and every value in it was checked again",
	Simulated: "a random walk",
	Stepped:   "steps taken by hand",
}

func (p *printer) origin() {
	p.field("Comes from", origins[p.r.Origin]+"; nothing is said about other runs")
}

// ran writes the text of a run that is not known to violate anything.
func (p *printer) ran() {
	p.head("INCOMPLETE", caution)
	p.claimRun()
	p.blank()
	p.trace(&checker.PropertyResult{Trace: p.r.Run})
	p.blank()
	p.question()
	p.properties()
	p.origin()
	p.bullets("Note", p.r.Notes)
}

// walks tells what random runs met.
func (p *printer) walks(w *checker.Walks) {
	p.field("Walks", fmt.Sprintf("%s from seed %d, of at most %s; %s of them distinct, %s ended early. Each step was chosen among those that were possible, all equally likely.",
		plural(w.Runs, "random run"), w.Seed, plural(w.Steps, "step"), Number(int64(w.Distinct)), Number(int64(w.Ended))))
	p.hits("Violated", w.Violated, w.Runs)
	p.hits("Met", w.Covered, w.Runs)
	if p.r.Result.Verdict == checker.Unsafe { // else it stands first
		p.field("", "Random walks prove nothing about other runs: `lockcheck check` visits every state.")
	}
}

// hits tells in how many runs each thing happened.
func (p *printer) hits(label string, hits []checker.Hit, runs int) {
	var never []string
	for _, h := range hits {
		if h.Runs == 0 {
			never = append(never, h.Name)
			continue
		}
		p.field(label, fmt.Sprintf("%s: in %s of %s (%s), first after %s", h.Name, plural(h.Runs, "run"), Number(int64(runs)), percent(h.Runs, runs), plural(h.First, "step")))
		label = ""
	}
	if len(never) > 0 {
		p.field(label, "never: "+strings.Join(never, ", "))
	}
}

// percent writes a share to a tenth of a percent; what is not 0 never looks so.
func percent(n, of int) string {
	if of == 0 {
		return "0 %"
	}
	tenths := (2000*n + of) / (2 * of)
	if tenths == 0 && n > 0 {
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%d.%d %%", tenths/10, tenths%10)
}

func jsonWalksOf(w *checker.Walks) *jsonWalks {
	hits := func(all []checker.Hit) []jsonHit {
		j := []jsonHit{}
		for _, h := range all {
			q := jsonHit{Name: h.Name, Runs: h.Runs}
			if h.Runs > 0 {
				q.First = &h.First
			}
			j = append(j, q)
		}
		return j
	}
	return &jsonWalks{
		Seed: fmt.Sprint(w.Seed), Runs: w.Runs, Steps: w.Steps, Ended: w.Ended, Distinct: w.Distinct,
		Violated: hits(w.Violated), Covered: hits(w.Covered),
	}
}
