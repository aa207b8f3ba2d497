package out

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"lockcheck/checker"
)

// htmlText is the page of a report.
func htmlText(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// dataText is what the script of a page reads.
func dataText(t *testing.T, page string) string {
	t.Helper()
	_, text, found := strings.Cut(page, `<script type="application/json" id="data">`)
	text, _, ended := strings.Cut(text, "</script>")
	if !found || !ended {
		t.Fatal("the page has no data")
	}
	return text
}

// TestPageData compares what a page steps through with a golden file: the rest of a
// page is the same for all, or is compared as text elsewhere.
func TestPageData(t *testing.T) {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(dataText(t, htmlText(t, unsafe()))), "", "  "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	golden(t, "page.json", b.Bytes())
}

// TestPagesAreWellFormed reads pages of every kind as the XML that they are,
// too: every element is closed in turn.
func TestPagesAreWellFormed(t *testing.T) {
	pages := map[string]*Report{
		"safe": safe(), "incomplete": incomplete(), "unsafe": unsafe(), "plain": plainModel(), "hostile": hostile(), "run": aRun(4),
		"violated at the start": violatedAtOnce(), "long": aRun(mostPageSteps + 50), "with numbers": twoAnswers(),
	}
	for name, r := range pages {
		t.Run(name, func(t *testing.T) {
			text := htmlText(t, r)
			htmlSound(t, text)
			if again := htmlText(t, r); again != text {
				t.Error("the same report has another page")
			}
		})
	}
}

// TestPagesTellTheJSONResult takes counterexamples of the library.
func TestPagesTellTheJSONResult(t *testing.T) {
	for _, q := range pictured {
		t.Run(q.String(), func(t *testing.T) {
			r := q.report(t)
			r.Counterfactual = halfway(r)
			text := htmlText(t, r)
			htmlSound(t, text)
			agrees(t, r, text)
		})
	}
}

// htmlSound checks the structure of a page, and that it loads nothing.
func htmlSound(t *testing.T, text string) {
	t.Helper()
	scripts := regexp.MustCompile(`(?s)<script[^>]*>.*?</script>`)
	d := xml.NewDecoder(strings.NewReader(scripts.ReplaceAllString(text, "")))
	ids, links := map[string]bool{}, []string{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case name == "id" && ids[a.Value]:
				t.Errorf("two elements are called %q", a.Value)
			case name == "id":
				ids[a.Value] = true
			case name == "style" || strings.HasPrefix(name, "on"):
				t.Errorf("<%s %s=%q>: the policy of the page forbids it", e.Name.Local, name, a.Value)
			case name == "src":
				t.Errorf("<%s> loads %s", e.Name.Local, a.Value)
			case name == "href" && a.Value != "data:,":
				links = append(links, a.Value)
			case name == "aria-labelledby" || name == "for":
				for id := range strings.FieldsSeq(a.Value) {
					links = append(links, "#"+id)
				}
			}
		}
	}
	for _, l := range links {
		if id, ok := strings.CutPrefix(l, "#"); !ok || !ids[id] {
			t.Errorf("%q is nowhere on the page", l)
		}
	}
	if strings.Contains(text, "@import") || regexp.MustCompile(`url\(\s*['"]?(?:[a-z]+:)?//`).MatchString(text) {
		t.Error("a style loads something")
	}
}

// hostile has names and texts that a browser would obey.
func hostile() *Report {
	const evil = "</script><script>alert(1)</script><!-- \u2028 \x00\x1b[31m\u0085 ' \" & {{.}} </style> javascript:"
	r := unsafe()
	r.Model = Model{Name: evil, Title: evil, File: evil, SHA256: evil}
	r.Tool, r.Command, r.Notes, r.Assumptions = evil, evil, []string{evil}, []string{evil}
	r.Config.Params = []Param{{evil, evil, evil}}
	q := explained(r.Result)
	q.Name = evil
	r.Meanings = map[string]Meaning{evil: {evil, evil}}
	r.Remedies = []Remedy{{Flags: evil, Title: evil, Verdict: checker.Safe}}
	q.Trace.Start.Vars[0].Path, q.Trace.Start.Vars[1].Value = evil, evil
	q.Trace.Why = checker.Why{Expr: evil, FalseConjunct: evil, Values: []checker.Change{{Path: evil}}}
	for i := range q.Trace.Steps {
		s := &q.Trace.Steps[i]
		s.Rule, s.Say, s.Args = evil, evil, append([]checker.Arg{{Name: evil, Value: evil}}, s.Args...)
		s.Changes = append(s.Changes, checker.Change{Path: evil, From: ref(evil), To: ref(evil)})
	}
	r.Counterfactual = &Counterfactual{Flags: evil, Title: evil, Steps: []Altered{{Reason: evil}}}
	for i := 1; i < len(q.Trace.Steps); i++ {
		r.Counterfactual.Steps = append(r.Counterfactual.Steps, Altered{Step: &q.Trace.Steps[i], Otherwise: true, Reason: evil})
	}
	return r
}

func TestNothingOfAModelIsObeyed(t *testing.T) {
	count := func(text, what string) int { return strings.Count(text, what) }
	calm, text := htmlText(t, unsafe()), htmlText(t, hostile())
	for _, tag := range []string{"<script", "</script", "<style", "</style"} {
		if got, want := count(text, tag), count(calm, tag); got != want {
			t.Errorf("%d of %s, want %d", got, tag, want)
		}
	}
	for _, bad := range []string{"\x00", "\x1b", "\u0085", "alert(1)</", "<!-- ", `href="javascript`} {
		if strings.Contains(text, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	data := dataText(t, text)
	for _, bad := range []string{"<", ">", "\u2028", `\u0000`, `\u001b`} {
		if strings.Contains(data, bad) {
			t.Errorf("the data contain %q", bad)
		}
	}
	if !json.Valid([]byte(data)) {
		t.Error("the data are not JSON")
	}
}

// TestThePolicyNamesWhatThePageHas takes the hashes of what stands on the page.
func TestThePolicyNamesWhatThePageHas(t *testing.T) {
	for _, r := range []*Report{unsafe(), safe()} {
		text := htmlText(t, r)
		for _, found := range regexp.MustCompile(`(?s)<(style|script)>(.*?)</`).FindAllStringSubmatch(text, -1) {
			if hash := strings.ReplaceAll(hashOf(found[2]), "+", "&#43;"); !strings.Contains(text, strings.ReplaceAll(hash, "'", "&#39;")) {
				t.Errorf("the policy has no %s of a %s", hash, found[1])
			}
		}
	}
}

// agrees plays the steps of a page: what it tells is what the JSON form tells,
// and ends in the states of the trace.
func agrees(t *testing.T, r *Report, page string) {
	t.Helper()
	trace := explained(r.Result).Trace
	want := jsonTraceOf(trace)
	var got pageData
	if err := json.Unmarshal([]byte(dataText(t, page)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Start) != len(want.Start) || len(got.Steps) != len(want.Steps) || got.Violation != len(want.Steps) {
		t.Fatalf("%d variables, %d steps, violation at %d", len(got.Start), len(got.Steps), got.Violation)
	}
	values := map[string]string{}
	for _, v := range got.Start {
		values[v.Path] = v.Value
		if v.Value != jsonText(want.Start[v.Path]) {
			t.Errorf("%s starts as %s, in JSON as %v", v.Path, v.Value, want.Start[v.Path])
		}
	}
	for i, s := range got.Steps {
		for j, c := range want.Steps[i].Changes {
			if text := [3]string{c.Path, jsonText(c.From), jsonText(c.To)}; s.Changes[j] != text {
				t.Errorf("step %d changes %v, in JSON %v", i+1, s.Changes[j], text)
			}
			values[c.Path] = s.Changes[j][2]
		}
		for _, v := range trace.Steps[i].State.Vars {
			if values[v.Path] != startText(v) {
				t.Errorf("after step %d %s is %s, want %s", i+1, v.Path, values[v.Path], startText(v))
			}
		}
	}
}

// jsonText writes a value of the JSON form as the page does.
func jsonText(v any) string {
	if v == nil {
		return "undefined"
	}
	return fmt.Sprint(v)
}

// aRun is a run of n steps that violates nothing.
func aRun(n int) *Report {
	s := newScript("owner", "", "minted", "0", "at[c1].phase", "idle", "at[c1].token", "0", "at[c2].phase", "idle", "at[c2].token", "0")
	for i := range n {
		s.step(by([]string{"c1", "c2"}[i%2], "Acquire", "C1", "asks once more"), "minted", fmt.Sprint(i+1))
		if i > 0 {
			s.trace.Flows = append(s.trace.Flows, checker.Flow{From: i, To: i + 1})
		}
	}
	r := report(&checker.Result{Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: checker.LimitOneRun}})
	r.Origin, r.Run = Simulated, &s.trace
	return r
}

// longRace ends a long run in a violation.
func longRace(n int) *Report {
	r := unsafe()
	run := aRun(n).Run
	q := explained(r.Result)
	run.Why, run.Decisive = q.Trace.Why, []int{1, n - 1}
	q.Trace = run
	return r
}

func TestALongRunIsCutToItsEnd(t *testing.T) {
	const n = 1000
	text := htmlText(t, longRace(n))
	var got pageData
	if err := json.Unmarshal([]byte(dataText(t, text)), &got); err != nil {
		t.Fatal(err)
	}
	if got.First != n-mostPageSteps || len(got.Steps) != mostPageSteps || got.Violation != n {
		t.Errorf("starts after step %d with %d steps, violation at %d", got.First, len(got.Steps), got.Violation)
	}
	if first := got.Steps[0]; first.Number != got.First+1 || fmt.Sprint(first.Changes) != "[[minted 600 601]]" {
		t.Errorf("first step: %+v", first)
	}
	for _, v := range got.Start {
		if v.Path == "minted" && v.Value != "600" {
			t.Errorf("starts with minted = %s", v.Value)
		}
	}
	for _, want := range []string{"The run has 1,000 steps; the first 600 are left out here.", `data-from="1000"`, `<li id="step=601"`, ">601</text>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if len(text) > mostPageBytes {
		t.Errorf("%d bytes", len(text))
	}
}

func TestAPageStaysBelowItsSize(t *testing.T) {
	r := longRace(mostPageSteps)
	for _, most := range []int{mostPageBytes, 200_000, 100_000} {
		text, err := smallPage(r, mostPageSteps, most)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > most {
			t.Errorf("%d bytes, want at most %d", len(text), most)
		}
		htmlSound(t, string(text))
	}
	if _, err := smallPage(r, mostPageSteps, 10_000); err == nil || err.Error() != "html: a page of ttl would take more than 10,000 bytes" {
		t.Errorf("got %v", err)
	}
}

// violatedAtOnce needs no step.
func violatedAtOnce() *Report {
	r := unsafe()
	q := explained(r.Result)
	q.Trace.Steps, q.Trace.Flows, q.Trace.Decisive = nil, nil, nil
	return r
}

// twoAnswers is an answer for any timing, and one with numbers.
func twoAnswers() *Report {
	r := unsafe()
	r.Bounded = safe()
	r.Bounded.Config.Timing = "bounded"
	r.Bounded.Config.Durations = []Duration{{Flag: "ttl", Value: "30s"}}
	return r
}

func TestPagesWithoutACounterexampleSayWhatWasChecked(t *testing.T) {
	for name, r := range map[string]*Report{"SAFE": safe(), "INCOMPLETE": incomplete()} {
		text := htmlText(t, r)
		for _, want := range []string{">" + name + "<", "no-stale-write", "two believers", "a write is refused", "one server that keeps its state", "lockcheck check ttl"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page lacks %q", name, want)
			}
		}
		if strings.Contains(text, "<script") || !strings.Contains(text, "script-src &#39;none&#39;") {
			t.Errorf("%s: the page has a script", name)
		}
	}
}
